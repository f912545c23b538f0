#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make DEBUG=1: what is the thread's alone refuses a handler, by name."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, check, expect, finish, make, run  # noqa: E402

BOARD = "scc-sim"  # what is checked lies above all boards
OUT = f"build/debug/{BOARD}"
IMAGE = f"{OUT}/tests/contexts.elf"


def refused(cores):
    return expect(run(["tools/weft-run", "--tap", "--cores", str(cores),
                       "--time-out", "60", IMAGE]), 0,
                  "ok 2 - whatever is the thread's does")


if BOARD in BOARDS:
    check("builds", lambda: expect(
        make(f"BOARD={BOARD}", f"OUT={OUT}", "DEBUG=1", IMAGE,
             f"{OUT}/weft-sim"), 0))
    for n in 1, 3:
        check(f"{n} cores", refused, n)
finish(workers=1)
