#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The simulated chip with coherent windows and message FIFOs: its costs are those that are
published, and what stands on atomic operations and FIFOs of its own works."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)),
                                ".."))
from lib import FULL, check, expect, finish, make, run  # noqa: E402
import target  # noqa: E402

BOARD = "tile36-sim"
OUT = f"build/{BOARD}"
VEHICLE = target.load_boards()[BOARD]
TESTS = ("chip_fifo", "atomics", "locks", "any_lock", "hyblock", "delegate",
         "linear", "mutex", "service", "port", "flags", "rma", "barrier", "waits", "fibers",
         "least", "together")


def source(name):
    return next(p for p in target.sources()
                if re.search(rf"(^|/){name}\.c$", p))


def runs(name):
    """The test's first row that is for this board, and its first one of published ways,
    which here are the chip's own; with some counts of cores."""
    of = [r for r in target.rows(source(name))
          if BOARD in target.split(r.get("boards", BOARD))]
    for row in [of[0], *[r for r in of if r.get("args") == "published"][:1]]:
        least = min(target.counts(row.get("cores", "1")))
        for cores in (1, 2, 3, 17, 36) if FULL else (3, 36):
            if cores >= least:
                yield from target.board_runs(name, {**row, "seeds": "1"}, VEHICLE,
                                             [("fast", cores)], False)


def costs(cores):
    status, out, err = run(["tools/weft-run", "--tap", "--board", BOARD, "--cores",
                            str(cores), f"{OUT}/tests/chip_fifo.elf", "costs"],
                           60)
    wrong = target.judge(out)
    return out + err if status or wrong else None


built = make(f"BOARD={BOARD}", *(f"{OUT}/tests/{name}.elf" for name in TESTS))
check("it builds", lambda: built[1] + built[2] if built[0] else None)
for count in (2, 36):
    check(f"a round trip and additions take what is published, {count} cores",
          costs, count)
check("cores whose messages stand on each other's links stop for good", lambda: expect(run([
    "tools/weft-run", "--board", BOARD, "--cores", "6", f"{OUT}/tests/chip_fifo.elf", "cycle"],
    60), 125, "deadlock"))
for test in TESTS:
    for r in runs(test):
        check(target.title(r), target.execute, r)
check("another homing", lambda: expect(run([
    "tools/weft-run", "--board", BOARD, "--cores", "17", "-o", "homes=near",
    f"{OUT}/tests/delegate.elf"], 60), 0))
check("a homing that does not exist", lambda: expect(run([
    "tools/weft-run", "--board", BOARD, "-o", "homes=x",
    f"{OUT}/tests/delegate.elf"], 60), 2, "not one of: hashed near"))
finish()
