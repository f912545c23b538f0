#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Planted hangs and faults on the Epiphany, as tests/hangs.t has them for other boards:
where each core stands is told even in the midst of interrupts."""

import json
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(
    os.path.realpath(__file__)), ".."))
from lib import FULL, ROOT, check, finish, make, run  # noqa: E402
import epiphany  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tools"))
import source_lines  # noqa: E402
from elf_file import ElfFile  # noqa: E402

BUILD = f"build/{epiphany.BOARD}"
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
    "unaligned": [r"^weft: panic: unaligned access at ", "@*odd = 1;"],
}


def said(plant, status, texts):
    """What a run that hangs or fails says, as tests/hangs.t has it."""
    with open(PLANT, encoding="utf-8") as f:
        lines = f.read().splitlines()
    got, out, err = run(["tools/weft-run", "--cores", "4", "--time-out", "2",
                         f"{BUILD}/tests/plant.elf", plant])
    for text in texts:
        if text.startswith("@"):
            line = 1 + next(n for n, t in enumerate(lines) if text[1:] in t)
            text = rf"^weft-run:   {plant} {PLANT}:{line}$"
        if not re.search(text, out + err, re.M):
            return f"no '{text}'\n{out}{err}"
    return None if got == status else f"status {got}\n{out}{err}"


def stopped_at(clocks, dump=None):
    """What a run of `ring` says that the emulator has stopped at that clock."""
    vehicle = ["--limit", str(clocks)] + (["--dump", dump] if dump else [])
    status, out, err = run(["tools/weft-run", "--cores", "4",
                            *[f"--vehicle-arg={a}" for a in vehicle],
                            f"{BUILD}/tests/plant.elf", "ring"])
    return out + err if status == 125 else f"status {status}\n{out}{err}"


def in_interrupts():
    """A core that waits is woken by each turn of its clock: wherever its handler
    stands, all of the table is there, and the calls below the interrupt."""
    with tempfile.TemporaryDirectory() as folder:
        dump = os.path.join(folder, "dump")
        stopped_at((1 << 32) + (1 << 23), dump)  # when all sleep again
        with open(dump, encoding="utf-8") as f:
            slept = [json.loads(line)["clock"] for line in f][3]
    inside = 0
    for clocks in range(slept - 420, slept, 2 if FULL else 22):
        said = stopped_at(clocks)
        paths = [p for p in re.findall(
            r"^weft-run: ranks? (.*):\n((?:weft-run:  .*\n)*)", said, re.M)
            if p[0] != "0"]
        lost = [p for p in paths if not re.search(
            rf"^weft-run:   ring {PLANT}:\d+\nweft-run:   main {PLANT}", p[1],
            re.M)]
        if lost or not paths or "a cycle: 1 -> 2 -> 3 -> 1\n" not in said:
            return f"at clock {clocks}:\n{said}"
        inside += len(paths) > 1
    return None if inside > 5 else f"no handler was caught: {inside}"


def assembly():
    """Code that knows no lines is never taken for the user's."""
    image = f"{BUILD}/tests/plant.elf"
    at = ElfFile(image).symbols["framed"][0]
    frames = source_lines.frames_of(image, [at])[at]
    return None if frames and all(f.library for f in frames) else \
        " ".join(map(str, frames))


epiphany.ready()
built = make(f"BOARD={epiphany.BOARD}", f"{BUILD}/tests/plant.elf")
check("it builds", lambda: built[1] + built[2] if built[0] else None)
for plant, texts in HANGS.items():
    check(f"a hang says where: {plant}", said, plant, 124, texts)
check("a hang says where in the midst of interrupts, too", in_interrupts)
check("assembly is the library's", assembly)
for plant, texts in FAULTS.items():
    check(f"a fault says where: {plant}", said, plant, 70, texts)
finish()
