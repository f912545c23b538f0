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

Each is built in a copy of the tree, and the run that caught.tsv beside them names for
it must fail, which passes without it; or one that its `run` lines name, since any change of
the code moves what seeds do.  No other is tried: the mutant may be one that nothing
fails for, which is a test that is missing.  `tests/mutants.t write` looks for a run: of
those that have no row there, or that MUTANTS names; it begins with what the row and the
list name, goes on with other tests, and writes rows.

On the simulator time is the chip's.  A mutant that never ends has failed when it has
taken ten times as long as the run may without it, however busy the machine is.
"""

import functools
import itertools
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
TIME_OUT = 15  # seconds, of what loops without any time of the chip
LIMITS = [10 ** n for n in range(4, 11)]  # microseconds of the chip's time
MOST = 200  # runs that `write` tries before it says that none fails


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
    return sorted(likely(m), key=lambda r: title(r) != told(m))


def told(m):
    """The run that its row names; None if it has no row."""
    return TOLD[m.name][0] if m.name in TOLD else None


def named(m):
    """That run, or None if there is no such run any more."""
    return next((r for r in likely(m) if title(r) == told(m)), None)


@functools.lru_cache(maxsize=None)
def rows(board, of):
    """Runs of the on-target tests in that mode, those of few cores first."""
    return sorted((r for r in target.runs([board], VEHICLES, every=True)
                   if r.mode == of and r.cores in CORES and r.seed == 1),
                  key=lambda r: r.cores)


def likely(m):
    """Those named, with seeds; then all."""
    yield from (special(m, text) for text in m.runs)
    for name in m.tests:
        for seed in SEEDS:
            for r in rows(m.board, mode(m)):
                if r.name == name:
                    yield with_seed(r, seed)
    yield from (with_seed(r, 1) for r in rows(m.board, mode(m))
                if r.name not in m.tests)


def with_seed(r, seed):
    return SimpleNamespace(**{**vars(r), "seed": seed, "options": [],
                              "text": None})


def image_of(r):
    return f"build/{r.board}/tests/{r.name}.elf"


def fails(r, tree):
    """What goes wrong in that run, or None; None, too, if it does without a bug."""
    wrong = trees.build(r.board, image_of(r), cwd=tree)
    if wrong:
        raise RuntimeError(wrong)
    least = limit_of(r)
    if least is None:
        unsound.add(title(r))
        return None
    return execute(r, os.path.join(tree, image_of(r)), least * 10)


def execute(r, image, limit):
    """What goes wrong in that run of the image; limit: microseconds, 0 for none."""
    r = SimpleNamespace(**{**vars(r), "image": image, "row": dict(
        r.row, **{"time-out": str(TIME_OUT)})})
    own = ["-o", f"limit_us={limit}"] if limit else []
    return target.execute(r, own + r.options)  # which may have a limit, and then does


_limits, unsound = {}, set()


def limit_of(r):
    """The least of LIMITS in which the run passes without a bug; None if it does not
    pass, 0 where the board keeps no time of the chip."""
    key = r.board, r.mode, title(r), r.seed
    if key not in _limits:
        _limits[key] = next((n for n in (LIMITS if r.board == BOARD else [0])
                             if not execute(r, image_of(r), n)), None)
    return _limits[key]


def in_short(wrong):
    """What kind of failure that was."""
    for pattern in (r"^not ok \d+ - (.*)", r"^weft-sim: (deadlock)",
                    r"weft: panic: (page fault)", r"weft: (panic: [^:]*)",
                    r"^weft-sim: ([^:,]*)",
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

LIST, TABLE = "tests/mutants/*.txt", "tests/mutants/caught.tsv"
MUTANTS = mutant_list.read(LIST, board=BOARD)
TOLD = mutant_list.told(TABLE)
WRITE = sys.argv[1:] == ["write"]
table, lock = {}, threading.Lock()


def places():
    for m in MUTANTS + mutant_list.read("tests/*/*mutants.txt"):
        mutant_list.file_of(m)


def runs_told():
    """What rows name that is no run, as tests and lists are now."""
    return "\n".join(f"{m.name}: {told(m)}" for m in MUTANTS
                     if m.board in BOARDS and told(m) and not named(m))


def caught(m):
    """None if the run that its row names fails with this mutant."""
    if m.board not in BOARDS:
        raise Skip(f"{m.board} is left out")
    if WRITE:
        return found(m)
    r = named(m)
    others = [special(m, text) for text in m.runs if text != told(m)]
    with mutant_list.made(m) as tree:
        if r and any(fails(x, tree) for x in [r, *others]):
            return None
    why = ("there is no such run" if not r else
           "which it does without it, too" if title(r) in unsound else
           "but it does not")
    return (f"{m.words}: {TABLE} says that '{told(m)}' fails, {why}; "
            f"MUTANTS={m.name} tests/mutants.t write looks for another")


def found(m):
    """None if there is a run that fails with this mutant, which goes to its row."""
    with mutant_list.made(m) as tree:
        for r in itertools.islice(candidates(m), MOST):
            wrong = fails(r, tree)
            if wrong:
                table[m.name] = title(r), in_short(wrong)
                written()
                return None
    return f"{m.words}, and no test fails of the {MOST} likeliest"


def written():
    """Row by row: what has been found out stays so when the rest takes too long."""
    with lock:
        mutant_list.write(mutant_list.read(LIST, every=True), TABLE, table)


def wanted(m):
    """To write its row it must have run; all those that have one run else."""
    return not WRITE or os.environ.get("MUTANTS") or m.name not in TOLD


def goals(mutants):
    """{board: what to build there before}: the images that the rows need, or all."""
    if WRITE:
        return {m.board: ["tests"] for m in mutants}
    needed = {}
    for m in mutants:
        r = named(m)
        if m.board in BOARDS and r:
            needed.setdefault(m.board, set()).update(
                image_of(x) for x in [r, *(special(m, text) for text in m.runs)])
    return {board: sorted(images) for board, images in needed.items()}


check("each mutant's lines are where it says", places)
if not os.environ.get("MUTANTS") and not WRITE:
    check(f"{TABLE} has a row of each, and no other", mutant_list.unlike,
          MUTANTS, TABLE)
    check("each row names a run that there is", runs_told)
if (FULL or WRITE) and BOARD in BOARDS:
    mutants = [m for m in MUTANTS if wanted(m)]
    unbuilt = trees.prepare(goals(mutants))
    check("a copy of the tree builds", lambda: unbuilt)
    if not unbuilt:
        for mutant in mutants:
            check(mutant.name, caught, mutant)
if WRITE:
    written()
finish()
