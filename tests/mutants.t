#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Seeded bugs: each small change to runtime or collectives makes a test fail.

tests/mutants/*.txt hold the changes.  A mutant is

  = name: what is wrong with it, in words
  file path/of/the/source.c
  tests barrier bcast             on-target tests to try first
  run boot 17 -o late=2:300 -- x  a run to try before: test, cores, options of
                                  weft-run, arguments of the test
  -	the line as it is
  +	the line as it becomes

where the lines are a diff without numbers: those with `-` or a space before
them must be in the file exactly once, else the list is stale and the test
says so.  Text before the first mutant is a comment.

Each is built in a copy of the tree and run on the simulator until something
fails that does not fail without it; one that nothing fails for is a test that is
missing.  The table for
docs/mutants.md comes at the end, by standard output.
"""

import os
import re
import shlex
import sys
import time
from types import SimpleNamespace

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, check  # noqa: E402
import mutant_list  # noqa: E402
import target  # noqa: E402
import trees  # noqa: E402

BOARD = "scc-sim"
CORES = (2, 3, 17, 48, 64)
SEEDS = (1, 2, 3)
TIME_OUT = 15  # a test without a bug needs one second


# Runs ----------------------------------------------------------------------

VEHICLES = target.load_boards()
MODE = VEHICLES[BOARD].MODES[0]


def special(text):
    """The run of a mutant's `run` line."""
    before, _, after = text.partition(" -- ")
    name, cores, *options = shlex.split(before)
    row = {"args": ",".join(shlex.split(after))}
    if name.startswith("explore"):
        row["tap"] = "no"
    return SimpleNamespace(name=name, board=BOARD, mode=MODE, seed=1,
                           cores=int(cores), row=row, image=None,
                           options=options, text=text)


def candidates(m):
    """Runs to try, the likeliest first; seeds for those named."""
    rows = [r for r in target.runs([BOARD], VEHICLES)
            if r.mode == MODE and r.cores in CORES and r.seed == 1]
    rows.sort(key=lambda r: r.cores)
    yield from map(special, m.runs)
    for name in m.tests:
        for seed in SEEDS:
            for r in rows:
                if r.name == name:
                    yield with_seed(r, seed)
    yield from (with_seed(r, 1) for r in rows if r.name not in m.tests)


def with_seed(r, seed):
    return SimpleNamespace(**{**vars(r), "seed": seed, "options": [],
                              "text": None})


def fails(r, tree):
    """What goes wrong in that run, or None."""
    image = f"build/{BOARD}/tests/{r.name}.elf"
    wrong = trees.build(BOARD, image, cwd=tree)
    if wrong:
        raise RuntimeError(wrong)
    r.image = os.path.join(tree, image)
    r.row = dict(r.row, **{"time-out": str(TIME_OUT)})
    return target.misses(r, r.options)


def in_short(wrong):
    """What kind of failure that was."""
    for pattern in (r"^not ok \d+ - (.*)", r"^weft-sim: (deadlock)",
                    r"weft: (panic: [^:]*)", r"^weft-sim: ([^:,]*)",
                    r"^(no '.*' on the console)", r"^(exit status \d+)"):
        found = re.search(pattern, wrong, re.M)
        if found:
            return found[1].replace("exit status 124", "timed out")
    return wrong.splitlines()[0]


def title(r):
    if r.text:
        return r.text
    seed = f", seed {r.seed}" if r.seed > 1 else ""
    return target.title(r).replace(f": {BOARD} {MODE}", "") + seed


# The checks ----------------------------------------------------------------

MUTANTS = mutant_list.read("tests/mutants/*.txt")
table = {}


def caught(m):
    """None if a test fails with this mutant."""
    with mutant_list.made(m) as tree:
        start = time.monotonic()
        for r in candidates(m):
            wrong = fails(r, tree)
            if wrong:
                table[m.name] = (title(r), in_short(wrong),
                                 time.monotonic() - start)
                return None
    return f"{m.words}, and no test fails"


if FULL and BOARD in BOARDS:
    unbuilt = trees.prepare(BOARD)
    check("a copy of the tree builds", lambda: unbuilt)
    if not unbuilt:
        for mutant in MUTANTS:
            check(f"{mutant.name} ({mutant.file})", caught, mutant)
mutant_list.finish(MUTANTS, table)
