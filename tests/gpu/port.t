#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The GPU's port on its emulator: some of the on-target tests, all of them with BOARD=;
hangs; what the linker and the emulator refuse.  In test-full all of its fences, and mutants
of it (port-mutants.txt), are missed by a test; in make test, the first fence."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)),
                                ".."))
from emulator_hangs import said  # noqa: E402
from lib import BOARDS, FULL, check, expect, finish, make, run, scratch  # noqa: E402
import mutant_list  # noqa: E402
import target  # noqa: E402
import trees  # noqa: E402

BOARD = "gpu-emu"
QUICK = ("abcast", "bcast", "flags", "port", "rma")
MORE = ("barrier", "waits", "whole_words")
# Without places in the source, which a GPU does not tell.
HANGS = {
    "lost_flag": [r" 0 +0 .* waits for a flag of the application from rank 2: word 0x"
                  r"[0-9a-f]+ is 0, wants 1; since cycle",
                  r"rank 2 has left main, but others wait for it"],
    "ring": [r"a cycle: 1 -> 2 -> 3 -> 1\b"],
    "busy": [r" 1 +1 .* does not answer: it computes, or has ended"],
}
SCRATCH = scratch()


def chosen(r):
    names = QUICK + MORE if FULL else QUICK
    return r.name in names and r.mode == "reordered" and r.seed == 1 and r.cores in (
        (3, 17) if FULL else (17,))


def hello():
    return expect(make("run", f"BOARD={BOARD}", "APP=examples/hello", "CORES=132",
                       time_out=600), 0, "[131] hello from the root")


def no_driver():
    """Without a driver board gpu says so in one line, or the run passes."""
    status, out, err = make("run", "BOARD=gpu", "APP=examples/hello", time_out=600)
    return None if status == 0 or "no libcuda.so.1" in out + err else out + err


ARGS = {"stale": ["40"]}  # of tests that need some on this board


def fails(image, good, test, cores):
    """With one of a few seeds, where the image as it should be does not; None then."""
    for seed in range(1, 9):
        how = ["tools/weft-run", "--tap", "--board", BOARD, "--cores", cores, "--seed",
               str(seed), "--time-out", "30"]
        args = ARGS.get(test, [])
        status, out, _ = run([*how, image, *args], 60)
        if status or "not ok" in out:
            status, out, err = run([*how, good, *args], 60)
            return out + err if status or "not ok" in out else None
    return f"{test} passes with {cores} cores and each of 8 seeds"


def tried(tree, runs):
    """None if one of these fails there: pairs of a test and its number of cores."""
    wrong = "nothing is run"
    for test, cores in runs:
        image = f"build/{BOARD}/tests/{test}.elf"
        wrong = trees.build(BOARD, image, cwd=tree) or fails(
            os.path.join(tree, image), image, test, cores)
        if not wrong:
            return None
    return wrong


def without(fence, path, by):
    if not by:
        return f"docs/fences.md names no test for {fence}"
    test, cores = by.split(", ")
    with trees.changed(path, trees.without(fence)) as tree:
        return tried(tree, [(test, cores.removesuffix(" cores"))])


def caught(m):
    with mutant_list.made(m) as tree:
        return tried(tree, [text.split() for text in m.runs])


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
    fences = trees.sites("arch/gpu/*.[ch]")
    mutants = mutant_list.read("tests/gpu/port-mutants.txt")
    told = trees.told(4)
    names = {*QUICK, *(MORE if FULL else ()), "plant"}
    for of in [told.get(f, "").split(", ")[:1] for f in fences] + [
            [r.split()[0] for r in m.runs] for m in mutants]:
        names.update(of)
    tests = [f"build/{BOARD}/tests/{n}.elf" for n in sorted(names - {""})] if FULL else [
        f"build/{BOARD}/tests/{n}.elf" for n in (*QUICK, "plant")]
    wrong_build = trees.prepare({BOARD: ["lib", "vehicle", f"build/{BOARD}/hello.elf",
                                         *tests]})
    check("it builds, and a copy", lambda: wrong_build)
    check("hello with 132 cores", hello)
    check("board gpu says what it lacks", no_driver)
    check("the linker names what is undefined", undefined)
    check("the emulator names an unknown instruction", wrong_opcode)
    for plant, texts in HANGS.items():
        check(f"a hang says who waits for whom: {plant}", said, BOARD, plant, (124, 125),
              texts)
    for r in filter(chosen, target.runs([BOARD], target.load_boards())):
        check(target.title(r), target.execute, r)
    for name, where in fences.items() if FULL else list(fences.items())[:1]:
        check(f"without {name}, {told.get(name)} fails", without, name, where,
              told.get(name))
    for m in mutants if FULL else ():
        check(f"{m.name}: {m.words}", caught, m)
finish()
