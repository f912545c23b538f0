#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What on-target tests cost is what it was (tests/costs.py).

  tests/costs.t [--accept] [NAME ..]

A change of costs is a change that must be seen: if it is meant, tests/costs.t --accept
writes tests/costs.tsv anew, prints all that is different, and the change is committed with what
made it.  NAME: only runs of these tests.
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, Skip, check, finish, make  # noqa: E402
import costs  # noqa: E402

NAMES = [n for n in sys.argv[1:] if n != "--accept"]


def chosen():
    return [r for r in costs.rows() if not NAMES or r.name in NAMES]


def built(board, runs):
    """(status, stdout, stderr) of building what they need."""
    return make(f"BOARD={board}", "vehicle", *sorted(
        {f"build/{board}/tests/{r.name}.elf" for r in runs if r.board == board}))


def accept():
    """The table anew; what no run has any more goes."""
    runs, (_, old) = chosen(), costs.read()
    for board in {r.board for r in runs}:
        status, out, err = built(board, runs)
        if status:
            sys.exit(out + err)
    all_runs = set(map(costs.key_of, costs.rows())) if NAMES else ()
    kept = {k: v for k, v in old.items() if k in all_runs}
    with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        results = list(pool.map(costs.measured, runs))
    new = {costs.key_of(r): figures for r, (figures, _) in zip(runs, results)}
    for key, (figures, wrong) in zip(new, results):
        if not figures:
            sys.exit(f"{key} fails, nothing is written:\n{wrong}")
        if wrong:
            print(f"{key}: fails where software is free")
    for key in sorted(new):
        text = costs.difference(old.get(key), new[key])
        if text:
            print(f"{key}: {text}")
    gone = old.keys() - kept.keys() - new.keys()
    print(*(f"{key}: gone" for key in sorted(gone)), sep="\n")
    costs.write({**kept, **new})


def differs(r, old):
    figures, wrong = costs.measured(r)
    text = costs.difference(old.get(costs.key_of(r)), figures) if figures else wrong
    return text and f"{text}\nif that is meant: tests/costs.t --accept {r.name}"


def more(r, old):
    figures, wrong = costs.measured(
        SimpleNamespace(**{**vars(r), "cores": r.cores + 1}))
    less = [name for name, a, b in zip(costs.FIGURES, old[costs.key_of(r)], figures or ())
            if int(a) > 0 and int(a) >= int(b)]
    return wrong or (f"not more: {less}" if less else None)


def other_compiler(of, ours):
    raise Skip(f"the figures are of {of}, this is {ours}")


def gone(old):
    lost = sorted(old.keys() - set(map(costs.key_of, costs.rows())))
    return "\n".join([*lost, "tests/costs.t --accept"]) if lost else None


if "--accept" in sys.argv[1:]:
    accept()
else:
    table_of, table = costs.read()
    here, runs_ = costs.compiler(), [r for r in chosen() if r.board in BOARDS]
    if runs_ and table_of != here:
        check("costs", other_compiler, table_of, here)
        runs_ = []
    for board_ in sorted({r.board for r in runs_}):
        status_, *said_ = built(board_, runs_)
        check(f"the tests of {board_} build",
              lambda wrong="".join(said_) if status_ else None: wrong)
    for run_ in runs_:
        if run_.name == "bcast" and run_.board == costs.BOARD:
            check("one core more costs more", more, run_, table)
            break
    for run_ in runs_:
        check(costs.key_of(run_), differs, run_, table)
    if runs_ and not NAMES:
        check("no run of the table is gone", gone, table)
    finish()
