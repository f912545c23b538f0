#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Variables of the environment that the library reads, and options of the boards.

  tools/settings.py    writes the tables of docs/settings.md and the list of
                       tools/weft-run.1 anew, from runtime/variables.h and from each
                       board's OPTIONS; tests/refused.t compares them
"""

import os
import re
import sys

sys.dont_write_bytecode = True

import board_options  # noqa: E402
import weft_boards  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
TABLE = "runtime/variables.h"
PAGE, HEAD = "docs/settings.md", "| variable | usual | may be | what it is |\n|---|---|---|---|\n"
MANUAL = "tools/weft-run.1"
BEGIN, END = '.\\" variables, by tools/settings.py\n', '.\\" to here\n'
NUMBER = re.compile(r"0|[1-9]\d*|UINT32_MAX")


def arguments(text):
    """Of a macro's call: strings are joined, and keep their commas."""
    found, strings = [""], re.split(r'("(?:[^"\\]|\\.)*")', text)
    for i, piece in enumerate(strings):
        if i % 2:
            found[-1] += piece[1:-1]
        else:
            first, *more = piece.split(",")
            found[-1] += first.strip()
            found += [m.strip() for m in more]
    return found


def read(root=ROOT):
    """[(name, usual, what it may be, what it is)], in the table's order."""
    with open(os.path.join(root, TABLE), encoding="utf-8") as f:
        body = re.search(r"#define RT_VARIABLES\(.*?\)((?:.*\\\n)*.*\n)", f.read())[1]
    rows = []
    for kind, text in re.findall(r'\b(NUMBER|OWN|NAME)\(((?:[^"()]|"[^"]*")*)\)',
                                 body.replace("\\\n", " ")):
        name, usual, *bounds, what = arguments(text)
        may = "a name"
        if kind != "NAME":
            least, most = bounds
            if not NUMBER.fullmatch(least) or not NUMBER.fullmatch(most):
                raise ValueError(f"{name}: {least} to {most}")
            may = f"{least} or more" if most == "UINT32_MAX" else f"{least} to {most}"
        rows.append((f"WEFT_{name}", usual, may, what))
    return rows


def page(rows):
    return HEAD + "".join(f"| `{n}` | {usual} | {may} | {what} |\n"
                          for n, usual, may, what in rows)


def manual(rows):
    return BEGIN + "".join(f".It Ev {n}\n{what}.\nUsually {usual}; {may}.\n"
                           for n, usual, may, what in rows) + END


def renewed(text, begin, end, new):
    """The text with that part made anew; `end` closes it, and for a table is what follows."""
    at = text.index(begin)
    to = text.index(end, at + len(begin) - 1) + (len(end) if end == END else 1)
    return text[:at] + new + text[to:]


def parts(root=ROOT):
    """(path, its text, its text as it is to be)."""
    rows = read(root)
    for path, made in ((PAGE, ((HEAD, "\n\n", page(rows)),
                               (board_options.HEAD, "\n\n",
                                board_options.page(weft_boards.load_boards())))),
                       (MANUAL, ((BEGIN, END, manual(rows)),))):
        path = os.path.join(root, path)
        with open(path, encoding="utf-8") as f:
            text = to_be = f.read()
        for part in made:
            to_be = renewed(to_be, *part)
        yield path, text, to_be


if __name__ == "__main__":
    for PATH, _, TO_BE in parts():
        with open(PATH, "w", encoding="utf-8") as F:
            F.write(TO_BE)
