#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Epiphany's emulator: its decoder, its chip, its errors.

Programs in tests/epiphany say at their top how they are run and how that
ends: `run: options`, any number of them, then `expect: status text`.  Names as
arguments run only those.
"""

import glob
import json
import os
import random
import re
import struct
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(
    os.path.realpath(__file__)), ".."))
from emulator_programs import directives  # noqa: E402
from lib import FULL, check, expect, finish, run, scratch  # noqa: E402
import epiphany  # noqa: E402

epiphany.ready()
SCRATCH = scratch()
CFLAGS = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-ffreestanding"]


# The decode table: every 16-bit word, and 32-bit words of every row, against
# what objdump says of them.

LONG = (8, 9, 0xb, 0xc, 0xd, 0xf)  # last digit of 32-bit instructions
NOP = 0x01a2
RTS, UNIMPL = 0x0402194f, 0x000f000f  # one word each
MNEMONICS = 83  # that objdump has for this chip


def words():
    for word in range(1 << 16):
        if word & 15 not in LONG:
            yield struct.pack("<HH", word, NOP)
    yield struct.pack("<II", RTS, UNIMPL)
    rng = random.Random(epiphany.SEED)
    for n in range(2000000 if FULL else 200000):
        word = rng.getrandbits(32) & ~15 | rng.choice(LONG)
        # Most of the last page is empty: aim at what there is.
        if n % 4 == 1:
            word &= ~0x3f00000
        elif n % 4 == 2:
            word = word & ~0x3cf0000 | rng.choice((2, 6, 7, 10, 14)) << 16
        elif n % 4 == 3:
            word = word & ~0x3ff0200 | 0x20000 | rng.choice((0, 1)) << 20
        yield struct.pack("<I", word)


def same_text(text):
    """objdump's own ways: the sign of 0, +0 of a 32-bit store, a broken fabs, swi 0."""
    text = re.sub(r",[+-]0x0\]", "]", text.strip())
    text = re.sub(r",-0x0$", ",+0x0", text)
    text = re.sub(r"^fabs r\d+,r\d+$|^fabs rd,rn$", "fabs", text)
    text = re.sub(r"^fabs (fp|sp|lr|r\d+),(fp|sp|lr|r\d+)$", "fabs", text)
    return "swi 0x0" if text == "swi" else text


def disassembly(lines):
    """address: text, of words that lie at multiples of 4."""
    found = {}
    for line in lines.splitlines():
        m = re.match(r" *([0-9a-f]+):\t[0-9a-f ]+\t(.*)|([0-9a-f]+)\t(.*)",
                     line)
        if m:
            address = int(m[1] or m[3], 16)
            if address % 4 == 0:
                found[address] = same_text(m[2] or m[4])
    return found


def decoder():
    path = os.path.join(SCRATCH, "words")
    code = b"".join(words())
    with open(path, "wb") as f:
        f.write(code)
    status, out, err = run([epiphany.tool("objdump"), "-D", "-z", "-b",
                            "binary", "-m", "epiphany", path], 300)
    theirs = disassembly(out)
    if status or len(theirs) < len(code) // 4:
        return f"objdump: {len(theirs)} of {len(code) // 4}\n{err}"
    status, out, err = run([epiphany.EMULATOR, "--disassemble", path], 300)
    ours = disassembly(out)
    # Each mnemonic has been seen, or the words above have missed some.
    names = {text.split()[0] for text in theirs.values()} - {"*unknown*"}
    if len(names) != MNEMONICS:
        return f"{len(names)} mnemonics: {' '.join(sorted(names))}"
    wrong = [f"{code[a:a + 4].hex()}: '{ours.get(a)}', objdump: '{text}'"
             for a, text in theirs.items() if ours.get(a) != text]
    return "\n".join([f"{len(wrong)} words"] + wrong[:20]) if wrong else None


# Programs.

def build(path):
    image = os.path.join(SCRATCH, re.sub(r"\W", "-", path) + ".elf")
    result = epiphany.build_image(image, [path], CFLAGS)
    return (None, image) if result[0] == 0 else (result[2], image)


def program(job, options, status, text):
    wrong, image = job.result()
    if wrong:
        return wrong
    command = [epiphany.EMULATOR, "--limit", "5000000"] + options + [image]
    result = run(command, 120)
    return expect(result, status, *([text] if text else []))


def deterministic(job):
    """One seed, one run: the same statistics; another seed, others."""
    wrong, image = job.result()
    if wrong:
        return wrong
    seen = []
    for seed in (1, 1, 2):
        path = os.path.join(SCRATCH, f"stats{len(seen)}")
        status, out, err = run([epiphany.EMULATOR, "--seed", str(seed),
                                "--stats", path, image], 60)
        if status:
            return out + err
        with open(path, encoding="utf-8") as f:
            seen.append(f.read())
    if seen[0] != seen[1]:
        return "the same seed has run otherwise"
    return "another seed has not" if seen[0] == seen[2] else None


def record(job):
    """What --load lays down and --args names, each core finds."""
    wrong, image = job.result()
    if wrong:
        return wrong
    path = os.path.join(SCRATCH, "record")
    with open(path, "wb") as f:
        f.write(b"handed over\n\0")
    for address, cores in (("0x8e100000", "0-2"), ("0x6000", "1,3")):
        status, out, err = run([
            epiphany.EMULATOR, "--load", f"{path}@{address}", "--args",
            address, "--cores", cores, image])
        times = 3 if cores == "0-2" else 2
        if status or out != times * "handed over\n":
            return f"status {status}\n{out}\n{err}"
    return None


PARTS = {"workgroup_cfg": 1, "ext_mem_cfg": 2, "loader_cfg": 4}


def renamed(image, names, path):
    """A copy without sections of these names."""
    status, out, err = run([epiphany.tool("objcopy"), *(
        f"--rename-section={name}=.{name}" for name in names), image, path])
    assert status == 0, out + err


def block(job):
    """Who looks for the block by its sections' names fills only what is there."""
    wrong, image = job.result()
    if wrong:
        return wrong
    path = os.path.join(SCRATCH, "renamed")
    for names in [[name] for name in PARTS] + [list(PARTS)]:
        renamed(image, names, path)
        wrong = expect(run([epiphany.EMULATOR, path]),
                       7 - sum(PARTS[name] for name in names))
        if wrong:
            return f"without {names}: {wrong}"
    return expect(run([epiphany.EMULATOR, "--args", "0x8e100000", path]), 65,
                  "no section loader_cfg")


def dump(job):
    """A run that does not pass leaves its state and its memories."""
    wrong, image = job.result()
    if wrong:
        return wrong
    path = os.path.join(SCRATCH, "dump")
    status, _, err = run([epiphany.EMULATOR, "--rows", "1", "--cols", "4",
                          "--cores", "1", "--dump", path, image])
    if status != 70:
        return err
    with open(path, encoding="utf-8") as f:
        state = json.loads(f.read())
    if state["state"] != "idle" or len(state["r"]) != 64:
        return str(state)
    with open(image, "rb") as f:
        code = f.read()
    with open(path + ".mem", "rb") as f:
        memory = f.read()
    if len(memory) != 32768 or memory[0x100:0x120] not in code:
        return "the memory is not the core's"
    return None


def usage():
    for arguments, text in [
            (["--rows", "0"], "rows and columns"),
            (["--rows", "65"], "is not a number from 0 to 64"),
            (["--cores", "3-99"], "is not a number"),
            (["--chip", "e5"], "e16 or e64"),
            (["--ext", "7"], "BASE:BYTES"),
            (["--load", "x"], "FILE@ADDRESS"),
            (["--late", "1"], "INDEX:CLOCKS"),
            (["--window", "0"], "at least 1"),
            (["--nonsense"], "usage:")]:
        wrong = expect(run([epiphany.EMULATOR] + arguments + ["image"]), 64,
                       text)
        if wrong:
            return wrong
    wrong = expect(run([epiphany.EMULATOR, "/nowhere"]), 65, "cannot read")
    return wrong or expect(run([epiphany.EMULATOR, __file__]), 65,
                           "not an executable")


def damaged(job):
    """Images with flipped bytes: a message and a status, never a crash."""
    wrong, image = job.result()
    if wrong:
        return wrong
    with open(image, "rb") as f:
        whole = f.read()
    rng = random.Random(epiphany.SEED)
    known = {0, 42, 63, 64, 65, 69, 70, 71, 72, 73, 85, 87}
    path = os.path.join(SCRATCH, "damaged")
    for n in range(300 if FULL else 60):
        bad = bytearray(whole)
        for _ in range(rng.choice((1, 4, 30))):
            bad[rng.randrange(len(bad) if n % 2 else 200)] = rng.getrandbits(8)
        if n % 5 == 0:
            del bad[rng.randrange(len(bad)):]
        with open(path, "wb") as f:
            f.write(bad)
        status, _, err = run([epiphany.EMULATOR, "--limit", "100000", path])
        if status not in known:
            return f"seed {epiphany.SEED}, image {n}: status {status}\n{err}"
    return None


if not sys.argv[1:]:
    check("every encoding as objdump has it", decoder)
    check("wrong options are named", usage)
PROGRAMS = sorted(p for p in glob.glob("tests/epiphany/**/*.[cS]",
                                       recursive=True)
                  if os.path.basename(p) not in ("crt.S", "syscalls.c")
                  and "/elib/" not in p)  # those are elib.t's
compilers = ThreadPoolExecutor(os.cpu_count() or 2)
for source in PROGRAMS:
    name = source[len("tests/epiphany/"):]
    if sys.argv[1:] and name not in sys.argv[1:]:
        continue
    image_job = compilers.submit(build, source)
    for opts, wanted, words_wanted in directives(source):
        check(f"{name} {' '.join(opts)}", program, image_job, opts, wanted,
              words_wanted)
    if name == "block.c":
        check("a block without its sections", block, image_job)
    if name == "record.c":
        check("what the host hands over", record, image_job)
    if name == "lost_wakeup.c":
        check("a dump", dump, image_job)
    if name == "testset.c":
        check("a seed repeats", deterministic, image_job)
        check("damaged images", damaged, image_job)
finish()
