#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is made from headers: a manual page a function, the table of docs/handlers.md."""

import glob
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, ROOT, Skip, check, finish, run, scratch  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tools"))
import doc_table  # noqa: E402
import handler_calls  # noqa: E402
import man_pages  # noqa: E402

PAGES = man_pages.pages("include")


def all_functions():
    """Found here in another way: by how a declaration's line begins."""
    names = set()
    for path in glob.glob("include/*.h") + glob.glob("include/weft/**/*.h", recursive=True):
        with open(path, encoding="utf-8") as f:
            text = re.sub(r"/\*.*?\*/", "", f.read(), flags=re.DOTALL)
        names |= set(re.findall(r"^(?!typedef)(?:[\w ]+[ *])((?:weft|bsp)_\w+)\(", text, re.M))
    wrong = sorted(names ^ {name[:-2] for name in PAGES})
    return f"only in headers, or only as pages: {wrong}" if wrong or len(names) < 200 else None


def says():
    """The call, its header, its own text and what its header says of all."""
    text = PAGES["weft_put_signal.3"]
    want = ("#include <weft/rma.h>", "uint32_t flag, uint32_t value);",
            "whoever sees the flag sees the data", "completion is as in OpenSHMEM",
            ".SH NAME\nweft_put_signal \\- A put, after which the flag")
    missing = [w for w in want if w not in text]
    return f"{missing} not in:\n{text}" if missing else None


def printed():
    """By man's own programs, without a complaint."""
    tool = shutil.which("mandoc") or shutil.which("groff")
    if not tool:
        raise Skip("neither mandoc nor groff")
    folder = scratch()
    man_pages.install("include", folder)
    paths = sorted(glob.glob(folder + "/*.3"))
    how = ["-T", "utf8"] if tool.endswith("mandoc") else ["-man", "-Tutf8", "-ww"]
    status, out, err = run([tool, *how, *paths], time_out=120)
    return f"status {status}\n{err[:2000]}" if status or err or "weft_put" not in out else None


def handlers():
    """docs/handlers.md has what the headers say now."""
    told = [tuple(r) for r in doc_table.read("docs/handlers.md", handler_calls.HEAD)]
    now = handler_calls.rows()
    may = " ".join(row[1] for row in now)
    known = all(f"`{n}`" in may for n in ("weft_put", "weft_am_data", "weft_flag_at",
                                          "weft_abcast_start", "weft_test"))
    never = [n for n in ("weft_barrier", "weft_flags_alloc", "weft_shared_create", "weft_wait",
                         "weft_am_request", "weft_atomic_swap") if f"`{n}`" in may]
    if not known or never:
        return f"a handler may {may}; not {never}"
    return None if told == now else "run tools/handler_calls.py; it has other rows: " + \
        str(set(told) ^ set(now))


if BOARDS:
    check("a page for each function", all_functions)
    check("what a page says", says)
    check("they can be printed", printed)
    check("what a handler may call", handlers)
finish()
