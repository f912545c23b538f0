#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Seeded bugs: each small change to runtime or collectives makes a test fail.

tests/mutants/*.txt hold the changes.  A mutant is

  = name: what is wrong with it, in words
  in function_name                that the lines are in
  board arm-qemu mttcg            where it runs, if not on the simulator
  tests barrier bcast             on-target tests to try first
  run boot 17 -o late=2:300 -- x  a run to try before: test, cores, options of
                                  weft-run, arguments of the test
  -	the line as it is
  +	the line as it becomes

where the lines are a diff without numbers: those with `-` or a space before
them must be there exactly once, in one file, else the list is stale and the
test says so, as does `make test`.  Text before the first mutant is a comment.

Each is built in a copy of the tree and run on its board until something
fails that does not fail without it, what docs/mutants.md tells of first; one that
nothing fails for is a test that is missing.  `tests/mutants.t write` runs those that
have no row there, or that MUTANTS names, and writes their rows.
"""

import os
import re
import shlex
import sys
import threading
from types import SimpleNamespace

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, Skip, check, finish  # noqa: E402
import mutant_list  # noqa: E402
import target  # noqa: E402
import trees  # noqa: E402

BOARD = "scc-sim"  # of mutants that name no other
CORES = (2, 3, 17, 48, 64)
SEEDS = (1, 2, 3)
TIME_OUT = 15  # a test without a bug needs one second


# Runs ----------------------------------------------------------------------

VEHICLES = target.load_boards()


def mode(m):
    return m.mode or VEHICLES[m.board].MODES[0]


def special(m, text):
    """The run of a mutant's `run` line."""
    before, _, after = text.partition(" -- ")
    name, cores, *options = shlex.split(before)
    row = {"args": ",".join(shlex.split(after))}
    if any("tap" in r for path in target.sources()
           if path.endswith(f"/{name}.c") for r in target.rows(path)):
        row["tap"] = "no"
    return SimpleNamespace(name=name, board=m.board, mode=mode(m), seed=1,
                           cores=int(cores), row=row, image=None,
                           options=options, text=text)


def candidates(m):
    """Runs to try, the likeliest first."""
    known = TOLD[m.name][1] if m.name in TOLD else None
    return sorted(likely(m), key=lambda r: title(r) != known)


def likely(m):
    """Those named, with seeds; then all."""
    rows = [r for r in target.runs([m.board], VEHICLES, every=True)
            if r.mode == mode(m) and r.cores in CORES and r.seed == 1]
    rows.sort(key=lambda r: r.cores)
    yield from (special(m, text) for text in m.runs)
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
    image = f"build/{r.board}/tests/{r.name}.elf"
    wrong = trees.build(r.board, image, cwd=tree)
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
    if r.board == BOARD:
        return target.title(r).replace(f": {r.board} {r.mode}", "") + seed
    return target.title(r) + seed


# The checks ----------------------------------------------------------------

LIST, DOC = "tests/mutants/*.txt", "docs/mutants.md"
MUTANTS = mutant_list.read(LIST, board=BOARD)
TOLD = mutant_list.told(DOC)
WRITE = sys.argv[1:] == ["write"]
SLOW = "stopped from outside"
table, lock = {}, threading.Lock()


def places():
    for m in MUTANTS + mutant_list.read("tests/*/*mutants.txt"):
        mutant_list.file_of(m)


def caught(m):
    """None if a test fails with this mutant."""
    if m.board not in BOARDS:
        raise Skip(f"{m.board} is left out")
    with mutant_list.made(m) as tree:
        for r in candidates(m):
            wrong = fails(r, tree)
            if wrong:
                table[m.name] = title(r), in_short(wrong)
                if WRITE:
                    written()
                return stale(m.name, title(r))
    return f"{m.words}, and no test fails"


def written():
    """Row by row: what has been found out stays so when the rest takes too long."""
    with lock:
        mutant_list.write(mutant_list.read(LIST, every=True), DOC, table)


def stale(name, by):
    """What is wrong with its row.  A run that took too long may do so again
    without the mutant, on a busy machine: then it tells nothing."""
    if WRITE or TOLD[name][1] == by or TOLD[name][2] == SLOW:
        return None
    return f"{DOC} says that {TOLD[name][1]} fails, but {by} does"


def wanted(m):
    """To write its row it must have run; all those that have one run else."""
    return not WRITE or os.environ.get("MUTANTS") or \
        TOLD.get(m.name, ("",))[0] != m.words


check("each mutant's lines are where it says", places)
if not os.environ.get("MUTANTS") and not WRITE:
    check(f"{DOC} has a row of each, and no other", mutant_list.unlike,
          MUTANTS, DOC)
if (FULL or WRITE) and BOARD in BOARDS:
    unbuilt = trees.prepare(BOARD)
    check("a copy of the tree builds", lambda: unbuilt)
    if not unbuilt:
        for mutant in filter(wanted, MUTANTS):
            check(mutant.name, caught, mutant)
if WRITE:
    written()
finish()
