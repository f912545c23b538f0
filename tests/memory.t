#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/memory.md says what the runtime's map says."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, check, expect, finish, make, run  # noqa: E402

BOARD = "scc-sim"
IMAGE = f"build/{BOARD}/tests/together.elf"


def table():
    """None, or what differs."""
    wrong = expect(make(IMAGE, f"build/{BOARD}/weft-sim", f"BOARD={BOARD}"), 0)
    if wrong:
        return wrong
    result = run(["tools/mpb-table", IMAGE])
    with open("docs/memory.md", encoding="utf-8") as f:
        text = f.read()
    if result[1].count("\n") > 10 and result[1] in text:
        return expect(result, 0)
    return f"tools/mpb-table {IMAGE} --write would change it\n{result}"


def fixed():
    """Of 48 cores' MPB no more than half goes to what has a fixed size."""
    with open("docs/memory.md", encoding="utf-8") as f:
        rows = [line.split("|") for line in f if line.startswith("| all but")]
    least = int(rows[0][-4])
    return None if len(rows) == 1 and least <= 4096 else f"{least} bytes"


if BOARD in BOARDS:
    check("the table of docs/memory.md is what runs print", table)
    check("all features together leave half of the MPB at 48 cores", fixed)
finish()
