#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The GPU's port on its emulator: some of the on-target tests, all of them with BOARD=;
its fences; what the linker and the emulator refuse."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)),
                                ".."))
from lib import BOARDS, FULL, check, expect, finish, make, run, scratch  # noqa: E402
import target  # noqa: E402

BOARD = "gpu-emu"
QUICK = ("abcast", "barrier", "bcast", "flags", "port", "rma", "waits", "whole_words")
# Of each fence, a test that fails without it.
FENCES = {"gpu_before": "port", "gpu_settle": "port", "gpu_words": "port"}
SCRATCH = scratch()


def chosen(r):
    return r.name in QUICK and r.mode == "reordered" and r.seed == 1 and r.cores in (
        (3, 17) if FULL else (17,))


def hello():
    return expect(make("run", f"BOARD={BOARD}", "APP=examples/hello", "CORES=132",
                       time_out=600), 0, "[131] hello from the root")


def no_driver():
    """Without a driver board gpu says so in one line, or the run passes."""
    status, out, err = make("run", "BOARD=gpu", "APP=examples/hello", time_out=600)
    return None if status == 0 or "no libcuda.so.1" in out + err else out + err


def without(fence):
    """An image without the fence fails with one of a few seeds."""
    name = FENCES[fence]
    out = os.path.join(SCRATCH, fence)
    image = os.path.join(out, "tests", name + ".elf")
    status, text, err = make(f"BOARD={BOARD}", f"OUT={out}", image,
                             f"EXTRA_CFLAGS=-DWEFT_DROP_{fence}=1", time_out=600)
    if status:
        return text + err
    for seed in range(1, 9):
        status, _, _ = run(["tools/weft-run", "--tap", "--board", BOARD, "--cores", "17",
                            "--seed", str(seed), "--time-out", "60", image], 600)
        if status:
            return None
    return "no test fails without it"


def undefined():
    """The linker names what nobody defines."""
    source = os.path.join(SCRATCH, "undefined.c")
    with open(source, "w", encoding="utf-8") as f:
        f.write("int nowhere(void);\nint main(void)\n{\n\treturn nowhere();\n}\n")
    cc = "arch/gpu/cross/gpu-gcc"
    status, out, err = run([cc, "-c", "-O2", "-o", source + ".o", source], 60)
    if status:
        return out + err
    status, out, err = run([cc, "-o", source + ".elf", source + ".o"], 60)
    return None if status and "undefined: nowhere" in err else out + err


def wrong_opcode():
    """The emulator ends by name at what it does not know."""
    path = os.path.join(SCRATCH, "opcode.elf")
    with open(f"build/{BOARD}/hello.elf", "rb") as f:
        data = f.read()
    with open(path, "wb") as f:
        f.write(data.replace(b"shl.b32", b"sham.b3", 1))
    return expect(run(["tools/weft-run", "--board", BOARD, "--cores", "1", path], 60), 125,
                  "unknown instruction 'sham.b3'")


if BOARD in BOARDS:
    built = make(f"BOARD={BOARD}", "vehicle", f"build/{BOARD}/hello.elf",
                 *(f"build/{BOARD}/tests/{n}.elf" for n in QUICK))
    assert not built[0], built[2]
    check("hello with 132 cores", hello)
    check("board gpu says what it lacks", no_driver)
    check("the linker names what is undefined", undefined)
    check("the emulator names an unknown instruction", wrong_opcode)
    vehicles = target.load_boards()
    for r in filter(chosen, target.runs([BOARD], vehicles)):
        check(target.title(r), target.execute, r)
    for f in FENCES if FULL else list(FENCES)[:1]:
        check(f"without {f} a test fails", without, f)
finish()
