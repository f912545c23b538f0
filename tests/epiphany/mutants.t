#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Seeded bugs in the Epiphany's emulator: each makes one of its tests fail.

tests/epiphany/mutants.txt holds the changes, as tests/mutants.t has them.  Each is
built in a copy of the tree, in which the emulator's own tests run, then a
part of the compiler's; `tests` names programs to try before.  MUTANTS names
those to make.
"""

import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(
    os.path.realpath(__file__)), ".."))
from lib import FULL, check, finish, make, run, scratch  # noqa: E402
import epiphany  # noqa: E402
import mutant_list  # noqa: E402
import trees  # noqa: E402

OUT = "build/epiphany"


def prepare():
    """Copies of the tree; toolchain and library are links, the emulator is its
    own."""
    base = scratch(" of emulators")
    for n in range(os.cpu_count() or 2):
        tree = os.path.join(base, str(n))
        trees.copy_sources(tree)
        os.makedirs(os.path.join(tree, OUT))
        for name in os.listdir(epiphany.OUT):
            path = os.path.abspath(os.path.join(epiphany.OUT, name))
            if path == os.path.abspath(epiphany.EMULATOR):
                shutil.copy2(path, os.path.join(tree, OUT, name))
            else:
                os.symlink(path, os.path.join(tree, OUT, name))
        trees.add(tree)


def built(tree):
    status, out, err = make("vehicle", f"BOARD={epiphany.BOARD}", cwd=tree)
    if status:
        raise RuntimeError(out + err)


def runs(m):
    """The likeliest first: programs of the emulator's tests, then all."""
    if m.tests:
        yield "emulator.t", *m.tests
    yield ("emulator.t",)
    yield ("torture.t",)


def caught(m):
    """None if a test fails with this mutant."""
    env = {**os.environ, "EPIPHANY_OUT": OUT, "TEST_LEVEL": "test"}
    with mutant_list.made(m) as tree:
        built(tree)
        for script, *names in runs(m):
            path = os.path.join(tree, "tests/epiphany", script)
            status, out, err = run([sys.executable, path, *names], 60, env=env)
            if status:
                return None
    return f"{m.words}, and no test fails"


epiphany.ready()
MUTANTS = mutant_list.read("tests/epiphany/mutants.txt")
if FULL:
    prepare()
    for mutant in MUTANTS:
        check(mutant.name, caught, mutant)
finish()
