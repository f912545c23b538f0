# SPDX-License-Identifier: Apache-2.0
"""Lists of mutants, which mutants.t says how to write; and the table of what
catches each, which is made from runs."""

import contextlib
import functools
import glob
import os
import re
from types import SimpleNamespace

import lib
import trees


def read(pattern, every=False, board=""):
    """Those of these files; only those that MUTANTS names, if it does.  They run on
    `board` where they name none."""
    only = [] if every else os.environ.get("MUTANTS", "").split()
    found = []
    for path in sorted(glob.glob(pattern)):
        with open(path, encoding="utf-8") as f:
            _, *parts = re.split(r"^= ", f.read(), flags=re.M)
        for part in parts:
            title, *lines = part.rstrip("\n").split("\n")
            name, _, words = title.partition(": ")
            m = SimpleNamespace(name=name, words=words, old="", new="",
                                board=board, mode="", tests=[], runs=[])
            for line in lines:
                read_line(m, line)
            found.append(m)
    return [m for m in found if not only or m.name in only]


def read_line(m, line):
    key, _, value = line.partition(" ")
    if key == "in":
        m.where = value
    elif key == "board":
        m.board, _, m.mode = value.partition(" ")
    elif key == "tests":
        m.tests = value.split()
    elif key == "run":
        m.runs.append(value)
    elif line and line[0] not in " -+":
        raise RuntimeError(f"{m.name}: what is '{key}'?")
    elif line:
        m.old += line[1:] + "\n" if line[0] in " -" else ""
        m.new += line[1:] + "\n" if line[0] in " +" else ""


# What a change is made in --------------------------------------------------

FUNCTION = (r"^(?![ \t#}}/*])[^;={{}}]*?\b{}\([^;{{}}]*\)\s*\n\{{"
            r"(?:.|\n)*?^\}}")
LABEL = r"^{}:(?:.|\n)*?(?=^\w+:)"  # in assembler, up to the next one


@functools.lru_cache(maxsize=None)
def sources():
    """{path: text} of all C and assembler outside tests/ and build/."""
    found = {}
    for top in sorted(set(os.listdir(lib.ROOT)) - {"build", "tests"}):
        for path in sorted(glob.glob(f"{top}/**/*.[chS]", recursive=True)):
            with open(path, encoding="utf-8") as f:
                found[path] = f.read()
    return found


def file_of(m):
    """The one file in which a function of that name has the lines, once."""
    found = []
    for path, text in sources().items():
        if m.where not in text or text.count(m.old) != 1:
            continue
        pattern = LABEL if path.endswith(".S") else FUNCTION
        function = re.compile(pattern.format(m.where), re.M)
        begin = text.index(m.old)
        end = begin + len(m.old)
        if any(begin < d.end() and d.start() < end
               for d in function.finditer(text)):
            found.append(path)
    if len(found) != 1 or m.old == m.new:
        raise RuntimeError(
            f"{m.name}: {len(found)} files have these lines once, in a "
            f"function {m.where}: {' '.join(found)}\n{m.old}")
    return found[0]


@contextlib.contextmanager
def made(m):
    """A tree with this mutant in it."""
    with trees.changed(file_of(m), lambda good: good.replace(m.old, m.new)) \
            as tree:
        yield tree


# The table -----------------------------------------------------------------

HEAD = ("# SPDX-License-Identifier: Apache-2.0\n# Mutant, the run that catches "
        "it, and how; tests/mutants.t write makes the rows.\n")


def told(path):
    """{name: (caught by, how)} by that table, in its order."""
    with open(path, encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f
                if not line.startswith("#")]
    return {name: (by, how) for name, by, how in rows}


def unlike(mutants, path):
    """What the table has and the lists have not, or the other way."""
    table = told(path)
    wrong = [f"no row: {m.name}" for m in mutants if m.name not in table]
    wrong += [f"no such mutant: {name}" for name in table
              if name not in {m.name for m in mutants}]
    if not wrong and list(table) != [m.name for m in mutants]:
        wrong = ["another order"]
    return "\n".join(wrong + ["TEST_LEVEL=test-full tests/mutants.t write: runs "
                              "what has no row, and writes"] if wrong else [])


def write(mutants, path, caught):
    """caught: {name: (by, how)} of this run; other rows stay as they are."""
    rows = told(path)
    rows.update(dict(caught))
    with open(path, "w", encoding="utf-8") as f:
        f.write(HEAD + "".join("\t".join((m.name, *rows[m.name])) + "\n"
                               for m in mutants if m.name in rows))
