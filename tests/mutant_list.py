# SPDX-License-Identifier: Apache-2.0
"""Lists of mutants; mutants.t says how they are written."""

import contextlib
import glob
import os
import re
from types import SimpleNamespace

import lib
import trees


def read(pattern):
    """Those of these files; only those that MUTANTS names, if it does."""
    only = os.environ.get("MUTANTS", "").split()
    found = []
    for path in sorted(glob.glob(pattern)):
        with open(path, encoding="utf-8") as f:
            _, *parts = re.split(r"^= ", f.read(), flags=re.M)
        for part in parts:
            title, *lines = part.rstrip("\n").split("\n")
            name, _, words = title.partition(": ")
            m = SimpleNamespace(name=name, words=words, old="", new="",
                                tests=[], runs=[])
            for line in lines:
                read_line(m, line)
            found.append(m)
    return [m for m in found if not only or m.name in only]


def read_line(m, line):
    key, _, value = line.partition(" ")
    if key == "file":
        m.file = value
    elif key == "tests":
        m.tests = value.split()
    elif key == "run":
        m.runs.append(value)
    elif line:
        m.old += line[1:] + "\n" if line[0] in " -" else ""
        m.new += line[1:] + "\n" if line[0] in " +" else ""


@contextlib.contextmanager
def made(m):
    """A tree with this mutant in it."""
    def change(good):
        if good.count(m.old) != 1 or m.old == m.new:
            raise RuntimeError(f"{m.file} has this {good.count(m.old)} times, "
                               f"not once; the list is stale:\n{m.old}")
        return good.replace(m.old, m.new)

    with trees.changed(m.file, change) as tree:
        yield tree


def finish(mutants, table):
    """The checks, and then the table: {name: (caught by, how, seconds)}."""
    try:
        lib.finish()
    finally:
        if table:
            print_table(mutants, table)


def print_table(mutants, table):
    print("# | mutant | what is wrong | caught by | how | s |\n"
          "# |---|---|---|---|---|---|")
    for m in mutants:
        if m.name in table:
            by, how, seconds = table[m.name]
            how = how.replace("|", "\\|")
            print(f"# | `{m.name}` | {m.words} | `{by}` | {how} | "
                  f"{seconds:.1f} |")
