#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""examples/use: each header has an example, which says on every board what it promises."""

import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, ROOT, check, expect, finish, make, run  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tools"))
import board_words  # noqa: E402
import left_out  # noqa: E402

FOLDER = "examples/use"
LONGEST = 60  # lines
NAMES = sorted(os.path.basename(p)[:-2] for p in glob.glob(f"{FOLDER}/*.c"))


def content(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def all_headers():
    """Those of weft.h by their names, others are included; the tables name them all."""
    texts = {n: content(f"{FOLDER}/{n}.c") for n in NAMES}
    wrong = [f"{n}: longer than {LONGEST} lines" for n, text in texts.items()
             if text.count("\n") > LONGEST]
    for path in glob.glob("include/**/*.h", recursive=True):
        header = path[len("include/"):]
        if header.startswith(("compat/", "sys/")) or header == "weft/weft.h":
            continue  # sys/: what POSIX says of them
        own = os.path.basename(header)[:-2]
        by_name = not header.startswith("weft/published/") and own in texts
        if not by_name and not any(f"#include <{header}>" in t for t in texts.values()):
            wrong.append(f"{header}: no example")
    table = content("docs/examples.md")
    wrong += [f"{n}: not in docs/examples.md" for n in NAMES
              if f"({os.path.relpath(FOLDER, 'docs')}/{n}.c)" not in table]
    return "\n".join(wrong)


def fitting(board):
    """Names of what the board can hold."""
    tables = [left_out.read(p) for p in board_words.words(board, "LEFT_OUT")]
    return [n for n in NAMES if not any(left_out.reason(t, f"use/{n}") for t in tables)]


def built(board):
    return make("-k", f"BOARD={board}", "vehicle",
                *(f"build/{board}/use/{n}.elf" for n in fitting(board)), time_out=900)


def says(board, name, cores):
    """With 4 cores what its comment says; with others that it ends well."""
    promised = re.search(r"With 4 cores rank 0 says: (.*)", content(f"{FOLDER}/{name}.c"))
    status, out, err = run(["tools/weft-run", "--cores", str(cores), "--time-out", "60",
                            f"build/{board}/use/{name}.elf"])
    said = re.findall(r"^\[0+\] (.*)$", out, re.M)
    if status or (cores == 4 and promised[1] not in said):
        return f"status {status}, promised: {promised[1]}\n{out}{err}"
    return None


check("every header has an example", all_headers)
for BOARD in BOARDS:
    DONE = built(BOARD)  # before any of them is run
    if DONE[0]:
        check(f"{BOARD}: they are built", expect, DONE, 0)
        continue
    for NAME in fitting(BOARD):
        check(f"{BOARD}: {NAME}", says, BOARD, NAME, 4)
        if FULL:
            check(f"{BOARD}: {NAME}, 16 cores", says, BOARD, NAME, 16)
finish()
