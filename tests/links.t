#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The link layer on this machine: chips in one process, on a wire with faults by seed.

  tests/links.t [--accept]

How many frames of each kind there were, and how long all took, is compared exactly with
tests/links/figures.tsv: no other test sees an acknowledgement too many, or one that is asked
for too late.  If a change is meant, --accept writes that file anew.
"""

import functools
import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import FULL, NIGHTLY, check, expect, finish, run, scratch  # noqa: E402

OUT = scratch()
SOURCES = [*sorted(glob.glob("links/*.c")), "tests/links/chips.c"]
FAR = "links/far/far_links.c"
FRAMES = 1000000 if FULL else 50000  # of a stream
SEEDS = range(1, 11) if NIGHTLY else (1, 2) if FULL else (1,)
TABLE, ACCEPT = "tests/links/figures.tsv", "--accept" in sys.argv[1:]
CHECKED = ["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def flagged(*words):
    return ["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", *CHECKED, "-I.", "-Iinclude",
            *words]


@functools.lru_cache(maxsize=None)
def objects():
    """What all programs share, made once; None, or what the compiler said."""
    for path in (*SOURCES, FAR):
        wrong = expect(run(flagged(*includes(path), "-c", "-o", object_of(path), path),
                           time_out=300), 0)
        if wrong:
            return wrong
    return None


def object_of(path):
    return f"{OUT}/{path.replace('/', '_')}.o"


def includes(path):
    return ["-Itests/links/far"] if path in (FAR, "tests/links/far.c") else []


def build(name):
    path, far = f"tests/links/{name}.c", [object_of(FAR)] if name == "far" else []
    return objects() or expect(run(flagged(
        *includes(path), "-o", f"{OUT}/{name}", path, *far, *map(object_of, SOURCES)),
        time_out=300), 0)


def passes(name, *args):
    """It says how many tests it has, none of them fails, and its figures are the table's."""
    status, out, err = run([f"{OUT}/{name}", *map(str, args)], time_out=900)
    bad = re.findall(r"^not ok .*", out, re.M)
    done = len(re.findall(r"^ok ", out, re.M))
    plan = re.search(r"^1\.\.(\d+)$", out, re.M)
    if status or bad or not plan or int(plan[1]) != done:
        return "\n".join([f"status {status}", *bad, err])
    return differs(" ".join([name, *map(str, args)]),
                   re.search(r"^# sum: (.*)", out, re.M)[1])


def differs(key, new):
    """From what the table has; the long tiers do what it has not."""
    with open(TABLE, encoding="ascii") as f:
        old = dict(line.rstrip("\n").split("\t") for line in f).get(key)
    if ACCEPT:
        accepted.append(f"{key}\t{new}\n")
    if ACCEPT or old == new or not old and FULL:
        return None
    words = [f"{name} {a} -> {b}" for (name, a), (_, b) in zip(
        *(re.findall(r"(\S+) (\d+)", text) for text in (old, new))) if a != b] if old else [new]
    return f"{key}: {', '.join(words)}\nif that is meant: tests/links.t --accept"


accepted = []
PROGRAMS = "rules", "pool", "streams", "bundles", "stops", "far"
RUNS = {"each rule by itself": ["rules"], "the pool": ["pool"],
        "several links as one": ["bundles"],
        "one of them stops": ["stops", 1000 if FULL else 50],
        "records, and answers that wait": ["far"],
        **{f"streams, seed {seed}": ["streams", FRAMES, seed] for seed in SEEDS},
        **{f"a tenth of it, seed {seed}": ["streams", FRAMES // 10, seed]
           for seed in (11, 12, 13)}}
if ACCEPT:
    wrong = [*filter(None, (build(p) for p in PROGRAMS)),
             *filter(None, (passes(*words) for words in RUNS.values()))]
    if wrong:
        sys.exit("\n".join(wrong))
    with open(TABLE, "w", encoding="ascii") as f:
        f.writelines(accepted)
    sys.exit()
for program in PROGRAMS:
    check(f"{program} builds", build, program)
for name, words in RUNS.items():
    check(name, passes, *words)
finish(workers=1)
