#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The emulator's images on the vendor's simulator, where TTSIM names its library: some of
the on-target tests; a program of requests leaves the same memory on both; a hang is
explained.  Else each is skipped, by name.
"""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)),
                                ".."))
from lib import BOARDS, FULL, Skip, check, finish, make, run, scratch  # noqa: E402
import target  # noqa: E402

QUICK = ("barrier", "bcast", "flags", "port", "sendrecv")
CHIPS = {"wormhole": ("rv32im", 1), "blackhole": ("rv32im_zicsr", 2)}
CFLAGS = ["-std=gnu11", "-O2", "-ffreestanding", "-mabi=ilp32", "-I.",
          "-fno-delete-null-pointer-checks", "-Wno-array-bounds",
          "-Itests/tensix", "-nostdlib", "-T", "tests/tensix/link.ld",
          "-Wl,--no-warn-rwx-segments"]
vehicles = target.load_boards()


def needed(chip):
    why = vehicles[f"{chip}-ttsim"].missing()
    if why:
        raise Skip(why)


def dumped(command, folder, name):
    """The memories that it leaves, by tile: L1 up to the image's end."""
    path = os.path.join(folder, name)
    status, out, err = run([*command[:-1], "--dump", path, command[-1]], 60)
    assert status == 87, f"{name}: status {status}\n{out}{err}"
    with open(path, encoding="utf-8") as f:
        tiles = [json.loads(line) for line in f]
    with open(path + ".mem", "rb") as f:
        memory = f.read()
    each = len(memory) // len(tiles)
    return {t["index"]: memory[n * each:n * each + t["l1"]]
            for n, t in enumerate(tiles)}


def same(chip):
    needed(chip)
    folder = scratch()
    march, number = CHIPS[chip]
    image = os.path.join(folder, "same.elf")
    cross = os.environ.get("TENSIX_CROSS", "riscv64-unknown-elf-")
    status, out, err = run([
        cross + "gcc", *CFLAGS, "-march=" + march, f"-DCHIP={number}", "-o", image,
        "tests/tensix/crt.S", "tests/tensix/same.c", "-lgcc"])
    assert not status, out + err
    tiles = ["--chip", chip, "--tiles", "0-7", image]
    ours = dumped(["build/tensix/tensix-emu", *tiles], folder, "ours")
    theirs = dumped([sys.executable, "emu/tensix_load.py", "--ttsim",
                     os.environ["TTSIM"], *tiles], folder, "theirs")
    if ours.keys() != theirs.keys():
        return f"tiles {sorted(ours)} and {sorted(theirs)}"
    for index, memory in ours.items():
        n = min(len(memory), len(theirs[index]))
        wrong = [at for at in range(n) if memory[at] != theirs[index][at]]
        if wrong:
            return f"tile {index}: {len(wrong)} bytes differ from {wrong[0]:#x} on"
    return None


def hang(chip):
    """A planted one ends with the table of who waits for whom."""
    needed(chip)
    status, out, err = run(
        ["tools/weft-run", "--board", f"{chip}-ttsim", "--cores", "4",
         "-o", "limit=1000000", f"build/{chip}-emu/tests/plant.elf",
         "lost_flag"], 60)
    missing = [t for t in ("who waits for whom (4 cores)", "waits for a flag")
               if t not in err]
    return f"status {status}, no {missing}\n{out}{err}" \
        if not status or missing else None


for chip_ in CHIPS:
    board, images = f"{chip_}-ttsim", f"{chip_}-emu"
    if not {board, images} & set(BOARDS):
        continue
    check(f"{board}: requests leave the memory that {images} has", same, chip_)
    check(f"{board}: a hang is explained", hang, chip_)
    if board in BOARDS and not FULL:
        continue  # tests/on-target.t runs all of them there
    if os.environ.get("TTSIM"):
        built = make(f"BOARD={images}", "vehicle", *(
            f"build/{images}/tests/{n}.elf" for n in (*QUICK, "plant")))
        assert not built[0], built[2]
    for r in target.runs([board], vehicles):
        if r.name in QUICK and r.seed == 1 and r.cores in ((8, 72, 140) if FULL else (8,)):
            r.image = f"build/{images}/tests/{r.name}.elf"
            check(target.title(r), target.execute, r)
finish()
