#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gcc's own execution tests, compiled for the Epiphany and emulated.

They come with the compiler's source, which lies in the toolchain.  What does
not pass is in tests/epiphany/torture.txt, with the reason; a test that passes
though it is listed there is as wrong as one that fails and is not.

make test runs one in forty, test-full all of them; WEFT_SEED chooses others.
Names as arguments run those.
"""

import atexit
import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(
    os.path.realpath(__file__)), ".."))
from lib import FULL, check, finish, note, run, scratch  # noqa: E402
import epiphany  # noqa: E402

epiphany.ready()
SCRATCH = scratch()
SRAM = 0xf0000  # a fiction: programs are large
PART = 40
LIBC = os.path.join(epiphany.OUT, "newlib")
TESTS = os.path.join(epiphany.OUT, "toolchain", "share", "torture")
FLAGS = ["-O2", "-w", f"-Wl,--defsym=sram={SRAM:#x}",
         "-isystem", os.path.join(LIBC, "include"), f"-L{LIBC}/lib"]


def libc():
    status, _, err = run(
        ["tools/build-newlib", LIBC, "epiphany-elf", epiphany.tool(""), ""],
        1800)
    assert status == 0, err


def exceptions():
    found = {}
    with open("tests/epiphany/torture.txt", encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                name, how, _ = line.split(None, 2)
                found[name] = how
    return found


def options(path):
    """What the test asks for; conditions for other machines are left out."""
    with open(path, encoding="utf-8", errors="replace") as f:
        text = f.read()
    found = []
    for words, target in re.findall(
            r'dg-(?:additional-)?options (?:\{ )?"([^"]*)"'
            r'( *\{[^}]*target)?', text):
        if not target:
            found += words.split()
    return found


def outcome(path):
    """pass, or how it fails: compile, fail or time."""
    name = os.path.basename(path)[:-2]
    image = os.path.join(SCRATCH, name + ".elf")
    status, _, err = epiphany.build_image(
        image, ["tests/epiphany/syscalls.c", path, "-lc", "-lm", "-lgcc",
                "-lc"], FLAGS + options(path))
    if status:
        return "compile", err
    # The limit is far above what any of them takes.  Nested functions are
    # code that is written to the stack.
    status, out, err = run(
        [epiphany.EMULATOR, "--rows", "1", "--cols", "1", "--sram",
         hex(SRAM), "--writable-code", "--limit", "500000000", image],
        300)
    os.unlink(image)
    if status == 0:
        return "pass", ""
    return ("time" if status == 72 else "fail",
            f"status {status}\n{out[-500:]}\n{err[:2000]}")


RESULTS = {}


def one(path, wanted):
    how, text = outcome(path)
    RESULTS[path] = how
    return None if how == wanted else f"{how}, expected: {wanted}\n{text}"


def summary():
    counts = {}
    for how in RESULTS.values():
        counts[how] = counts.get(how, 0) + 1
    note(f"of {len(RESULTS)}: " + ", ".join(
        f"{counts[how]} {how}" for how in sorted(counts)))


libc()
known = exceptions()
programs = sorted(glob.glob(os.path.join(TESTS, "*.c")))
assert len(programs) > 1500, f"{len(programs)} programs"
if sys.argv[1:]:
    programs = [os.path.join(TESTS, name + ".c") for name in sys.argv[1:]]
elif not FULL:
    programs = programs[epiphany.SEED % PART::PART]
for program in programs:
    check(os.path.basename(program), one, program,
          known.get(os.path.basename(program)[:-2], "pass"))
atexit.register(summary)
finish()
