#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every fence is needed: without it, a test on the simulator must fail.

For each FENCE(site, ..) in the sources that the simulator's board compiles,
an image without that one fence is built, and on-target tests are run until one
fails.  FENCES="site .." tries only those.  The strict memory of the simulator
(stale lines, a combining buffer that keeps writes back) is what makes them fail.
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, check, finish  # noqa: E402
import target  # noqa: E402
import trees  # noqa: E402

BOARD = "scc-sim"
CORES = (2, 3, 17, 48)


def sites():
    """Where the simulator has them, not the chip's own: see tests/epiphany-port.t."""
    found = trees.sites("runtime/*.[ch]", "messages/*.[ch]",
                        "collectives/*/*.[ch]",
                        "arch/sim/*.[ch]")
    return {s: f for s, f in found.items() if s not in trees.told(4)}


def candidates(site, path):
    """Runs to try: first those that docs/fences.md tells of, then those closest
    by name."""
    words = set(re.split(r"[_/.]", f"{site} {path}"))
    known = trees.told(3).get(site, "")
    vehicles = target.load_boards()
    strict = vehicles[BOARD].MODES[0]
    runs = [r for r in target.runs([BOARD], vehicles)
            if r.cores in CORES and r.mode == strict]
    return sorted(runs, key=lambda r: (
        in_short(r) != known, r.name != known.partition(",")[0],
        r.name not in words, r.cores))


def in_short(r):
    return target.title(r).replace(f": {BOARD} {r.mode}", "")


def missed(site, path):
    """None if some test fails without this fence."""
    with trees.changed(path, trees.without(site)) as tree:
        for r in candidates(site, path):
            image = f"build/{BOARD}/tests/{r.name}.elf"
            wrong = trees.build(BOARD, image, cwd=tree)
            if wrong:
                return wrong
            r.image = os.path.join(tree, image)
            r.row = dict(r.row, **{"time-out": "20"})
            if target.misses(r):
                table[site] = in_short(r)
                return None
    return f"no test fails without the fence '{site}' of {path}"


table = {}
if BOARD in BOARDS:
    only = os.environ.get("FENCES", "").split()
    unbuilt = trees.prepare(BOARD)
    check("a copy of the tree", lambda: unbuilt)
    for s, where in sites().items():
        if not unbuilt and (not only or s in only):
            check(f"{s} ({where})", missed, s, where)
try:
    finish()
finally:
    for s, by in sorted(table.items()):
        print(f"# without {s}: fails {by}")
