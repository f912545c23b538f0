#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cores in nodes (arch/nodes.h), on the simulator: a library that has been built with
PLACED=1 (tests/nodes/placed.h) runs tests of collectives, with ranks placed on nodes in a
row, in turns and anyhow, nodes of one core, and teams that have cores of some nodes."""

import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, check, expect, finish, make, run  # noqa: E402

BOARD = "scc-sim"
OUT = f"build/{BOARD}-nodes"
TESTS = ("barrier", "bcast", "team", "subsets", "abcast", "abcast_large", "entries")
# Test, cores, placing, mode, arguments.
RUNS = [
    ("barrier", 17, "aaaaaaaaabbbbbbbb", "strict"),
    ("barrier", 48, "abcdefgh", "relaxed"),
    ("bcast", 3, "abb", "strict"),
    ("bcast", 17, "aab", "relaxed"),
    ("team", 17, "aaaaabbb", "relaxed"),
    ("subsets", 17, "aaabbbbbbbc", "relaxed"),
    ("abcast", 2, "ab", "strict", "handler"),
    ("abcast", 17, "aaab", "relaxed", "thread"),
    ("abcast", 17, "abcabcdaaa", "strict", "message"),
    ("abcast_large", 7, "aabbccc", "relaxed"),
]
PLACINGS = 200 if FULL else 12


def built():
    status, out, err = make(f"BOARD={BOARD}", f"OUT={OUT}", "PLACED=1", "vehicle",
                            *(f"{OUT}/tests/{name}.elf" for name in TESTS))
    return out + err if status else None


def played(name, cores, placing, mode, *words, env=()):
    tick = ["--env", "WEFT_TICK_US=0"] if name.startswith("abcast") else []
    return run(["tools/weft-run", "--tap", "--board", BOARD, "--mode", mode, "--cores",
                str(cores), "--time-out", "60", "--env", f"PLACED={placing}", *tick, *env,
                f"{OUT}/tests/{name}.elf", *words], time_out=200)


def passes(*what):
    got = played(*what)
    return "\n".join(got[1:]) if "\nnot ok" in got[1] else expect(got, 0, "1..")


def somewhere(seed):
    """Each node has a core, the first of them one of the first cores."""
    chance = random.Random(seed)
    cores = chance.randint(2, 17)
    nodes = chance.randint(2, min(cores, 8))
    placing = [*range(nodes), *(chance.randrange(nodes) for _ in range(cores - nodes))]
    chance.shuffle(placing)
    return cores, "".join(chr(ord("a") + n) for n in placing)


def fails(what, env):
    """By an algorithm that knows nothing of nodes."""
    status, out, err = played("entries", 7, "aabbccc", "strict", env=["--env", env])
    return None if f"not ok {what}" in out else f"status {status}\n{out}{err}"


if BOARD in BOARDS:
    wrong = built()
    check("it builds", lambda: wrong)
    for r in RUNS:
        check(" ".join(map(str, r)), passes, *r)
    for s in range(PLACINGS):
        at = somewhere(s)
        check(f"each node is entered once: {at[1]}", passes, "entries", *at, "strict")
    check("counted: a barrier that knows no nodes", fails, 1, "WEFT_BARRIER=tree")
    check("counted: a broadcast that knows no nodes", fails, 2, "WEFT_BCAST=ocbcast")
finish()
