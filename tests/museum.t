#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bugs that others have had, where an on-target test's comment cannot say
how to run it; docs/museum.md tells of each which test looks for it."""

import os
import re
import shutil
import sys
from types import SimpleNamespace

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, check, expect, finish, make, run  # noqa: E402
import target  # noqa: E402

VEHICLES = target.load_boards()


def one(board, name, cores, *options, args="", image=None):
    """A run of an on-target test; None or what is wrong."""
    r = SimpleNamespace(name=name, board=board, mode=VEHICLES[board].MODES[0],
                        cores=cores, seed=1, row={"args": args}, image=image)
    return target.execute(r, options)


def first(results):
    return next(filter(None, results), None)


def any_count(board):
    """From one core to the whole chip, none of the counts special."""
    step = 1 if FULL or board == "scc-sim" else 5
    return first(one(board, "boot", n) for n in range(1, 49, step))


def any_core_late(options):
    """However late a core comes, nobody goes on without it."""
    return first(one("scc-sim", "boot", 17, "-o", f"late={rank}:3000",
                     *options, args="3000") for rank in range(17))


def never_comes():
    """The deadline of a start ends it with a report, and does nothing else."""
    return expect(run(["tools/weft-run", "--cores", "4", "-o", "late=2:5000",
                       "--env", "WEFT_BOOT_US=1000", "--time-out", "20",
                       "build/scc-sim/tests/boot.elf"]), 70,
                  "panic: no sign of rank 2 at start")


def late_in_barriers():
    return first(one("scc-sim", name, 17, "-o", f"late={rank}:500", "--env",
                     "WEFT_EPOCH=0xfffffff0")
                 for name in ("barrier", "bcast") for rank in (0, 1, 16))


def optimised(board, level):
    """No result hangs on what an optimiser happens to leave alone."""
    out = f"build/museum/{board}{level}"
    tests = ("barrier", "bcast", "flags", "rma", "sendrecv", "wake")
    try:
        status, said, err = make(
            f"BOARD={board}", f"OUT={out}", f"EXTRA_CFLAGS={level}",
            *(f"{out}/tests/{t}.elf" for t in tests))
        if status:
            return said + err
        return first(one(board, t, n, image=f"{out}/tests/{t}.elf")
                     for t in tests for n in (3, 17))
    finally:
        shutil.rmtree(out, ignore_errors=True)


def barrier_us(cores):
    """Virtual time of each barrier, by name."""
    _, out, err = run(["tools/weft-run", "--cores", str(cores),
                       "build/scc-sim/bench/barrier.elf"])
    return {name: float(us) for name, us in
            re.findall(r"algo=(\w+),\S*\tlatency\t([0-9.]+)", out + err)}


def scaling():
    """Rounds, not cores: and a barrier that is linear is seen to be."""
    few, many = barrier_us(8), barrier_us(64)
    grew = {name: many[name] / few[name] for name in few}
    # 8 cores are 3 rounds, 64 are 6; the mesh is larger too.
    if not (grew["dissemination"] < 3 and grew["tree"] < 3.5):
        return f"from 8 to 64 cores barriers grew by {grew}"
    if not grew["central"] > 5:
        return f"the linear barrier grew by {grew['central']} only"
    return None


def console_line(board, n):
    """A line of n bytes, and no byte more."""
    _, out, err = run(["tools/weft-run", "--board", board, "--cores", "1",
                       "--time-out", "20",
                       f"build/{board}/tests/console.elf", str(n)])
    text = "." * (n - 1) + "|" if n else ""
    pieces = [text]
    want = [f"[00] {p}" for p in [*pieces, "last"]]
    got = [line for line in out.splitlines() if line.startswith("[")]
    return None if got == want else f"{got}\nis not\n{want}\n{err}"


for b in BOARDS:
    check(f"{b}: any number of cores boots", any_count, b)
    for size in (0, 1, 239, 240, 241, 480, 481):
        check(f"{b}: a console line of {size} bytes", console_line, b, size)
    # Each compiles the library: make test has one of them.
    for flags in ("-O3", "-O0", "-Os") if FULL else ["-O3"] * (b == BOARDS[0]):
        check(f"{b}: compiled with {flags}", optimised, b, flags)
if "scc-sim" in BOARDS:
    check("any core late at start", any_core_late, [])
    check("any core late, flags preset", any_core_late,
          ["--env", "WEFT_EPOCH=0xfffffff0"])
    check("a core that does not come", never_comes)
    check("late cores, then barriers and broadcasts", late_in_barriers)
    check("barriers cost rounds, not cores", scaling)
finish()
