#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Tensix port on the emulator: some of the on-target tests on each chip, and all of
them with BOARD=.  On Wormhole, no load of theirs misses a store of its own core.
"""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)),
                                ".."))
from lib import BOARDS, FULL, check, expect, finish, make, run  # noqa: E402
import target  # noqa: E402

QUICK = ("abcast", "barrier", "bcast", "flags", "litmus", "port", "rma")
NEWER = ("am", "any_lock", "bsp_random", "compute", "delegate", "fifo", "gather", "mutex",
         "scan", "stale_irq")
MANY = ("am", "any_lock", "bsp_random", "fifo", "mutex")  # of these, with 17, too
CORES = {"wormhole-emu": (2, 3, 17, 80), "blackhole-emu": (2, 3, 17, 140)}
MOST = ("barrier", "locks", "port")  # with as many cores as there are, too
# Text in calls, and in all (make size), of the base with a barrier that is named, and
# with one that is chosen; what was the goal for all of it.
TEXT = {"wormhole-emu": {"named": (5040, 14732), "base": (6188, 17928)},
        "blackhole-emu": {"named": (5640, 15068), "base": (6916, 18344)}}
TEXT_GOAL = 12288
CROSS = os.environ.get("TENSIX_CROSS", "riscv64-unknown-elf-")
LATE = ("bcast_multicast", "multicast")  # the row with late packets
EXAMPLES = {"kvtable": "copies are the same, and as worked out anew",
            "overlap": "have every message of every other, once, in order"}
HAZARDS = ("bells", "flags", "rma", "sendrecv")


def chosen(r):
    """Each of QUICK once with 17 cores; each of NEWER with 3, and with the seeds of a row
    that is for this board alone; MANY with 17, in test-full all of NEWER."""
    if r.name == "gather" and not FULL:
        return False  # as long as all the others
    if r.name in LATE:
        return "o" in r.row and r.cores == 3 or (
            FULL and r.seed == 1 and r.cores > 64)
    if r.cores == 17 and r.name in (NEWER if FULL else MANY) and r.seed == 1:
        return r.mode == "reordered" and "env" not in r.row
    if r.name in NEWER:
        return r.cores == 3 and ("boards" in r.row or r.mode == "reordered"
                                 and (r.seed == 1 or FULL))
    return r.name in QUICK and r.mode == "reordered" and r.seed == 1 and r.cores == 17


def with_all(board):
    """MOST, once, with as many cores as there are."""
    vehicles[board].MANY = str(vehicles[board].MAX_CORES)
    yield from (r for r in target.runs([board], vehicles) if r.name in MOST
                and r.mode == "reordered" and r.cores > 64 and "env" not in r.row)


def hazards(board, name):
    """The emulator ends a run at the first such load."""
    status, out, err = run(
        ["tools/weft-run", "--tap", "--board", board, "--cores", "3",
         "--seed", "1", "--time-out", "60", "--vehicle-arg=--stop-hazards",
         f"build/{board}/tests/{name}.elf"], 120)
    wrong = target.judge(out)
    return "\n".join([f"status {status}", *wrong, out, err]) \
        if status or wrong else None


def sections(path):
    """{section: bytes} of an image or object."""
    status, out, err = run([CROSS + "size", "-A", path])
    assert not status, out + err
    return {name: int(n) for name, n in
            re.findall(r"^(\S+) +(\d+) +\d+$", out, re.M)}


def small(board, program):
    found = sections(f"build/{board}/size/{program}.elf")
    calls = found[".text"]
    text = calls + found[".cold"] + found[".boot"]
    most = TEXT[board][program]
    return f"{calls} bytes in calls, {text} in all" \
        if calls > most[0] or text > most[1] else None


def seldom(board):
    """All functions of the files that save registers by calls are ARCH_COLD."""
    status, out, err = run(["make", "-s", f"BOARD={board}",
                            "--eval=show: ; @echo $(SELDOM)", "show"])
    if status or not out.split():
        return f"no files\n{err}"
    wrong = [f"{path}: {name}" for path in out.split() for name, size in
             sections(f"build/{board}/obj/{path[:-2]}.o").items()
             if name.startswith(".text") and size
             and not name.startswith(".text.unlikely")]
    return "\n".join(wrong) or None


def example(board, name):
    return expect(make("run", f"BOARD={board}", f"APP=examples/{name}",
                       "CORES=6", time_out=600), 0, EXAMPLES[name])


vehicles = target.load_boards()
for board, cores in CORES.items():
    if board not in BOARDS:
        continue
    names = {*QUICK, *NEWER, *LATE, *MOST} | (set(HAZARDS) if board == "wormhole-emu" else set())
    built = make(f"BOARD={board}", "vehicle",
                 *(f"build/{board}/size/{p}.elf" for p in TEXT[board]),
                 *(f"build/{board}/tests/{n}.elf" for n in sorted(names)))
    assert not built[0], built[2]
    for program, (calls, text) in TEXT[board].items():
        check(f"{board}: {program} has {calls} bytes of text in calls, {text} in all, the "
              f"goal is {TEXT_GOAL}", small, board, program)
    check(f"{board}: what saves registers by calls runs seldom", seldom, board)
    vehicles[board].TEST_CORES = {m: cores for m in vehicles[board].MODES}
    some = [r for r in target.runs([board], vehicles) if chosen(r)]
    for r in some + list(with_all(board) if FULL else ()):
        check(target.title(r), target.execute, r)
    for name in EXAMPLES if FULL else ():
        check(f"{board}: examples/{name}, 6 tiles", example, board, name)
    if board == "wormhole-emu":
        for name in HAZARDS:
            check(f"{name}: loads see own stores", hazards, board, name)
finish()
