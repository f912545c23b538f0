# SPDX-License-Identifier: Apache-2.0
"""Parsers of the tools against wrong input: each may refuse with Usage or ValueError, and
nothing else may come of it.  Inputs change as tests/fuzz/fuzz.c changes them, by a seed."""

import importlib.machinery
import importlib.util
import os
import random
import signal
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.append(os.path.join(ROOT, "tools"))
sys.dont_write_bytecode = True

import console  # noqa: E402
import elf_file  # noqa: E402
import event_rings  # noqa: E402
import run_files  # noqa: E402
import weft_boards  # noqa: E402
from page import trace_data  # noqa: E402

BYTES_MOST = 1 << 16
LIKELY = (b"0", b"1", b"4294967295", b"18446744073709551616", b"-1", b"", b"1e9", b"0x",
          b"9" * 30)
BYTES = b"\0\xff \n:,-.=@9%x"
WORDS = (0, 1, (1 << 32) - 1, (1 << 64) - 1, 1 << 31, 1 << 63, 0x7fffffff, 1 << 16)
SECONDS_MOST, WAITS_MOST = 10, 300  # of a processor; in all
REFUSED = "refused"


def program(path):
    name = os.path.basename(path).replace("-", "_")
    spec = importlib.util.spec_from_loader(name, importlib.machinery.SourceFileLoader(
        name, os.path.join(ROOT, path)))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def core_list(text):
    class Board:
        BOARD, DEFAULT_CORES, MAX_CORES = "b", 4, 48
    weft_boards.choose_cores(text.decode("latin-1"), None, Board)


def elf(path):
    image = elf_file.ElfFile(path)
    for address in (0, 0x90, 0x4054, 1 << 31, (1 << 64) - 1):
        image.function_at(address)
        image.function_start(address)
        image.string_at(address)
        image.text_before(address + 4, 4)
    image.constants()
    image.section(".text")


def rings(path):
    """As emulators write them; or one, of a chip of 32 bits, or of 64."""
    with open(path, "rb") as f:
        data = f.read()
    event_rings.rings_of(path)
    refused = 0
    for wide in False, True:
        try:
            event_rings.ring_of(data, wide)
        except ValueError:
            refused += 1
    if refused == 2:
        raise ValueError("neither")


def timeline(path):
    found = trace_data.Trace(path)
    found.let_last()
    found.columns()


def printed(data):
    class Silent(console.Console):
        def write(self, data):
            pass
    for half in (len(data), 7):
        said = Silent(False, None)
        said.feed(data[:half])
        said.feed(data[half:])
        said.close()
        said.reason()


PROFILE = []


def bsp(text):
    if not PROFILE:
        PROFILE.append(program("tools/bsp-profile"))
    try:
        PROFILE[0].read(text.decode("latin-1"))
    except ValueError as e:  # which a user would see as a traceback
        raise RuntimeError(e) from e


# By name: what parses, and whether it wants a path.
PARSERS = {
    "core-list": (core_list, False),
    "pairs": (lambda t: run_files.parse_pairs(
        t.decode("latin-1").split("\n"), "-o", ("fault",)), False),
    "file-option": (lambda t: run_files.parse_file(t.decode("latin-1"), [0, 1]), False),
    "elf-file": (elf, True), "rings": (rings, True), "timeline": (timeline, True),
    "console": (printed, False), "bsp-profile": (bsp, False),
}


def change(data, inputs, chance):
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data) + 1)
        way = chance.randrange(8)
        if way == 0 and data:
            data[at % len(data)] ^= 1 << chance.randrange(8)
        elif way == 1 and data:
            data[at % len(data)] = chance.choice(BYTES + bytes(chance.randrange(256)))
        elif way in (2, 3):
            size = chance.choice((2, 4, 8))
            at -= at % size
            word = chance.choice((*WORDS, len(data), at)) & (1 << 8 * size) - 1
            data[at:at + size] = word.to_bytes(size, "little")
        elif way == 4:
            end = at
            while end < len(data) and chr(data[end]).isdigit():
                end += 1
            data[at:end] = chance.choice(LIKELY)
        elif way == 5:
            del data[at:at + chance.choice((1, 4, 16, len(data)))]
        elif way == 6:
            other = chance.choice(inputs)
            first = chance.randrange(len(other) + 1)
            data[at:at] = other[first:first + chance.choice((4, 32, 400))]
        else:
            del data[at:]
    return bytes(data[:BYTES_MOST])


def one(name, data, scratch):
    """None if it is taken, REFUSED, or what else it was."""
    parse, wants_path = PARSERS[name]
    path = os.path.join(scratch, "input-" + name)
    if wants_path:
        with open(path, "wb") as f:
            f.write(data)
    try:
        signal.setitimer(signal.ITIMER_PROF, SECONDS_MOST)
        signal.alarm(WAITS_MOST)
        parse(path if wants_path else data)
    except (weft_boards.Usage, ValueError):
        return REFUSED
    except Exception as e:  # what a user would see as a traceback
        return f"{type(e).__name__}: {e}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
    return None


def too_long(*_):
    raise TimeoutError(f"longer than {SECONDS_MOST} s")


def main():
    """NAME SEED RUNS SECONDS FOLDER, as the programs in C; or NAME one FILE."""
    name = sys.argv[1]
    for number in signal.SIGALRM, signal.SIGPROF:
        signal.signal(number, too_long)
    if sys.argv[2] == "one":
        with open(sys.argv[3], "rb") as f:
            wrong = one(name, f.read(), os.getcwd())
        print(wrong)
        return wrong not in (None, REFUSED)
    seed, runs, seconds = map(int, sys.argv[2:5])
    inputs = []
    for entry in sorted(os.listdir(sys.argv[5])):
        with open(os.path.join(sys.argv[5], entry), "rb") as f:
            inputs.append(f.read())
    end, number, bugs, taken = time.monotonic() + seconds, 0, 0, 0
    while (not runs or number < runs) and (not seconds or time.monotonic() < end) \
            and bugs < 8:
        chance = random.Random(f"{seed} {number}")
        data = inputs[number % len(inputs)]
        if number >= len(inputs):
            data = change(data, inputs, chance)
        wrong = one(name, data, os.getcwd())
        taken += number < len(inputs) and wrong is None
        if wrong not in (None, REFUSED):
            bugs += 1
            print(f"bug-{name}-{number}: {wrong}")
            with open(f"bug-{name}-{number}", "wb") as f:
                f.write(data)
        number += 1
    print(f"{name}: {number} runs, {bugs} bugs; of {len(inputs)} inputs {taken} taken")
    return bool(bugs)


if __name__ == "__main__":
    sys.exit(main())
