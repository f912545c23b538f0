#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make DEBUG=1: what is the thread's alone refuses a handler, by name; requests in
use that are gone, or overwritten, are panics that name who started them."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, check, expect, finish, make, run  # noqa: E402
import target  # noqa: E402

BOARD = "scc-sim"  # what is checked lies above all boards
OUT = f"build/debug/{BOARD}"
IMAGES = [f"{OUT}/tests/{name}.elf" for name in ("contexts", "requests", "misuse",
                                                 "gather_wrong")]
GONE = {"frame": "has gone out of scope", "main": "has gone out of scope",
        "overwritten": "has been overwritten"}


def weft_run(image, cores, *args):
    return run(["tools/weft-run", "--tap", "--cores", str(cores), "--time-out", "60",
                image, *args])


def refused(cores):
    return expect(weft_run(IMAGES[0], cores), 0,
                  "ok 2 - whatever is the thread's does")


def gone(plant, text):
    return expect(weft_run(IMAGES[1], 3, plant), 70,
                  f"panic: a request in use {text}; started by 0x")


def misused(cores):
    """On all cores a named error, and who differs from whom is said."""
    status, out, err = weft_run(IMAGES[2], cores)
    said = [re.search(r"collective: rank \d+ calls " + what, out) for what in (
        r"\w+ of \d+ bytes from root \d+, not as the core above it",
        r"barrier_\w+\n")]
    if cores > 1 and not all(said):
        return "nobody said who differs\n" + out + err
    wrong = target.judge(out)
    return "\n".join(wrong) + out + err if status or wrong else None


if BOARD in BOARDS:
    check("builds", lambda: expect(
        make(f"BOARD={BOARD}", f"OUT={OUT}", "DEBUG=1", *IMAGES,
             f"{OUT}/weft-sim"), 0))
    for n in 1, 3:
        check(f"{n} cores", refused, n)
    for name, said in GONE.items():
        check(f"a request in use, {name}", gone, name, said)
    for n in 1, 2, 3, 17, 48:
        check(f"collective misuse, {n} cores", misused, n)
    check("misuse of collectives that move blocks", lambda: expect(
        weft_run(IMAGES[3], 3), 0, "ok 3 - cores that differ"))
    check("one does not come", lambda: expect(
        weft_run(IMAGES[2], 17, "late"), 0))
    check("requests", lambda: expect(weft_run(IMAGES[1], 3), 0, "1..3"))
finish(workers=1)
