# SPDX-License-Identifier: Apache-2.0
"""Planted hangs and faults on the boards of our emulators: what each report must say."""

import os
import re
import sys

from lib import ROOT, check, in_time, run

sys.path.insert(0, os.path.join(ROOT, "tools"))
import source_lines  # noqa: E402
from elf_file import ElfFile  # noqa: E402

PLANT = "tests/target/sim/plant.c"
HANGS = {
    "lost_flag": [r"waits for a flag of the application from rank 2: word 0x"
                  rf"[0-9a-f]+ is 0, wants 1; .* by lost_flag at {PLANT}:\d+",
                  r"rank 2 has left main, but others wait for it",
                  rf"^weft-run:   lost_flag {PLANT}:\d+\n"
                  rf"weft-run:   main {PLANT}:\d+\n"],
    "ring": [r"a cycle: 1 -> 2 -> 3 -> 1\b"],
    "busy": [rf"^weft-run: +1 +\d+ .* main, runs at .* in busy at {PLANT}",
             r"rank 1 is waited for, and does not wait itself"],
}
FAULTS = {
    "panic": [r"^weft: panic: planted: rank 1 ",
              rf"has failed, in panic at {PLANT}:\d+$"],
}


def said(board, plant, status, texts):
    """What a run that hangs or fails says; @: the line of the source with the text."""
    with open(PLANT, encoding="utf-8") as f:
        lines = f.read().splitlines()

    def attempt(seconds):
        got, out, err = run(["tools/weft-run", "--cores", "4", "--time-out", str(seconds),
                             f"build/{board}/tests/plant.elf", plant])
        for text in texts:
            if text.startswith("@"):
                line = 1 + next(n for n, t in enumerate(lines) if text[1:] in t)
                text = rf"^weft-run:   {plant} {PLANT}:{line}$"
            if not re.search(text, out + err, re.M):
                return f"no '{text}'\n{out}{err}"
        return None if got in status else f"status {got}\n{out}{err}"
    return in_time(attempt, (2, 20, 50))


def stopped_at(board, clocks, *vehicle):
    """What a run of `ring` says that the emulator has stopped at that clock."""
    status, out, err = run(
        ["tools/weft-run", "--cores", "4",
         *[f"--vehicle-arg={a}" for a in ("--limit", str(clocks), *vehicle)],
         f"build/{board}/tests/plant.elf", "ring"])
    return out + err if status == 125 else f"status {status}\n{out}{err}"


def unfollowed(text):
    """Paths of calls in a report of `ring` that do not lead to main, rank 0's
    aside; and how many there are of all."""
    paths = [p for p in re.findall(
        r"^weft-run: ranks? (.*):\n((?:weft-run:  .*\n)*)", text, re.M)
        if p[0] != "0"]
    return [p for p in paths if not re.search(
        rf"^weft-run:   ring {PLANT}:\d+\nweft-run:   main {PLANT}", p[1],
        re.M)], len(paths)


def assembly(board, symbol):
    """Code that knows no lines is never taken for the user's."""
    image = f"build/{board}/tests/plant.elf"
    at = ElfFile(image).symbols[symbol][0]
    frames = source_lines.frames_of(image, [at])[at]
    return None if frames and all(f.library for f in frames) else \
        " ".join(map(str, frames))


def check_all(board, symbol, faults):
    """Of one board; symbol is one of its assembly."""
    for plant, texts in HANGS.items():
        check(f"{board}: a hang says where: {plant}", said, board, plant,
              (124, 125), texts)  # an emulator may know before its time is up
    check(f"{board}: assembly is the library's", assembly, board, symbol)
    for plant, texts in {**FAULTS, **faults}.items():
        check(f"{board}: a fault says where: {plant}", said, board, plant,
              (70,), texts)
