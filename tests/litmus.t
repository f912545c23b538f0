#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Relaxed memory: it repeats by its seed, and it tears lines when told to.

What it forbids and shows is tests/target/port/litmus/, run by on-target.t.  Here:
that nothing above the port counts on more than words being whole, and that litmus
notices torn atoms at all.
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, check, finish, make  # noqa: E402
import target  # noqa: E402

BOARD, MODE = "scc-sim", "relaxed"
WORDS_ONLY = ("barrier", "bcast", "flags", "lock", "rma", "sendrecv")
CORES = (3, 17)


def relaxed(name, cores=CORES):
    return [r for r in target.runs([BOARD], target.load_boards())
            if r.mode == MODE and r.name == name and r.cores in cores]


def litmus(seed, *more):
    command = ["tools/weft-run", "--tap", "--board", BOARD, "--mode", MODE,
               "--cores", "3", "--seed", str(seed), *more,
               f"build/{BOARD}/tests/litmus.elf", "show"]
    return target.run(command, 120)


def repeats():
    first, again, other = litmus(7), litmus(7), litmus(8)
    if first[:2] != again[:2]:
        return "the same seed gives two runs:\n" + first[1] + again[1]
    if first[1] == other[1]:
        return "another seed changes nothing"
    return None


def tears():
    """With words for atoms, just that check fails."""
    failed = re.findall(r"^not ok .*", litmus(1, "-o", "atom=4")[1], re.M)
    if len(failed) != 1 or "atoms are never torn" not in failed[0]:
        return f"failed: {failed}"
    return None


if BOARD in BOARDS:
    status, out, err = make(f"BOARD={BOARD}")
    check("builds", lambda: out + err if status else None)
    check("a seed repeats", repeats)
    check("lines torn to words are noticed", tears)
    for n in WORDS_ONLY:
        for run in relaxed(n):
            check(f"{target.title(run)}, lines torn to words",
                  target.execute, run, ("-o", "atom=4"))
finish()
