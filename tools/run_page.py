# SPDX-License-Identifier: Apache-2.0
"""weft-run --page: a timeline is kept of the run, and made into a page when it ends."""

import os
import shlex

import event_rings
from weft_boards import Usage


def prepare(board, run, path):
    """Before the run begins: whether a page is asked for, or a timeline, and whether their
    places can be written."""
    run.rows = []
    if path:
        prepare_page(board, run, path)
    event_rings.prepare(board, run)


def prepare_page(board, run, path):
    if not event_rings.can(board):
        event_rings.refuse(board, " for a page")
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.isdir(path) or not os.access(folder, os.W_OK):
        raise Usage(f"--page {path}: cannot be written")
    run.page = path
    run.options.setdefault("trace", os.path.join(run.dir, "timeline.json"))
    run.page_trace = run.options["trace"]


def command(run):
    """As somebody would type it."""
    words = ["weft-run", "--cores", ",".join(map(str, run.cores))
             if run.cores != list(range(len(run.cores))) else str(len(run.cores))]
    if run.seed:
        words += ["--seed", str(run.seed)]
    for key, value in run.options.items():
        if key != "trace":
            words += ["-o", f"{key}={value}"]
    for key, value in run.env.items():
        words += ["--env", f"{key}={value}"]
    return shlex.join([*words, os.path.basename(run.image), *run.args[1:]])


def finish(board, run, code, lines, page):
    """What became of timeline and page, a line each."""
    if run.trace:
        said = event_rings.finish(board, run)
        if not page or run.trace != run.page_trace or ";" in said:
            yield said
    if page:
        yield write(board, run, code, lines)


def write(board, run, code, lines):
    if not os.path.exists(run.page_trace):
        return "no page: the run kept no timeline"
    # Only here: most runs have no page.
    from page import build
    rows = board.state_at_end(run) if hasattr(board, "state_at_end") else run.rows
    size = build.write(run.page_trace, run.page, run.image, {
        "title": f"{run.args[0]} on {len(run.cores)} cores",
        "board": board.BOARD, "command": command(run), "passed": code == 0,
        "verdict": "passed" if code == 0 else f"status {code}",
    }, rows, lines)
    return f"{run.page}: {size // 1024 + 1} KB; open it in a browser"
