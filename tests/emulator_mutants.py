# SPDX-License-Identifier: Apache-2.0
"""Seeded bugs in an emulator: each is built in a copy of the tree, where the emulator's own
tests then run, and one must fail.  The list is written as tests/mutants.t has it; `tests`
names programs to try before all of them.
"""

import os
import shutil
import sys

from lib import FULL, check, finish, make, run, scratch
import mutant_list
import trees


def prepare(out, program):
    """Copies of the tree; what lies beside the emulator is linked, it is their own."""
    base = scratch(" of emulators")
    for n in range(os.cpu_count() or 2):
        tree = os.path.join(base, str(n))
        trees.copy_sources(tree)
        os.makedirs(os.path.join(tree, out))
        for name in os.listdir(out):
            path = os.path.abspath(os.path.join(out, name))
            place = os.path.join(tree, out, name)
            if name == program:
                shutil.copy2(path, place)
            else:
                os.symlink(path, place)
        trees.add(tree)


def caught(m, board, folder, env, scripts):
    """None if a test fails with this mutant."""
    with mutant_list.made(m) as tree:
        status, out, err = make("vehicle", f"BOARD={board}", cwd=tree)
        if status:
            raise RuntimeError(out + err)
        first = [(scripts[0], *m.tests)] if m.tests else []
        for script, *names in first + [(s,) for s in scripts]:
            path = os.path.join(tree, folder, script)
            status, _, _ = run([sys.executable, path, *names], 60,
                               env={**os.environ, **env,
                                    "TEST_LEVEL": "test"})
            if status:
                return None
    return f"{m.words}, and no test fails"


def run_all(board, folder, out, program, env, scripts):
    """Of folder/mutants.txt; MUTANTS names those to make."""
    if FULL:
        prepare(out, program)
        for m in mutant_list.read(os.path.join(folder, "mutants.txt")):
            check(m.name, caught, m, board, folder, env, scripts)
    finish()
