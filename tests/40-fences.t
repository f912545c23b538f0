#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every fence is needed: without it, a test on the simulator must fail.

For each FENCE(site, ..) in the sources that the simulator's board compiles,
an image without that one fence is built, and on-target tests are run until one
fails.  FENCES="site .." tries only those.  The strict memory of the
simulator (stale lines, a combining buffer
that keeps writes back) is what makes them fail.
"""

import glob
import os
import re
import shutil
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, check, finish, make  # noqa: E402
import target  # noqa: E402

BOARD = "scc-sim"
CORES = (2, 3, 17, 48)
build_lock = threading.Lock()


def sites():
    found = {}
    for path in sorted(glob.glob("runtime/*.[ch]") +
                       glob.glob("collectives/*.[ch]") +
                       glob.glob("arch/sim/*.[ch]")):
        with open(path, encoding="utf-8") as f:
            for site in re.findall(r"\bFENCE\((\w+),", f.read()):
                found[site] = path
    return found


def known():
    """What docs/fences.md says of each site: the test that misses it."""
    with open("docs/fences.md", encoding="utf-8") as f:
        return dict(re.findall(r"^\| `(\w+)` \| `[^`]*` \| `(\w+)`", f.read(),
                               re.MULTILINE))


def candidates(site, path):
    """Runs to try: first the known ones, then those closest by name."""
    words = set(re.split(r"[_/.]", f"{site} {path}"))
    test = known().get(site)
    vehicles = target.load_boards()
    strict = vehicles[BOARD].MODES[0]
    runs = [r for r in target.runs([BOARD], vehicles)
            if r.cores in CORES and r.mode == strict]
    return sorted(runs, key=lambda r: (r.name != test, r.name not in words,
                                       r.cores))


def missed(site, path):
    """None if some test fails without this fence."""
    out = f"build/fences/{site}"
    try:
        for r in candidates(site, path):
            r.image = f"{out}/tests/{r.name}.elf"
            with build_lock:  # each build is parallel by itself
                status, said, err = make(
                    f"BOARD={BOARD}", f"OUT={out}",
                    f"EXTRA_CFLAGS=-DWEFT_DROP_{site}=1", r.image)
            if status:
                return said + err
            r.row = dict(r.row, **{"time-out": "20"})
            if target.execute(r):
                table[site] = target.title(r)
                return None
        return f"no test fails without the fence '{site}' of {path}"
    finally:
        shutil.rmtree(out, ignore_errors=True)


table = {}
if BOARD in BOARDS:
    only = os.environ.get("FENCES", "").split()
    for s, where in sites().items():
        if only and s not in only:
            continue
        check(f"{s} ({where})", missed, s, where)
try:
    finish()
finally:
    for s, by in sorted(table.items()):
        print(f"# without {s}: fails {by}")
