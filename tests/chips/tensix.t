#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Several Wormholes, joined by their Ethernet tiles, in our emulator: on-target tests, over
wires with and without faults; consoles and reports by chip; chips that do not answer.  All
other on-target tests run in `make test-full`."""

import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
from lib import BOARDS, FULL, check, expect, finish, make, run  # noqa: E402
import chip_rows  # noqa: E402
import target  # noqa: E402

VEHICLES = target.load_boards()
BOARD, = BOARDS
MODE, PLAIN = VEHICLES[BOARD].MODES
TESTS = chip_rows.TESTS if FULL else ["port", "irq", "bcast"]
# As chip_rows has them.
WAYS = [(2, 4, MODE, "loss:0"), (3, 5, MODE, chip_rows.ONE)]
if FULL:
    WAYS += [(2, 2, PLAIN, chip_rows.TEN), (4, 17, MODE, chip_rows.ONE),
             (8, 8, MODE, chip_rows.TEN)]


def joined(*options, cores=4, image="hello"):
    return run(["tools/weft-run", "--board", BOARD, "--cores", str(cores), *options,
                f"build/{BOARD}/{image}.elf"], 300)


def make_run():
    return expect(make("run", f"BOARD={BOARD.removesuffix('-chips')}", "CHIPS=3", "CORES=7",
                       "APP=examples/hello"),
                  0, "cores=7", "[0.2] hello", "[1.1] hello", "[2.1] hello", "end code=0")


def repeats():
    """One seed of the wires, one run."""
    options = "-o", "link=loss:5%,late:5%", "-o", "stats=/dev/stdout"
    first, again = (joined(*options) for _ in range(2))
    other = joined("-o", "link=loss:5%,late:5%,seed:2", *options[2:])
    if first[0] or first != again:
        return f"two runs differ: {first} {again}"
    return "another seed makes the same run" if first == other else None


def cannot_be():
    for options, text in ((("-o", "link=mbps:200"), "not KEY:VALUE,.."),
                          (("-o", "chips=5"), "4 cores are no 1 to"),
                          (("-o", "chips=9"), "not a number"),
                          (("-o", "dead=2@5"), "there is no chip 2")):
        wrong = expect(joined(*options), 2, text)
        if wrong:
            return f"{options}: {wrong}"
    return None


def rest():
    for r in target.runs([BOARD], VEHICLES):
        check(target.title(r), target.execute, r)


images = [f"build/{BOARD}/{name}.elf" for name in (
    "hello", "broadcast", *(f"tests/{name}" for name in [*TESTS, "absent"]))]
built = make(f"BOARD={BOARD}", "vehicle", *(["all"] if FULL else images))
check("it builds", lambda: built[1] + built[2] if built[0] else None)
for r in chip_rows.runs(BOARD, WAYS if FULL else WAYS[1:], TESTS):
    check(target.title(r), target.execute, r)
check("make run CHIPS=", make_run)
check("a file for a rank of another chip", lambda: expect(make(
    "run", f"BOARD={BOARD}", "CORES=6", "ROOT=4", "APP=examples/broadcast"), 0, "end code=0"))
check("a seed repeats", repeats)
check("a chip that is not there at start", lambda: expect(joined(
    "-o", "dead=1@0", "--env", "WEFT_BOOT_US=3000"), 70, "no sign of rank", "1.0 (18,18)",
    "STOPPED"))
check("a run that goes on without it", lambda: expect(joined(
    "-o", "chips=3", "-o", "dead=1@0", "--env", "WEFT_BOOT_US=20000", "--env", "GO_ON=4",
    cores=6, image="tests/absent"), 0, "goes on with 2 chips; 1 did not answer", "ok 6",
    "end code=0"))
check("what cannot be is refused", cannot_be)
if FULL:
    check("one that dies later", lambda: expect(joined(
        "-o", "dead=1@3000", cores=2, image="tests/soak"), 70, "chip 1 does not answer"))
    rest()
finish()
