#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which calls a handler may make, by what the headers say of their contexts.

  tools/handler_calls.py        the table of docs/handlers.md
"""

import glob
import os
import re
import sys

sys.dont_write_bytecode = True

import man_pages  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
HEAD = ("header", "a handler may call")
# The sentence that says it; where a text has none, its header's counts.
CONTEXT = re.compile(r"(?:\b[Aa]ny\s+context|\bThread(?:,\s+handler)?|\bHandler)\b(?=[.,;:\s])")


# One of those that a text is about: "Thread; weft_flag_at: any context", or ".._object".
OTHERWISE = re.compile(r"\bThread;\s+(?:\.\.)?(\w+):?\s+any\s+context")


def may(name, text, general):
    """Does the function's own text, or else its header's, let a handler call it?"""
    text = text if CONTEXT.search(text) else f"{text}\n{general}"
    other = OTHERWISE.search(text)
    if other:
        return name.endswith(other[1])
    if re.search(r"\bThread;\s+handler\s+for|^In a handler:", text):
        return True
    found = CONTEXT.findall(text)
    return bool(found) and found[-1].lower() != "thread"


def rows():
    found = []
    include = os.path.join(ROOT, "include")
    for path in sorted(glob.glob(f"{glob.escape(include)}/weft/**/*.h", recursive=True)):
        general, parts = man_pages.read(path)
        all_of_it = [(man_pages.NAME.search(code)[1], text)
                     for text, codes in parts for code in codes]
        names = [name for name, text in all_of_it if may(name, text, general)]
        if names:
            found.append((f"`{os.path.relpath(path, include)}`",
                          ", ".join(f"`{n}`" for n in names)))
    return found


if __name__ == "__main__":
    print(f"| {' | '.join(HEAD)} |\n|---|---|")
    for row in rows():
        print(f"| {' | '.join(row)} |")
