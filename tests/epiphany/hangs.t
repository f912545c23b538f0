#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Planted hangs and faults on the Epiphany, as tests/hangs.t has them for other boards:
where each core stands is told even in the midst of interrupts."""

import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(
    os.path.realpath(__file__)), ".."))
from emulator_hangs import check_all, stopped_at, unfollowed  # noqa: E402
from lib import FULL, check, finish, make, run  # noqa: E402
import epiphany  # noqa: E402

BOARD = epiphany.BOARD
FAULTS = {
    "unaligned": [r"^weft: panic: unaligned access at ", "@*odd = 1;"],
    "stack_overflow": [r"^epiphany-emu: stack overflow: down to ", r"\bin deeper at "],
}


def guarded():
    """The chip notices no stack that is full, and its run ends in a panic all the same."""
    status, out, err = run(["tools/weft-run", "--cores", "1", "--time-out", "5",
                            "--vehicle-arg=--any-stack",
                            f"build/{BOARD}/tests/plant.elf", "stack_full"])
    said = "weft: panic: stack overflow at " in out
    return None if said and status == 70 else f"status {status}\n{out}{err}"


def in_interrupts():
    """A core that waits is woken by each turn of its clock: wherever its handler
    stands, all of the table is there, and the calls below the interrupt."""
    with tempfile.TemporaryDirectory() as folder:
        dump = os.path.join(folder, "dump")
        # When all sleep again.
        stopped_at(BOARD, (1 << 32) + (1 << 23), "--dump", dump)
        with open(dump, encoding="utf-8") as f:
            slept = [json.loads(line)["clock"] for line in f][3]
    inside = 0
    for clocks in range(slept - 420, slept, 2 if FULL else 22):
        said = stopped_at(BOARD, clocks)
        lost, paths = unfollowed(said)
        if lost or not paths or "a cycle: 1 -> 2 -> 3 -> 1\n" not in said:
            return f"at clock {clocks}:\n{said}"
        inside += paths > 1
    return None if inside > 5 else f"no handler was caught: {inside}"


epiphany.ready()
built = make(f"BOARD={BOARD}", f"build/{BOARD}/tests/plant.elf")
check("it builds", lambda: built[1] + built[2] if built[0] else None)
check_all(BOARD, "framed", FAULTS)
check("a stack that is full is found by its guard", guarded)
check("a hang says where in the midst of interrupts, too", in_interrupts)
finish()
