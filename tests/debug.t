#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""With DEBUG=1, what is right passes as it does without: the on-target tests in such a
build.  What is wrong is tests/contexts.t's."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, check, expect, finish, make  # noqa: E402
import target  # noqa: E402

BOARD = "scc-sim"  # what is checked lies above all boards
OUT = f"build/debug/{BOARD}"
MODE = "strict"
CORES = (1, 3, 17)
# `make test` has these, with 3 cores: a few of each that DEBUG=1 makes different.
PART = ("abcast_calls", "barrier", "bcast", "errors", "fiber_waits", "fibers", "in_handler",
        "requests", "sendrecv", "striped", "subsets", "team", "tiny")


def rows():
    for r in target.runs([BOARD], target.load_boards()):
        if r.mode == MODE and r.seed == 1 and r.cores in CORES and (
                FULL or r.name in PART and r.cores == 3):
            r.image = f"{OUT}/tests/{r.name}.elf"
            yield r


if BOARD in BOARDS:
    runs = list(rows())
    check("each of them has a run", lambda: " ".join(
        set(PART) - {r.name for r in runs}))
    # Before any check, since checks run side by side.
    unbuilt = expect(make(f"BOARD={BOARD}", f"OUT={OUT}", "DEBUG=1", f"{OUT}/weft-sim",
                          *sorted({r.image for r in runs})), 0)
    check("builds", lambda: unbuilt)
    for run in runs:
        check(target.title(run), target.execute, run)
finish(workers=None if FULL else 1)
