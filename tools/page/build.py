# SPDX-License-Identifier: Apache-2.0
"""The page of a run: one file of HTML that needs nothing else.

Data are JSON, deflated and in base64; the browser inflates them.  What draws them are
the scripts beside this file.  docs/page.md says how the page is read.
"""

import base64
import html
import json
import os
import zlib

import wait_table
from page.trace_data import Trace
from source_lines import frames_of

HERE = os.path.dirname(os.path.realpath(__file__))
SCRIPTS = ("data.js", "words.js", "path.js", "canvas.js", "mesh.js", "timeline.js",
           "panels.js", "page.js")
LARGEST = 10 << 20  # bytes of a page


def part(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as f:
        return f.read()


def packed(data):
    text = json.dumps(data, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def lines_of_calls(image, calls):
    """In place of addresses: "main examples/x.c:88", by number."""
    found = frames_of(image, sorted({c[5] - 1 for c in calls if c[5]}))
    texts, number = [""], {0: 0}
    for call in calls:
        if call[5] not in number:
            frames = [f for f in found.get(call[5] - 1, []) if f.place]
            number[call[5]] = len(texts)
            texts.append(str(frames[0]) if frames else "")
        call[5] = number[call[5]]
    return texts


def end_of(rows, lines):
    """Who waits for whom when nothing went on."""
    if not rows:
        return None
    return {
        "states": [[r["rank"], wait_table.state(r)] for r in rows],
        "waits": [[r["rank"], r["from_rank"]] for r in rows
                  if wait_table.waits(r) and r.get("from_rank") is not None],
        "ring": wait_table.find_cycle(rows) or [],
        "culprits": wait_table.culprits(rows),
        "lines": lines,
    }


def write(trace_path, out, image, about, rows=(), lines=()):
    """The page at `out`; about: title, board, command, verdict, passed."""
    trace = Trace(trace_path)
    if rows:
        trace.let_last()
    head, tail = part("page.html").split("@DATA@")
    style = part("page.css")
    script = "\n".join(part(name) for name in SCRIPTS)
    most = len(trace.slices)
    while True:
        trace.keep(most)
        data = trace.columns()
        if not rows:
            data["open"] = []  # others may wait still when the last core has ended
        data.update(about, sites=lines_of_calls(image, data["calls"]),
                    end=end_of(rows, list(lines)))
        text = packed(data)
        if len(text) < LARGEST - len(script) - len(style) - len(head):
            break
        most //= 2
    page = head.replace("@TITLE@", html.escape(about["title"])).replace(
        "@STYLE@", style) + text + tail.replace("@SCRIPT@", script)
    with open(out + ".new", "w", encoding="utf-8") as f:
        f.write(page)
    os.replace(out + ".new", out)
    return len(page)
