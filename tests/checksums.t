#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make CHECK=1: flipped bits are found and mended; without it they get through."""

import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, check, expect, finish, make, run  # noqa: E402

BOARD = "scc-sim"  # the injector is there
OUT = f"build/check/{BOARD}"
CORES = 6
CHECKED = f"{OUT}/tests/checked.elf"
PLAIN = f"build/{BOARD}/tests/checked.elf"
MESSAGES = f"{OUT}/tests/checked_messages.elf"
PLAIN_MESSAGES = f"build/{BOARD}/tests/checked_messages.elf"
ABCAST = f"{OUT}/tests/abcast.elf"
WRONG, FAILED = 3, 4  # as tests/target/bcast/checked.c has them
FLIPS = 3  # one fewer than CHECKED_TRIES: each may hit another attempt of one call
RUNS = 200 if FULL else 20


def weft_run(image, rules, arg, *more):
    options = [part for rule in rules for part in ("-o", "fault=" + rule)]
    return run(["tools/weft-run", "--cores", str(CORES), "--time-out", "60",
                *options, *more, image, arg])


def parts(image):
    """{part: (offset, bytes)} of the MPB."""
    _, out, _ = run(["tools/weft-run", "--cores", str(CORES), "--env",
                     "WEFT_SHOW_MAP=1", image, "sure"])
    return {name: (int(at), int(n)) for name, at, n in re.findall(
        r"mpb ([\w-]+) offset=(\d+) bytes=(\d+)", out)}


def in_chunks(image, seed):
    """Flips of several cores' chunks, in lines that are often written."""
    at, n = parts(image)["chunks"]
    draw = random.Random(seed)
    return [f"flip:core={draw.randrange(CORES)},"
            f"offset={at + draw.choice((0, 32, n // 2)) + draw.randrange(32)},"
            f"nth={draw.randrange(1, 12)}" for _ in range(FLIPS)]


def mended(image):
    """Data are right and every call succeeds; damage is said."""
    said = 0
    for seed in range(RUNS // 4):
        status, out, err = weft_run(image, in_chunks(image, seed), "sure")
        if status:
            return f"seed {seed}: status {status}\n{out}{err}"
        said += out.count("was damaged")
    return None if said else "nothing was damaged"


def unchecked(image):
    """The same flips get through in a build without."""
    for seed in range(RUNS):
        status, _, _ = weft_run(image, in_chunks(image, seed), "sure")
        if status == WRONG:
            return None
    return "no flip did any harm"


def words(image):
    """Flips of flags and slots: right data or a named error, never wrong ones."""
    draw = random.Random(1)
    places = [place for name, place in parts(image).items() if name not in (
        "chunks", "heap", "status", "rendezvous")]
    for _ in range(RUNS):
        at, n = draw.choice(places)
        rule = (f"flip:core={draw.randrange(CORES)},"
                f"offset={at + draw.randrange(n)},nth={draw.randrange(1, 9)}")
        status, out, err = weft_run(image, [rule], "any")
        # Cores that stop early leave those behind that time out.
        if status or "wrong data" in out:
            return f"{rule}: status {status}\n{out}{err}"
    return None


def asynchronous():
    """Chunks and headers: all is received once, in order, and right."""
    places = parts(ABCAST)
    headers, chunks = places["abcast"][0], places["abcast-chunks"]
    draw, said = random.Random(2), 0
    for i in range(RUNS):
        at = headers + draw.randrange(32) if i % 3 == 0 else chunks[0] + \
            draw.choice((0, 32, chunks[1] // 2)) + draw.randrange(32)
        rules = [f"flip:core={draw.randrange(CORES)},offset={at},"
                 f"nth={draw.randrange(1, 20)}" for _ in range(2)]
        how = ("handler", "thread", "message")[i % 3]
        tree = ("--env", "WEFT_ABCAST_K=2") if i & 1 else ()
        status, out, err = weft_run(ABCAST, rules, how, *tree)
        if status or "not ok" in out:
            return f"{rules} {how} {tree}: status {status}\n{out}{err}"
        said += out.count("was damaged")
    return None if said else "nothing was damaged"


if BOARD in BOARDS:
    check("builds", lambda: expect(
        make(f"BOARD={BOARD}", f"OUT={OUT}", "CHECK=1", CHECKED, MESSAGES, ABCAST,
             f"{OUT}/weft-sim"), 0))
    for what, checked, plain in (("broadcasts", CHECKED, PLAIN),
                                 ("messages", MESSAGES, PLAIN_MESSAGES)):
        check(f"{what} without flips", lambda c=checked: expect(
            weft_run(c, [], "sure"), 0))
        check(f"{what}: chunks are mended", mended, checked)
        check(f"{what}: without CHECK=1 they are not", unchecked, plain)
        check(f"{what}: flags and slots", words, checked)
    check("asynchronous broadcasts", asynchronous)
finish(workers=1)
