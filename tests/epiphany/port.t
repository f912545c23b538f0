#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Epiphany port, beside tests/on-target.t: what its compiler must not do, sizes,
stack, seeds, that each of its fences is needed, and that mutants of it fail
(tests/epiphany/port-mutants.txt, in make test-full)."""

import glob
import json
import os
import re
import struct
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(
    os.path.realpath(__file__)), ".."))
from lib import FULL, NIGHTLY, ROOT, check, finish, run  # noqa: E402
import epiphany  # noqa: E402
import mutant_list  # noqa: E402
import trees  # noqa: E402

sys.path[:0] = [os.path.join(ROOT, folder) for folder in ("tools", "emu")]
import boot_record  # noqa: E402
import epiphany_emu  # noqa: E402

BOARD = epiphany.BOARD
BUILD = f"build/{BOARD}"
SEEDS = 20 if NIGHTLY else 4 if FULL else 1

# In a multiplication, division or float of GCC's the FPU changes its mode
# between gid and gie: it would open interrupts that somebody holds off.
FPU = r"(i|f)(add|sub|mul|madd|msub)|float|fix|fabs"
ANYWHERE = re.compile(rf"\t({FPU})\b")
PORTABLE = re.compile(rf"\t({FPU}|gie|gid|movts config\b)")
HELPER = re.compile(r"___(u?div|u?mod|mul|add|sub|float|fix)\w*[sd][if]\d?")

WINDOW = 0x6700
CONSOLES, RING, QUIET = 0x8E1C0000, 0x800, 1  # arch/epiphany/board.h
STACK_TOP = 0x7FF0
STACK_MOST = 1536  # of 2032; the rest is the application's


def objects(*folders):
    """Those that have a source: an earlier commit's may lie there, too."""
    return [path for folder in folders
            for path in sorted(glob.glob(f"{BUILD}/obj/{folder}/**/*.o", recursive=True))
            if glob.glob(path[len(f"{BUILD}/obj/"):-2] + ".[cS]")]


def instructions(pattern, paths):
    wrong = []
    for path in paths:
        status, out, err = run([epiphany.tool("objdump"), "-dr",
                                "--no-show-raw-insn", path])
        if status:
            return err
        wrong += [f"{path}: {line.strip()}" for line in out.splitlines()
                  if pattern.search(line) or HELPER.search(line)]
    return "\n".join(wrong)


def gate():
    found = objects("runtime", "topology", "messages", "collectives")
    if len(found) < 20:
        return f"{len(found)} objects of the library: is it built?"
    return (instructions(PORTABLE, found) or
            instructions(ANYWHERE, objects("arch/epiphany")))


def idles():
    """Each `idle` follows a `gie` that begins a double word, the one documented
    form, but for the end of a run, where nobody is to wake anybody."""
    status, out, err = run([epiphany.tool("objdump"), "-d",
                            "--no-show-raw-insn", f"{BUILD}/hello.elf"])
    lines = re.findall(r"^ *([0-9a-f]+):\t(\w+)", out, re.M)
    places = [before for before, (_, name) in zip(lines, lines[1:])
              if name == "idle"]
    good = [name == "gie" and int(address, 16) % 8 == 0
            for address, name in places]
    return None if not status and good.count(True) == 1 and len(good) == 2 \
        else f"{places}\n{err}"


# The loader's own block, which has a place of its own in front.
LOADERS = ("workgroup_cfg", "ext_mem_cfg", "loader_cfg")


def budget():
    """(program, most of text and data, most of bss, goal or -) of the table."""
    with open("tests/size/budget.txt", encoding="utf-8") as f:
        rows = [line.split() for line in f if not line.startswith("#")]
    return [(name, int(most), int(bss), goal)
            for name, most, bss, goal in rows]


def small(name, most, bss_most, tree="."):
    """All that the loader puts below the window, or clears there, counts."""
    status, out, err = run([epiphany.tool("size"), "-A",
                            f"{tree}/{BUILD}/size/{name}.elf"])
    sizes = [(section, int(size)) for section, size, address in
             re.findall(r"^(\.\S+)\s+(\d+)\s+(\d+)", out, re.M)
             if int(address) < WINDOW
             and not section.startswith((".debug", *LOADERS))]
    bss = dict(sizes).get(".bss", 0)
    sum_all = sum(size for _, size in sizes)
    if status or not sizes:
        return out + err
    if sum_all - bss > most or bss > bss_most:
        return f"{sum_all - bss} bytes, and {bss} of .bss"
    return None


def weft_run(image, cores, seed, *options, time_out=120):
    """What went wrong, or None."""
    command = ["tools/weft-run", "--tap", "--board", BOARD, "--cores",
               str(cores), "--seed", str(seed), "--time-out", str(time_out)]
    for option in options:
        command += ["-o", option]
    status, out, err = run([*command, image], time_out + 30)
    if status or "not ok" in out:
        return " ".join([*command, image]) + "\n" + out + err
    return None


def plain(rows, columns):
    """No boot record: what any loader of this chip's programs leaves."""
    status, out, err = run([
        epiphany.EMULATOR, "--rows", str(rows), "--cols", str(columns),
        "--chip", "e64" if rows * columns > 16 else "e16", "--spread", "20000",
        "--seed", "3", f"{BUILD}/tests/barrier.elf"], 120)
    cores = f"{rows * columns} cores"
    if status != 85 or "not ok" in out or cores not in out:
        return f"status {status}, not 85, or not '{cores}'\n{out}{err}"
    return None


BLOCK = {"workgroup_cfg": (0x28, 0x28), "ext_mem_cfg": (0x50, 8),
         "loader_cfg": (0x58, 0x10)}


def block():
    """The usual loader finds its block by the names of sections."""
    status, out, err = run([epiphany.tool("objdump"), "-h",
                            f"{BUILD}/hello.elf"])
    found = {name: (int(address, 16), int(size, 16)) for name, size, address in
             re.findall(r"^ *\d+ (\w+) +(\w+) +(\w+)", out, re.M)}
    return None if not status and found == BLOCK else f"{found}\n{err}"


def rings(image, cores, *args):
    """Verdicts and consoles that a host finds in external memory which looks for
    no traps, and what went out by traps nevertheless."""
    numbers = [0x808 + core // 4 * 64 + core % 4 for core in range(cores)]
    record = boot_record.pack(numbers, ["image", *args], {}, [],
                              port=(epiphany_emu.LAYOUT, epiphany_emu.DRAM,
                                    1 << 20, QUIET, 0))
    with tempfile.TemporaryDirectory() as folder:
        path, dump = os.path.join(folder, "boot"), os.path.join(folder, "dump")
        with open(path, "wb") as f:
            f.write(record)
        _, out, _ = run([
            epiphany.EMULATOR, "--cores", f"0-{cores - 1}", "--load",
            f"{path}@{epiphany_emu.EXTERNAL:#x}", "--args",
            f"{epiphany_emu.EXTERNAL:#x}", "--limit", "60000000", "--dump",
            dump, f"{BUILD}/{image}.elf"], 120)
        with open(dump + ".ext", "rb") as f:
            f.seek(CONSOLES - epiphany_emu.EXTERNAL)
            memory = f.read(2 * RING * cores)
    verdicts, texts = [], []
    for console in (memory[i:i + 2 * RING]
                    for i in range(0, 2 * RING * cores, 2 * RING)):
        layout, written, verdict = struct.unpack_from("<III", console)
        assert layout == epiphany_emu.LAYOUT, hex(layout)
        turn = written % RING if written > RING else 0
        ring = console[RING:]
        texts.append((ring[turn:] + ring[:turn])[:written].decode("ascii"))
        verdicts.append(verdict)
    return verdicts, texts, out


def quiet():
    verdicts, texts, out = rings("hello", 4)
    wrong = [rank for rank, text in enumerate(texts)
             if f"[{rank:02}] hello from the root\n" not in text]
    if out or wrong or verdicts.count(1) != 1 or verdicts.count(0) != 3:
        return f"{out}{verdicts}\n" + "\n".join(texts)
    # More than a ring is long: the last of it, to a byte.
    verdicts, texts, out = rings("tests/console", 1, "2500")
    rest = "." * (2499 % 240) + "|\n[00] last\nweft: end code=0 core=0\n"
    if (out or verdicts != [1] or len(texts[0]) != RING or not
            texts[0].endswith("\n[00]+" + "." * 240 + "\n[00] " + rest)):
        return f"{out}{verdicts}\n" + "\n".join(texts)
    return None


def seeds(cores):
    """Whatever the stack's bottom is, the emulator stops a program that goes
    below it; here, that the library does not come near."""
    with tempfile.TemporaryDirectory() as folder:
        stats = os.path.join(folder, "stats")
        for seed in range(1, SEEDS + 1):
            for name in ("barrier", "flags", "rma", "lock", "event", "copies",
                         "abcast_calls"):
                wrong = weft_run(f"{BUILD}/tests/{name}.elf", cores, seed,
                                 "spread=20000", f"stats={stats}")
                if wrong:
                    return wrong
                with open(stats, encoding="utf-8") as f:
                    used = STACK_TOP - min(json.loads(line)["stack_low"]
                                           for line in f)
                if used > STACK_MOST:
                    return f"{name}: {used} bytes of stack"
    return None


def missed(site, path, test):
    """None if that test fails without this fence, and passes with it."""
    if not test:
        return f"docs/fences.md names no test for {site}"
    good = image = f"{BUILD}/tests/{test}.elf"
    with trees.changed(path, trees.without(site)) as tree:
        wrong = trees.build(BOARD, image, cwd=tree)
        if wrong:
            return wrong
        image = os.path.join(tree, image)
        # Late writes find most; what has only just been sent, hardly late ones.
        for seed in range(1, 11):
            delay = 3000 if seed < 3 else 10
            for cores in (2, 3, 16):
                how = cores, seed, f"delay={delay}"
                if weft_run(image, *how, time_out=10):
                    return weft_run(good, *how, time_out=10)
    return f"{test} passes without {site}"


def image_run(tree, text):
    """One `run` line of a mutant: test, cores, options of the vehicle."""
    name, cores, *options = text.split()
    image = f"{BUILD}/tests/{name}.elf"
    wrong = trees.build(BOARD, image, cwd=tree)
    if wrong:
        raise RuntimeError(wrong)
    return weft_run(os.path.join(tree, image), cores, 1, *options, time_out=20)


def caught(m):
    """None if one of its runs fails with this mutant, and passes without it."""
    with mutant_list.made(m) as tree:
        failed = [text for text in m.runs if image_run(tree, text)]
    if not failed:
        return f"{m.words}, and no run fails"
    return image_run(".", failed[0])


def near():
    """With AM_NEAR=1 a round trip by interrupts takes at most 5 us, in 700 bytes more."""
    image = f"{BUILD}/bench/am.elf"
    size = f"{BUILD}/size/am.elf"
    with trees.changed("arch/epiphany/epiphany-emu.mk",
                       lambda text: f"AM_NEAR := 1\n{text}") as tree:
        wrong = trees.build(BOARD, image, size, cwd=tree)
        if wrong:
            return wrong
        status, out, err = run(["tools/weft-run", "--mode", "ordered", "--board", BOARD,
                                "--cores", "4", os.path.join(tree, image), "via=irq"], 120)
        found = [float(us) for us in
                 re.findall(r"hops=\d\tround_trip\t([0-9.]+)\tus", out)]
        most, bss = [row[1:3] for row in budget() if row[0] == "am"][0]
        return small("am", most + 700, bss, tree) if (
            not status and found and min(found) <= 5) else out + err


epiphany.ready()
wrong_build = trees.build(BOARD) or trees.prepare(
    {BOARD: ["tests"]}, [epiphany.OUT])
check("it builds, and a copy", lambda: wrong_build)
check("no multiplication, division, float or gie in the runtime", gate)
for feature, text, variables, goal in budget():
    short = f", the goal is {goal}" if goal != "-" and int(goal) < text else ""
    check(f"{feature}: {text} bytes in a core's own memory{short}, and "
          f"{variables} of .bss", small, feature, text, variables)
for n in (3, 16):
    check(f"barrier to copies and abcast_calls, {n} cores that start within "
          f"20000 clocks, {SEEDS} seeds, {STACK_MOST} bytes of stack", seeds, n)
check("a host that reads the consoles' rings needs no traps", quiet)
check("AM_NEAR=1: a round trip by interrupts in 5 us", near)
check("gie; idle begins a double word", idles)
check("the sections that the usual loader looks for", block)
for n in ((1, 1), (2, 2), (2, 3), (4, 4), (8, 8)):
    check(f"the plain ELF file, on {n[0]} x {n[1]} cores", plain, *n)
tests = trees.told(4)
for name, where in trees.sites("arch/epiphany/*.c", "messages/*.c", "collectives/*/*.[ch]").items():
    # Of the others those that the simulator does not have, nor a chip with multicast.
    if where.startswith("arch/") or name in tests and "multicast" not in name:
        by = tests.get(name)
        check(f"without {name}, {by} fails", missed, name, where, by)
if FULL:
    for mutant in mutant_list.read("tests/epiphany/port-mutants.txt"):
        check(f"{mutant.name}: {mutant.words}", caught, mutant)
finish()
