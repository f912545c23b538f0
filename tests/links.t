#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The link layer on this machine: chips in one process, on a wire with faults by seed."""

import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import FULL, NIGHTLY, check, expect, finish, run, scratch  # noqa: E402

OUT = scratch()
SOURCES = [*sorted(glob.glob("links/*.c")), "tests/links/chips.c"]
FRAMES = 1000000 if FULL else 50000  # of a stream
SEEDS = range(1, 11) if NIGHTLY else (1, 2) if FULL else (1,)
CHECKED = ["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def build(name, flags):
    return expect(run(["gcc", "-std=c11", "-g", "-Wall", "-Wextra", "-Werror", *flags, "-I.",
                       "-Iinclude", "-o", f"{OUT}/{name}", f"tests/links/{name}.c",
                       *SOURCES], time_out=300), 0)


def passes(name, *args):
    """It says how many tests it has, and none of them fails."""
    status, out, err = run([f"{OUT}/{name}", *map(str, args)], time_out=900)
    bad = re.findall(r"^not ok .*", out, re.M)
    done = len(re.findall(r"^ok ", out, re.M))
    plan = re.search(r"^1\.\.(\d+)$", out, re.M)
    if status or bad or not plan or int(plan[1]) != done:
        return "\n".join([f"status {status}", *bad, err])
    return None


for program in "rules", "pool", "streams", "bundles", "stops":
    check(f"{program} builds", build, program, CHECKED)
check("each rule by itself", passes, "rules")
check("the pool", passes, "pool")
check("several links as one", passes, "bundles")
check("one of them stops", passes, "stops", 1000 if FULL else 50)
for seed in SEEDS:
    check(f"streams, seed {seed}", passes, "streams", FRAMES, seed)
for seed in 11, 12, 13:
    check(f"a tenth of it, seed {seed}", passes, "streams", FRAMES // 10, seed)
finish(workers=1)
