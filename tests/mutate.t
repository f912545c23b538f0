#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/mutate: what it draws, and that it judges two mutants of fibers rightly."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, check, expect, finish, run, scratch  # noqa: E402
import mutant_cover  # noqa: E402
import mutations  # noqa: E402

BOARD, FILE = "scc-sim", "fiber/fiber.c"
KINDS = ["call", "condition", "constant", "fence", "relation", "store", "swap"]
CODE = '''\
struct is { int not; } mutated = {1};

static void f(int *a, int b)
{
	int c = b; /* not if (b < 1) */

	if (b < 9 && *a) {
		*a = b;
		g(a,
		  "1 < 2");
	}
	FENCE(site, h(b));
}
'''
CHANGES = [
    (7, "condition", "(b < 9 && *a)", "(!(b < 9 && *a))"),
    (7, "relation", "<", "<="), (7, "relation", "<", ">="),
    (7, "constant", "9", "10"), (7, "constant", "9", "8"),
    (7, "relation", "&&", "||"),
    (8, "store", "*a = b;", ";"), (9, "call", 'g(a,\n\t\t  "1 < 2");', ";\n"),
    (12, "fence", "FENCE(site, h(b));", ";"),
]


def drawn(*options):
    return run(["tools/mutate", "--list", *options])


def changes():
    found = [(m.line, m.kind, m.before, m.after) for m in mutations.of("x.c", CODE)]
    return None if sorted(found) == sorted(CHANGES) else f"{found}"


def swapped():
    """Neighbours change places, whole; a line of a block has no neighbour outside."""
    text = "void f(void)\n{\n\ta(1,\n\t  2);\n\tb(1,\n\t  2);\n\tif (c) {\n\t\td();\n\t}\n}\n"
    found = [m for m in mutations.of("x.c", text) if m.kind == "swap"]
    if len(found) != 1:
        return f"{found}"
    made = mutations.made(text, found[0])
    if "\tb(1,\n\t  2);\n\ta(1,\n\t  2);\n\tif" not in made:
        return made
    return None


def alike():
    """What a compiler may do itself is none: to count in its own variable sooner or later,
    unless somebody else may see that; nor is what gives the same number."""
    for before, call, swaps in (("uint32_t n = 0;", "g(a);", 0), ("uint32_t n = 0;", "g(n);", 1),
                                ("uint32_t m = n == 0;", "g(a);", 1),
                                ("static uint32_t n;", "g(a);", 1),
                                ("uint32_t n = 0, *p = &n;", "g(p);", 1)):
        text = f"void f(void)\n{{\n\t{before}\n\n\t{call}\n\tn++;\n}}\n"
        found = [m for m in mutations.of("x.c", text) if m.kind == "swap"]
        if len(found) != swaps:
            return f"{text}{found}"
    text = ("\n\nvoid f(uint32_t k, uint32_t n)\n{\n\tg(a);\n\tn += k;\n\tg(k);\n"
            "\tk = 1;\n\tn += k;\n}\n")
    found = [m.after for m in mutations.of("x.c", text) if m.kind == "swap"]
    if found != ["k = 1;\n\tg(k);", "n += k;\n\tk = 1;"]:
        return f"{text}{found}"
    for text, after in (("n = a > b ? a - b : 0;", ["<="]), ("n = a > b ? a : 0;", ["<=", ">="]),
                        ("n = a < b ? (int)a : b;", [">="])):
        found = [m.after for m in mutations.of("x.c", f"void f(void)\n{{\n\t{text}\n}}\n")
                 if m.kind == "relation"]
        if sorted(found) != after:
            return f"{text}: {found}"
    return None


def a_seed_repeats():
    first, again, other = drawn("--seed", "7"), drawn("--seed", "7"), drawn("--seed", "8")
    if first[0] or first != again:
        return f"another list, or none:\n{first[2]}"
    if sorted(first[1].splitlines()) != sorted(other[1].splitlines()):
        return "another seed draws from others"
    if first[1] == other[1]:
        return "another seed changes nothing"
    kinds = sorted({line.split("\t")[2] for line in first[1].splitlines()})
    return None if kinds == KINDS else f"kinds: {kinds}"


def judged(line, kind, outcome, runs, path=FILE):
    """The one mutant there of that kind has that outcome, which a second start tells
    again, as it is written down."""
    with open(path, encoding="utf-8") as f:
        number = f.read().splitlines().index(f"\t{line}") + 1
    folder = scratch(" of mutants")
    command = ["tools/mutate", "--seconds", "300", f"{path}:{number}:{kind}"]
    env = {**os.environ, "WEFT_MUTATE_OUT": folder}
    status, out, err = run(command, env=env)
    with open(os.path.join(folder, "results.tsv"), encoding="utf-8") as f:
        results = [text.rstrip("\n").split("\t") for text in f]
    if status or [r[5] for r in results] != [outcome] or runs != (results[0][7] != "0"):
        return f"status {status}: {results}\n{out}{err}"
    score = "fiber\t1\t1\t100" if outcome == "caught" else "fiber\t0\t0\t-"
    status, out, err = run(command, env=env)
    if status or score not in out or f"{outcome} " in out:
        return f"status {status}, no '{score}', or made again\n{out}{err}"
    return None


def covered():
    """A function behind one of a header is its own file's."""
    path, own = "runtime/libc_sleep.c", "\t\tleft->tv_sec = 0;\n"
    with open(path, encoding="utf-8") as f:
        number = f.readlines().index(own) + 1
    image = f"build/{BOARD}/tests/sleeps.elf"
    wrong = expect(run(["tools/weft-run", "--cores", "1", image]), 0)  # has its blocks counted
    if wrong:
        return wrong
    _, blocks = mutant_cover.blocks(image)
    return None if any(number in lines[path] for lines in blocks) else f"{path}:{number} has none"


def counted():
    """A change that makes no difference in one line counts in the others of its file."""
    path, line, change = "bsp/order.c", "superstep) > rank;", ("relation", ">", ">=")
    with open(path, encoding="utf-8") as f:
        text = f.read()
    found = [m for m in mutations.of(path, text) if (m.kind, m.before, m.after) == change]
    number = [part.strip() for part in text.split("\n")].index(line) + 1
    folder = scratch(" of results")
    with open(os.path.join(folder, "results.tsv"), "w", encoding="utf-8") as f:
        for m in found:
            print(path, f"{m.line}:{m.column}", *change, "survived", "", 1, 1, sep="\t", file=f)
    status, out, err = run(["tools/mutate", "--report", path],
                           env={**os.environ, "WEFT_MUTATE_OUT": folder})
    score = f"bsp\t0\t{len(found) - 1}\t0\t0"
    if status or score not in out or f":{number}:" in out or len(found) < 2:
        return f"status {status}, of {len(found)}, and no '{score}'\n{out}{err}"
    return None


check("each kind of change, and none of what is no code", changes)
check("statements that are swapped", swapped)
check("changes that make no difference are none", alike)
check("a seed repeats, and draws each kind", a_seed_repeats)
check("one that makes no difference in one line counts in others", counted)
if BOARD in BOARDS:
    check("lines of a block", covered)
    check("a mutant that a test notices is caught",
          judged, "fiber->life = LIVES;", "store", "caught", True)
    check("one that gives the same object does not count",
          judged, "\trt_stack_begins(to->top);", "call", "same", False, "fiber/schedule.c")
finish()
