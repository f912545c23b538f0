#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Tensix emulator: its instructions, its network, its errors.

Programs in tests/tensix say at their top how they are run and how that ends:
`run: options`, any number of them, then `expect: status text`.  Names as arguments run
only those.
"""

import glob
import os
import re
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)),
                                ".."))
from emulator_programs import directives  # noqa: E402
from lib import ROOT, check, expect, finish, make, run, scratch  # noqa: E402

OUT = os.environ.get("TENSIX_OUT", "build/tensix")
EMULATOR = os.path.join(OUT, "tensix-emu")
CROSS = os.environ.get("TENSIX_CROSS", "riscv64-unknown-elf-")
HERE = os.path.join(ROOT, "tests/tensix")
SCRATCH = scratch()
MARCH = {"wormhole": "rv32im", "blackhole": "rv32im_zicsr_zba_zbb"}
CFLAGS = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-ffreestanding",
          "-fno-delete-null-pointer-checks", "-Wno-array-bounds", "-mabi=ilp32", "-I.",
          "-I" + HERE, "-nostdlib", "-T", os.path.join(HERE, "link.ld"),
          "-Wl,--no-warn-rwx-segments"]


built = {}
lock = threading.Lock()


def image(source, chip):
    """Of this program for that chip; compiled once."""
    with lock:
        if (source, chip) not in built:
            path = os.path.join(SCRATCH, f"{source}-{chip}.elf")
            chips = list(MARCH)
            status, out, err = run([
                CROSS + "gcc", *CFLAGS, "-march=" + MARCH[chip],
                f"-DCHIP={chips.index(chip) + 1}", "-o", path,
                os.path.join(HERE, "crt.S"), os.path.join(HERE, source),
                "-lgcc"])
            built[source, chip] = out + err if status else path
    path = built[source, chip]
    assert os.path.exists(path), path
    return path


def start(source, options, *more):
    return run([EMULATOR, "--limit", "5000000", *options, *more,
                image(source, options[options.index("--chip") + 1])])


def program(source, options, status, text):
    return expect(start(source, options), status, *([text] if text else []))


def statistics(source, *options):
    path = os.path.join(SCRATCH, "stats")
    status, out, err = start(source, options, "--stats", path)
    assert status == 85, f"status {status}\n{out}\n{err}"
    with open(path, encoding="utf-8") as f:
        return f.read()


def deterministic(source, *options):
    """One seed, one run: the same statistics; another seed, others."""
    seen = [statistics(source, *options, "--seed", s) for s in "112"]
    if seen[0] != seen[1]:
        return "the same seed has run otherwise"
    return "another seed has not" if seen[0] == seen[2] else None


def usage():
    for arguments, text in [
            (["--chip", "grayskull"], "wormhole or blackhole"),
            (["--tiles", "3-99"], "is not a number from 0 to 79"),
            (["--load", "x"], "[TILES:]ADDRESS"),
            (["--late", "1"], "TILE:CLOCKS"),
            (["--nonsense"], "usage:")]:
        wrong = expect(run([EMULATOR] + arguments + ["image"]), 64, text)
        if wrong:
            return wrong
    wrong = expect(run([EMULATOR, "/nowhere"]), 65, "cannot read")
    return wrong or expect(run([EMULATOR, __file__]), 65, "not an executable")


def other_chip():
    return expect(run([EMULATOR, "--chip", "blackhole",
                       image("hello.c", "wormhole")]), 65, "the other chip")


status_, out_, err_ = make("vehicle", "BOARD=wormhole-emu", f"TENSIX_OUT={OUT}")
if status_:
    print(f"Bail out!  the emulator is not built\n{out_}{err_}")
    sys.exit(1)
if not sys.argv[1:]:
    check("wrong options are named", usage)
    check("an image of the other chip is refused", other_chip)
    check("a seed repeats", deterministic, "barrier.c", "--chip", "wormhole")
for path_ in sorted(glob.glob(os.path.join(HERE, "*.[cS]"))):
    name = os.path.basename(path_)
    if name == "crt.S" or sys.argv[1:] and name not in sys.argv[1:]:
        continue
    for opts, wanted, words_wanted in directives(path_):
        check(f"{name} {' '.join(opts)}", program, name, opts, wanted,
              words_wanted)
finish()
