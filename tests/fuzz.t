#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""All that parses, against wrong input: a refusal is right, and a crash, a report of the
sanitizers, a traceback or ten seconds of a processor are not.

Each parser gets some hundred inputs that chance has changed, the same every time. FUZZ=600
gives each ten minutes and another seed; FUZZ_ONLY="profile elf-file" takes some alone.
What is found lies in build/fuzz/ then: with a bug mended it goes to tests/fuzz/found/.
"""

import glob
import os
import re
import shutil
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import FULL, ROOT, check, expect, finish, note, run, scratch, settings  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tests/fuzz"))
import board_words  # noqa: E402
import in_python  # noqa: E402
import seeds  # noqa: E402

SECONDS = int(os.environ.get("FUZZ", "0") or 0)
ONLY = os.environ.get("FUZZ_ONLY", "").split()
RUNS = 0 if SECONDS else 5000 if FULL else 400
SEED = int(time.time()) if SECONDS else 1
OUT, FOUND = scratch(), "build/fuzz"
CHECKED = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# Their inputs name files that are not there: what is looked at comes before that.
REFUSED = ("sim-options", "epiphany-options", "tensix-options")
HOST = sorted(glob.glob("host/*.c"))
SIMULATOR = board_words.unasked("trace")[0]

# Program: its sources beside the fuzzer's, flags, and the parsers in it.
PROGRAMS = {
    "simulator": (settings(SIMULATOR)["VEHICLE"].split()
                  + [f"sim/chip/switch_{os.uname().machine}.S"],
                  ["-Dmain=sim_main", "-Iarch/sim", "-ldl"],
                  ["sim-options", "profile", "sim-boot", "blocks", "sim-image", "fault", "faults",
                   "explore", "schedule", "perturb", "detect"]),
    "epiphany": (sorted(glob.glob("emu/epiphany/*.c") + glob.glob("emu/common/*.c")) + HOST,
                 ["-Dmain=epiphany_main", "-frounding-math", "-lm"],
                 ["epiphany-options", "epiphany-image", "epiphany-code"]),
    "tensix": (sorted(glob.glob("emu/tensix/*.c") + glob.glob("emu/common/*.c")) + HOST,
               ["-Dmain=tensix_main"], ["tensix-options", "tensix-image"]),
    "core": (["runtime/boot.c", "runtime/text.c", "host/mpi/files.c", *HOST],
             ["-Iarch/mpi"], ["boot", "mpi-boot"]),
    "links": ([*sorted(glob.glob("links/*.c")), "tests/links/chips.c"], [],
              ["links"]),
}


def build(name):
    """The program's main has another name, and the fuzzer's comes last, by itself."""
    sources, flags, _ = PROGRAMS[name]
    compiler = [shutil.which("ccache") or "env", os.environ.get("HOSTCC", "gcc"),
                "-std=gnu11", "-D_GNU_SOURCE", *CHECKED, "-I.", "-Iinclude",
                *[f for f in flags if not f.startswith("-l")]]
    objects = []
    for source in [*sources, f"tests/fuzz/on_{name}.c", "tests/fuzz/fuzz.c"]:
        mains = [] if source.startswith("tests/fuzz/") else [f for f in compiler]
        objects.append(f"{OUT}/{name}-{source.replace('/', '-')}.o")
        command = mains or [f for f in compiler if not f.startswith("-Dmain=")]
        wrong = expect(run([*command, "-c", "-o", objects[-1], source], time_out=300), 0)
        if wrong:
            return wrong
    return expect(run(["gcc", *CHECKED, "-o", f"{OUT}/{name}", *objects,
                       *[f for f in flags if f.startswith("-l")]], time_out=300), 0)


def fuzz(command, name):
    """In a folder of its own: options may name files that are written."""
    place = os.path.join(OUT, "in", name)
    os.makedirs(place)
    result = run([*command, name, str(SEED), str(RUNS), str(SECONDS),
                  f"{OUT}/seeds/{name}"], time_out=SECONDS + 600, cwd=place)
    for path in glob.glob(f"{place}/bug-*"):
        os.makedirs(FOUND, exist_ok=True)
        shutil.copy(path, FOUND)
    if SECONDS:
        note(result[1].strip().splitlines()[-1] if result[1] else result[2])
    wrong = expect(result, 0, f"{name}: ")
    if not wrong and name not in REFUSED and re.search(r" 0 taken$", result[1], re.M):
        wrong = f"all of its inputs are refused as they are, so little is parsed: {result[1]}"
    return wrong and f"{wrong}\n{' '.join(command)} {name} one FILE: tells more of {FOUND}/"


def planted():
    """A mistake in a parser is found, and what found it is kept."""
    place = os.path.join(OUT, "in", "planted")
    os.makedirs(place)
    return expect(run([f"{OUT}/links", "planted", "1", "9", "0", f"{OUT}/seeds/links"],
                      cwd=place), 1, "bug-planted-0: ", "8 bugs")


def has_all(names):
    """Every parser has inputs, and the other way round."""
    known = {p for _, _, parsers in PROGRAMS.values() for p in parsers} | set(in_python.PARSERS)
    return None if known == set(names) else f"{known ^ set(names)}"


check("each parser has inputs", has_all, seeds.write(OUT + "/seeds"))
for each, (_, _, parsers) in PROGRAMS.items():
    wanted = [p for p in parsers if not ONLY or p in ONLY]
    if wanted:
        check(f"{each} builds", build, each)
        if each == "links":
            check("a planted mistake is found", planted)
    for parser in wanted:
        check(parser, fuzz, [f"{OUT}/{each}"], parser)
for parser in in_python.PARSERS:
    if not ONLY or parser in ONLY:
        check(parser, fuzz, [sys.executable, os.path.join(ROOT, "tests/fuzz/in_python.py")],
              parser)
finish(workers=1)
