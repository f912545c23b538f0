#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every fence is needed: without it, a test on the simulator must fail.

For each FENCE(site, ..) in the sources that the simulator's board compiles,
an image without that one fence is built, and on-target tests are run until one
fails: on three cores or more, on two only if nothing else will do, since runs
on one show little.  The simulator's memory (stale lines, a combining buffer that
keeps writes back; writes that land late in mode relaxed) is what makes them fail.

make test tries every eighth of them, and that the table has all; test-full tries all,
FENCES="site .." only those.  What docs/fences.md tells of is tried first.  Any
change of the code moves these runs: that another one fails is a remark, that none does
a failure; `tests/fences.t write` writes which one does.
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import doc_table  # noqa: E402
from lib import BOARDS, FULL, check, finish  # noqa: E402
import target  # noqa: E402
import trees  # noqa: E402

BOARD = "scc-sim"
CORES = (3, 17, 48, 2)
MODES = ("strict", "relaxed")
DOC, HEAD = "docs/fences.md", ("without", "in", "fails")
WRITE = sys.argv[1:] == ["write"]
# Seconds.  Some hang without their fence, and with it all but a few need less than one.
TIME_OUT = "5"


def sites():
    """Where the simulator has them, not the chip's own: see tests/epiphany/port.t."""
    found = trees.sites("runtime/*.[ch]", "messages/**/*.[ch]",
                        "sync/*.[ch]", "bsp/*.[ch]", "published/*.[ch]",
                        "collectives/*/*.[ch]",
                        "arch/sim/*.[ch]")
    return {s: f for s, f in found.items() if s not in trees.told(4)}


def candidates(site, path):
    """Runs to try: first those that docs/fences.md tells of, then those that use
    it by their name."""
    words = set(re.split(r"[_/.]", f"{site} {path}"))
    known = trees.told(3).get(site, "")
    vehicles = target.load_boards()
    runs = [r for r in target.runs([BOARD], vehicles, every=True)
            if r.cores in CORES and r.mode in MODES]
    return sorted(runs, key=lambda r: (
        in_short(r) != known, r.name != known.partition(",")[0],
        r.name not in words, CORES.index(r.cores), MODES.index(r.mode)))


def in_short(r):
    mode = "" if r.mode == MODES[0] else f", {r.mode}"
    return target.title(r).replace(f": {BOARD} {r.mode}", "") + mode


def missed(site, path):
    """None if some test fails without this fence."""
    with trees.changed(path, trees.without(site)) as tree:
        built = set()
        for r in candidates(site, path):
            image = f"build/{BOARD}/tests/{r.name}.elf"
            wrong = image not in built and trees.build(BOARD, image, cwd=tree)
            if wrong:
                return wrong
            built.add(image)
            r.image = os.path.join(tree, image)
            r.row = dict(r.row, **{"time-out": TIME_OUT})
            if target.misses(r):
                table[site] = in_short(r)
                return stale(site)
    return f"no test fails without the fence '{site}' of {path}"


def stale(site):
    """None, with a remark if the row tells of another run than the one that fails."""
    known = trees.told(3).get(site)
    if WRITE or table[site] == known:
        return None
    print(f"# {DOC} says that {known} fails, but {table[site]} does", flush=True)
    return None


def rows():
    """None if the table is of the sources' fences, each with two cores or more."""
    told = {site.strip("`"): (path.strip("`"), by)
            for site, path, by in doc_table.read(DOC, HEAD)}
    wrong = [f"no row: {s}" for s in sites() if s not in told]
    wrong += [f"no such fence: {s}" for s in told if s not in sites()]
    wrong += [f"another file: {s}" for s, (path, _) in told.items()
              if sites().get(s, path) != path]
    wrong += [f"shown on fewer than two cores: {s}" for s, (_, by)
              in told.items() if int((re.findall(r", (\d+) cores", by) or
                                      [0])[0]) not in CORES]
    return "\n".join(wrong)


def write():
    """The rows of what has been run; the others as they are."""
    runs = {**trees.told(3), **table}
    doc_table.write(DOC, HEAD, [
        (f"`{s}`", f"`{path}`", re.sub(r"^\w+", r"`\g<0>`", runs.get(s, "")))
        for s, path in sites().items()])


table = {}
if not WRITE:
    check(f"{DOC} has a row of each, on two cores or more", rows)
if BOARD in BOARDS:
    wanted = os.environ.get("FENCES", "").split() or list(sites())[
        ::1 if FULL or WRITE else 8]
    unbuilt = trees.prepare({BOARD: ["tests"]})
    check("a copy of the tree", lambda: unbuilt)
    for s, where in sites().items():
        if not unbuilt and s in wanted:
            check(f"{s} ({where})", missed, s, where)
try:
    finish()
finally:
    if WRITE:
        write()
