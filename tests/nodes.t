#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cores in nodes (arch/nodes.h), on the simulator: a library that has been built with
PLACED=1 (tests/nodes/placed.h) runs tests of collectives, with ranks placed on nodes in a
row, in turns and anyhow, nodes of one core, and teams that have cores of some nodes.
With tests/nodes/mutants.txt in the library they fail (in make test-full)."""

import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, check, expect, finish, run  # noqa: E402
import mutant_list  # noqa: E402
import trees  # noqa: E402

BOARD = "scc-sim"
OUT = f"build/{BOARD}-nodes"
TESTS = ("barrier", "baselines", "team", "subsets", "abcast", "abcast_large", "entries",
         "reduce", "scan", "gather")
# Test, cores, placing, mode, arguments.
RUNS = [
    ("barrier", 17, "aaaaaaaaabbbbbbbb", "strict"),
    ("barrier", 48, "abcdefgh", "relaxed"),
    ("barrier", 48, "abcdefgh", "strict", "WEFT_EPOCH=0xfffffff0"),
    ("baselines", 3, "baa", "strict"),
    ("baselines", 7, "cbacbab", "relaxed"),
    ("baselines", 17, "aab", "relaxed"),
    ("team", 17, "aaaaabbb", "relaxed"),
    ("subsets", 17, "aaabbbbbbbc", "relaxed"),
    ("reduce", 3, "aab", "strict"),
    ("reduce", 5, "abcde", "relaxed", "WEFT_EPOCH=0xfffffff0"),
    ("reduce", 7, "cbacbab", "strict"),
    ("reduce", 8, "abcdefgh", "relaxed"),
    ("reduce", 17, "aaabbbbbbbccccccd", "relaxed"),
    ("reduce", 48, "aaaaaaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbcc", "strict"),
    ("scan", 5, "abcde", "relaxed"),
    ("scan", 17, "aaabbbbbbbccccccd", "strict", "WEFT_EPOCH=0xfffffff0"),
    ("gather", 7, "cbacbab", "strict"),
    ("gather", 17, "aaabbbbbbbccccccd", "relaxed"),
    ("abcast", 2, "ab", "strict", "handler"),
    ("abcast", 17, "aaab", "relaxed", "thread"),
    ("abcast", 17, "abcabcdaaa", "strict", "message"),
    ("abcast_large", 7, "aabbccc", "relaxed"),
]
PLACINGS = 200 if FULL else 12


def built(*names, tree="."):
    return trees.build(BOARD, f"OUT={OUT}", "PLACED=1", "vehicle",
                       *(f"{OUT}/tests/{name}.elf" for name in names), cwd=tree)


def played(name, cores, placing, mode, *words, tree="."):
    env = [word for word in words if "=" in word]
    if name.startswith("abcast"):
        env.append("WEFT_TICK_US=0")
    return run(["tools/weft-run", "--tap", "--board", BOARD, "--mode", mode, "--cores",
                str(cores), "--time-out", "60", "--env", f"PLACED={placing}",
                *(word for e in env for word in ("--env", e)),
                f"{tree}/{OUT}/tests/{name}.elf",
                *(word for word in words if "=" not in word)], time_out=200)


def passes(*what, **more):
    got = played(*what, **more)
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
    status, out, err = played("entries", 7, "aabbccc", "strict", env)
    return None if f"not ok {what}" in out else f"status {status}\n{out}{err}"


def fails_with(m, text, tree):
    """Does a mutant's run fail, which passes without it?"""
    name, cores, *others = text.split()
    wrong = built(name, tree=tree)
    if wrong:
        raise RuntimeError(wrong)
    if not passes(name, int(cores), *others, tree=tree):
        return False
    wrong = passes(name, int(cores), *others)
    if wrong:
        raise RuntimeError(f"{m.name}: {text} fails without it, too\n{wrong}")
    return True


def caught(m):
    with mutant_list.made(m) as tree:
        if not any(fails_with(m, text, tree) for text in m.runs):
            return f"{m.words}, and no run fails"
    return None


def mutants():
    wrong = trees.prepare({}, outs=[os.path.basename(OUT)])
    check("a copy of the tree", lambda: wrong)
    for m in mutant_list.read("tests/nodes/mutants.txt"):
        check(m.name, caught, m)


if BOARD in BOARDS:
    wrong = built(*TESTS)
    check("it builds", lambda: wrong)
    for r in RUNS:
        check(" ".join(map(str, r)), passes, *r)
    for s in range(PLACINGS):
        at = somewhere(s)
        check(f"each node is entered once: {at[1]}", passes, "entries", *at, "strict")
    check("counted: a barrier that knows no nodes", fails, 1, "WEFT_BARRIER=tree")
    check("counted: a broadcast that knows no nodes", fails, 2, "WEFT_BCAST=ocbcast")
    if FULL:
        mutants()
finish()
