# SPDX-License-Identifier: Apache-2.0
"""How board wormhole-emu-chips is started: Wormholes that are joined by links, emulated.

All chips are in one emulator, so a seed repeats a run.  Each two of them are joined by a pair of
Ethernet tiles; of two chips by those of the vendor's boards with two (n300), tile 8 of the
first and tile 0 of the other.  Cores and ranks are as on scc-sim-chips: docs/links.md.
"""

import os
import struct
import sys

import boot_record
import chip_runs
from board_options import Option
from chip_runs import CHIPS

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import emulated  # noqa: E402
import left_out  # noqa: E402
import tensix_board  # noqa: E402
from emulated import VIEWS_BY_RANK, on_timeout, rings, views  # noqa: E402,F401
from tensix_board import (FAIL_STATUS, LAYOUT, MODES, PASS_STATUS, TILE_Y,  # noqa: E402,F401
                          report)

BOARD = "wormhole-emu-chips"
EACH = 80
MOST = 8  # FAR_PORT_CHIPS
CHIP = 12  # TENSIX_CHIP
DEFAULT_CORES = CHIPS * 4
MAX_CORES = MOST * EACH
CORES = MANY = "2,3,8,17,30"  # of tests that do not ask for less
TEST_CORES = {"reordered": (8,)}
FULL_MOST = 30
CYCLES_A_US = 1000
LEFT_OUT = left_out.read("arch/tensix/chips/left-out.txt")
# Of a million, or clocks, which are nanoseconds.
SETTINGS = ("latency", "loss", "burst", "repeat", "late", "late_by", "flip", "seed")
OPTIONS = {
    **tensix_board.OPTIONS,
    "chips": Option("N", "so many chips", str(CHIPS), least=1, most=MOST),
    "link": Option("KEY:VALUE,..", "the wires' latency and late_by in ns, their seed, and the "
                   "chances loss, burst, repeat, late, flip: 1% or of a million",
                   like=chip_runs.pairs(SETTINGS)),
    "dead": Option("CHIP@US", "all cores of that chip stop for good then",
                   like=r"[0-9]{1,2}@[0-9]{1,9}"),
}


# Of chip `near` the Ethernet tile that leads to `far`; where it is, as cores' numbers are.
ETHERNET_X = (25, 18, 24, 19, 23, 20, 22, 21)
ETHERNET_Y = 16


def ethernet(near, far):
    return 8 + far - near - 1 if near < far else near - far - 1


def place_of(tile):
    return ETHERNET_X[tile % 8] + (ETHERNET_Y + tile // 8 << TILE_Y)


class Joined(tensix_board.Chip):
    """Several of them; a core's number has the chip's above the tile's."""

    def tile(self, core):
        return super().tile(core % EACH) + (core // EACH << CHIP)

    def records(self, run, rows, top, polls):
        """Behind each the table of Ethernet tiles."""
        n = chip_runs.chips(run)
        for chip in range(n):
            cores = [core for core in run.cores if core // EACH == chip]
            record = boot_record.pack(
                [self.tile(core) for core in run.cores], run.args, run.env, rows,
                port=(LAYOUT, top, int(polls), chip, 0))
            record = boot_record.pack(
                [self.tile(core) for core in run.cores], run.args, run.env, rows,
                port=(LAYOUT, top, int(polls), chip, top + len(record)))
            table = [0 if far == chip else place_of(ethernet(chip, far)) for far in range(n)]
            yield (record + struct.pack(f"<{n}I", *table),
                   ",".join(map(str, cores)) + ":")


WORMHOLE = Joined("wormhole", 0x16E000, range(18, 26), range(18, 28))


def place(run, core):
    y, x = divmod(core % EACH, 8)
    return x, y + core // EACH * 10


def command(run):
    n = chip_runs.chips(run)
    run.cores = chip_runs.dealt(run.cores, n, EACH)
    if n > 1:
        run.named = lambda rank: chip_runs.chip_and_rank(run.cores, rank, EACH)
    argv = WORMHOLE.command(run)
    words = ["--chips", str(n)]
    for near in range(n):
        for far in range(near + 1, n):
            words += ["--wire", f"{near}.{ethernet(near, far)}-{far}.{ethernet(far, near)}"]
    for key, value in chip_runs.link_of(run):
        words += ["--link", f"{key}={value}"]
    if "dead" in run.options:
        chip, us = chip_runs.dying(run.options["dead"], n)
        words += ["--dead", f"{chip}:{us * CYCLES_A_US}"]
    return argv[:1] + words + argv[1:]
