#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Several chips that are joined by links, on the simulator: on-target tests over links that
lose, repeat, reorder and damage frames (without faults tests/on-target.t runs all of them),
what a run's console and its reports call a core, chips that do not answer, and runs that
cannot be."""

import os
import re
import sys
from types import SimpleNamespace

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
from lib import FULL, check, expect, finish, make, run  # noqa: E402
import chip_rows  # noqa: E402
import mutant_list  # noqa: E402
import target  # noqa: E402
import trees  # noqa: E402

BOARD = chip_rows.BOARD
OUT = f"build/{BOARD}"
BENCH = f"{OUT}/bench/link.elf"


def joined(*options, cores=4, image="hello"):
    return run(["tools/weft-run", "--board", BOARD, "--cores", str(cores), *options,
                f"{OUT}/{image}.elf"], 120)


def resent(link):
    got = joined("-o", f"link={link}", cores=8, image="bench/link")
    found = re.search(r"resent\t([0-9]+)", got[1])
    return int(found[1]) if found and not got[0] else None, got[1]


def resends():
    """Losses are made good by the link, and the same seed gives the same run."""
    none, few, again, many = (resent(link) for link in (
        "loss:0", "loss:2%", "loss:2%", "loss:20%"))
    if few[1] != again[1]:
        return "two runs with one seed differ:\n" + few[1] + again[1]
    if None in (none[0], few[0], many[0]) or not none[0] < few[0] < many[0]:
        return f"resent without losses {none[0]}, with 2 % {few[0]}, with 20 % {many[0]}"
    return None


def megabytes(*options):
    got = joined("-o", "link=mbps:4", *options, cores=8, image="bench/link")
    found = re.search(r"bandwidth\t([0-9.]+)", got[1])
    return float(found[1]) if found and not got[0] else 0


def two_links():
    one, two = megabytes(), megabytes("-o", "links=2")
    return None if two > 1.7 * one > 0 else f"{one} MB/s by one link, {two} by two"


def one_stops():
    """The other one carries all: as if there were no second one, and both resend."""
    one, left = megabytes(), megabytes("-o", "links=2", "-o", "cut=1@3000")
    return None if left > 0.75 * one > 0 else f"{one} MB/s by one link, {left} when one stops"


def make_run():
    wrong = expect(make("run", "BOARD=scc-sim", "CHIPS=3", "CORES=7", "APP=examples/hello"),
                   0, "cores=7", "[0.2] hello", "[1.1] hello", "[2.1] hello", "end code=0")
    return wrong or expect(make("run", "BOARD=mpi", "CHIPS=2"), 2, "no board 'mpi-chips'")


def dies_meanwhile():
    """Whoever waits for its pieces gives up, or the door says that it is gone."""
    for us in (900, 1500, 2500, 4000):
        got = run(["tools/weft-run", "--board", BOARD, "--cores", "8", "-o", "chips=2", "-o",
                   f"dead=1@{us}", f"{OUT}/tests/long_nodes.elf", "200000"], 60)
        said = re.search("given up|does not answer|no sign", got[1] + got[2])
        if got[0] not in (3, 70) or not said:
            return f"it dies at {us} us: {got[0]}\n{got[1]}{got[2]}"
    return None


def cannot_be():
    for options, text in ((("-o", "link=loss:200"), None),
                          (("-o", "link=speed:2"), "not KEY:VALUE,.."),
                          (("-o", "chips=5"), "4 cores are no 1 to"),
                          (("-o", "chips=0"), "not a number"),
                          (("-o", "dead=1"), "not CHIP@US"),
                          (("-o", "cut=1"), "not LINK@US"),
                          (("-o", "dead=2@5"), "there is no chip 2"),
                          (("-o", "detect=all"), "has no option 'detect'")):
        got = joined(*options)
        wrong = expect(got, 2 if text else 0, *([text] if text else []))
        if wrong:
            return f"{options}: {wrong}"
    return None


def played(m, text, tree):
    """A mutant's run in this tree: what is wrong with it."""
    name, cores, chips, mode, link, *words = text.split()
    options = [word[2:] for word in words if word.startswith("-o")]
    words = [word for word in words if not word.startswith("-o")]
    env = [word for word in words if "=" in word]
    wrong = trees.build(BOARD, f"{OUT}/tests/{name}.elf", cwd=tree)
    if wrong:
        raise RuntimeError(wrong)
    row = {"env": ",".join(env), "time-out": "20", "o": "+".join(options),
           "args": [word for word in words if word not in env]}
    r = SimpleNamespace(name=name, board=BOARD, mode=mode, seed=1, cores=int(cores), row=row,
                        image=f"{tree}/{OUT}/tests/{name}.elf")
    return target.execute(r, ["-o", f"chips={chips}", *(
        [] if link == "-" else ["-o", f"link={link}"])])


def caught(m):
    with mutant_list.made(m) as tree:
        for text in m.runs:
            if played(m, text, tree):
                wrong = played(m, text, ".")
                return wrong and f"{text} fails without it, too\n{wrong}"
    return f"{m.words}, and no run fails"


missing = [name for name in chip_rows.TESTS + chip_rows.MORE if not chip_rows.source(name)]
check("its tests are there", lambda: f"no test {missing}" if missing else None)
built = make(f"BOARD={BOARD}", "vehicle", f"{OUT}/hello.elf", BENCH,
             *(f"{OUT}/tests/{name}.elf" for name in {*chip_rows.names(), "rush", "long_nodes"}))
check("it builds", lambda: built[1] + built[2] if built[0] else None)
for r in chip_rows.runs():
    check(target.title(r), target.execute, r)
for r in chip_rows.runs(ways=[(3, 17, "relaxed", f"{chip_rows.ONE}+links=2")],
                        tests=["port", "litmus", "abcast"]):
    check(target.title(r), target.execute, r)
for r in chip_rows.runs(ways=[(3, 17, "relaxed", f"{chip_rows.ONE}+links=2+cut=1@{us}")
                              for us in ([1500, 500, 6000] if FULL else [1500])],
                        tests=["port", "litmus", "abcast", "am"]):
    check(target.title(r), target.execute, r)
check("one of two links stops", one_stops)
check("the only one stops", lambda: expect(
    joined("-o", "cut=0@900", image="bench/link"), 70, "does not answer"))
check("all cores of 32 chips reach for one", lambda: expect(
    joined("-o", "chips=32", cores=32 * 48, image="tests/rush"), 0, "ok 2", "end code=0"))
check("what is lost goes again", resends)
check("where the wire is slow, two links are twice as fast", two_links)
check("make run CHIPS=", make_run)
check("a chip that is not there at start", lambda: expect(
    joined("-o", "dead=1@0"), 70, "no sign of rank", "1.0 (0,0)", "STOPPED"))
check("one that dies later", lambda: expect(
    joined("-o", "dead=1@900", image="bench/link"), 70, "chip 1 does not answer"))
check("the first one, too", lambda: expect(
    joined("-o", "dead=0@900", image="bench/link"), 70, "chip 0 does not answer"))
check("one that dies in long broadcasts", dies_meanwhile)
check("what cannot be is refused", cannot_be)
if FULL:
    wrong = trees.prepare({}, outs=[BOARD])
    check("a copy of the tree", lambda: wrong)
    for mutant in mutant_list.read("tests/chips/mutants.txt"):
        check(mutant.name, caught, mutant)
finish()
