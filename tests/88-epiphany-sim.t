#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The simulated Epiphany: the on-target tests, and that its cycles are those of
the emulator as far as docs/porting.md says."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, Skip, check, finish, make, run  # noqa: E402
import target  # noqa: E402

BOARD = "epiphany-sim"

# Clocks on epiphany-emu, one neighbour, nothing delayed; and the emulator's
# loads, 18 + 3 a hop for each double word and one for storing it, where its port
# has DMA.
EMULATED = {
    ("put", "8"): 241, ("put", "1024"): 582, ("put", "4096"): 2235,
    ("put_quiet", "8"): 465, ("put_quiet", "1024"): 806,
    ("get", "8"): 248, ("get", "1024"): 3160,
    ("flag", "0"): 202, ("interrupt", "0"): 225,
}
OFF = 0.25


def rows():
    status, out, err = run(["tools/weft-run", "--board", BOARD, "--cores", "16",
                            f"build/{BOARD}/bench/chip.elf"], 120)
    found = re.findall(r"weft-row: (\w+)\tcores=16,bytes=(\d+)\tlatency\t"
                       r"([\d.]+)\tcycles", out)
    return status, {(name, n): float(c) for name, n, c in found}, out + err


def calibrated():
    status, got, said = rows()
    wrong = [f"{key}: {got.get(key)}, the emulator's {clocks}"
             for key, clocks in EMULATED.items()
             if not abs(got.get(key, 0) - clocks) <= OFF * clocks]
    return "\n".join(wrong + [said]) if wrong or status else None


def grid(rows_, cols, cores, status):
    got, out, err = run(["tools/weft-run", "--board", BOARD, "--cores",
                         str(cores), "-o", f"rows={rows_}", "-o",
                         f"cols={cols}", f"build/{BOARD}/hello.elf"], 60)
    return None if (got == 0) == (status == 0) else f"status {got}\n{out}{err}"


def left_out(reason):
    raise Skip(reason)


if not os.environ.get("TEST_EPIPHANY", "1"):
    print("1..0 # SKIP the Epiphany is left out, as asked for")
    sys.exit(0)
built = make(f"BOARD={BOARD}")
check("it builds", lambda: built[1] + built[2] if built[0] else None)
check(f"put, get, flag, interrupt within {OFF:.0%} of the emulator", calibrated)
check("16 x 8 nodes", grid, 16, 8, 100, 0)
check("a grid that is too small is an error", grid, 2, 2, 5, 1)
if BOARD not in BOARDS:  # else tests/20-target.t has them
    for r in target.runs([BOARD], target.load_boards()):
        check(target.title(r), target.execute, r)
    for title, why in target.skipped.items():
        check(title, left_out, why)
finish()
