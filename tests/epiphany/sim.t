#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The simulated Epiphany, beside tests/on-target.t: its cycles are those of the
emulator as far as docs/porting.md says."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(
    os.path.realpath(__file__)), ".."))
from lib import FULL, check, finish, make, run  # noqa: E402

BOARD = "epiphany-sim"

EMULATOR = "epiphany-emu"

# How far the simulator may be off, and where: docs/epiphany.md says why that is not
# the same everywhere.
NEAR, BARRIERS, BCASTS, BY_DMA = 0.15, 0.15, 0.2, 0.3
LIMITS = {
    "chip": {"put": NEAR, "put_quiet": NEAR, "get": NEAR, "flag": NEAR,
             "interrupt": NEAR, "barrier_tree": BARRIERS,
             "barrier_dissemination": BARRIERS},
    "chip_bcast": {"bcast": BY_DMA, "bcast_ocbcast": BCASTS,
                   "bcast_binomial_put": BCASTS},
}
LEAST = 1024  # bytes of a broadcast that is compared


def rows(board, program, cores, *options):
    """{(row, bytes): clocks}, and what was said."""
    status, out, err = run(["tools/weft-run", "--board", board, "--cores",
                            str(cores), *options,
                            f"build/{board}/bench/{program}.elf"], 120)
    found = re.findall(r"weft-row: (\w+)\tcores=\d+,bytes=(\d+)\tlatency\t"
                       r"([\d.]+)\tcycles", out)
    if status or not found:
        raise RuntimeError(out + err)
    return {(name, int(n)): float(c) for name, n, c in found}


def calibrated(program, cores):
    """None, or which clocks are not the emulator's, with nothing delayed."""
    image = f"bench/{program}.elf"
    for board in (BOARD, EMULATOR):
        status, out, err = make(f"BOARD={board}", f"build/{board}/{image}")
        if status:
            return out + err
    ours = rows(BOARD, program, cores)
    theirs = rows(EMULATOR, program, cores, "--mode", "ordered")
    wrong = []
    for (name, n), clocks in theirs.items():
        most = LIMITS[program].get(name)
        if most is None or (program == "chip_bcast" and n < LEAST):
            continue
        if not abs(ours[name, n] - clocks) <= most * clocks:
            wrong.append(f"{name}, {n} bytes: {ours[name, n]}, the emulator's "
                         f"{clocks}")
    return "\n".join(wrong)


def grid(rows_, cols, cores, status):
    got, out, err = run(["tools/weft-run", "--board", BOARD, "--cores",
                         str(cores), "-o", f"rows={rows_}", "-o",
                         f"cols={cols}", f"build/{BOARD}/hello.elf"], 60)
    return None if (got == 0) == (status == 0) else f"status {got}\n{out}{err}"


built = make(f"BOARD={BOARD}", "vehicle", f"build/{BOARD}/hello.elf",
             *(f"build/{BOARD}/bench/{p}.elf" for p in LIMITS))
check("it builds", lambda: built[1] + built[2] if built[0] else None)
for size in (16, 64) if FULL else (16,):
    check(f"put, get, flag, interrupt within {NEAR:.0%} of the emulator, barriers "
          f"{BARRIERS:.0%}, {size} cores", calibrated, "chip", size)
    check(f"broadcasts from {LEAST} bytes on within {BCASTS:.0%}, {size} cores",
          calibrated, "chip_bcast", size)
check("16 x 8 nodes", grid, 16, 8, 100, 0)
check("a grid that is too small is an error", grid, 2, 2, 5, 1)
finish()
