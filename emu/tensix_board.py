# SPDX-License-Identifier: Apache-2.0
"""What the boards of emu/tensix have alike; each says which chip it is."""

import os
import sys

import boot_record
from board_options import Option, handed_on
import left_out

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import emulated  # noqa: E402
import tensix_dump  # noqa: E402

LAYOUT = 0x58540001  # TENSIX_HOST_LAYOUT of arch/tensix/host.h
TILE_Y = 6
PASS_STATUS = 85  # host/host.h
FAIL_STATUS = 87
MODES = ("reordered", "ordered")
LEFT_OUT = left_out.read("arch/tensix/left-out.txt")
FREE_LEAST = 0x60000  # below files: image and heap
RECORD_MOST = 0x10000
LIMIT = Option("N", "clocks until the run is given up", to="--limit")
OPTIONS = {
    "delay": Option("N", "clocks that a packet may be late at most", "200", to="--delay"),
    "store-late": Option("N", "clocks that a core's store may be late at most", "40",
                         to="--store-late"),
    "spread": Option("N", "clocks within which cores start, by the seed", to="--spread"),
    "poll": Option("N", "clocks until the host sees what a tile tells it", "500", to="--poll"),
    "limit": LIMIT,
    "stats": Option("FILE", "clocks, stalls, requests of each tile", to="--stats"),
}
BY_WORD = Option(("yes", "no"), "by the interrupt controller, or by a word that is looked at")


class Chip:
    """One of the two: its name for the emulator, L1, and coordinates of tiles."""

    def __init__(self, name, l1_bytes, columns, rows):
        self.name, self.l1_bytes = name, l1_bytes
        self.columns, self.rows = columns, rows

    def tile(self, core):
        """The number of a tile: cores are counted row by row."""
        y, x = divmod(core, len(self.columns))
        return self.columns[x] + (self.rows[y] << TILE_Y)

    def command(self, run):
        argv = [emulator(run), *self.arguments(run)]
        argv += handed_on({**OPTIONS, "interrupts": BY_WORD}, run.options)
        seed = (run.seed or 1) if run.mode == "reordered" else 0
        return argv + ["--seed", str(seed), run.image]

    def arguments(self, run, polls=False):
        """What emulator and loader are told alike."""
        top, rows, loads = self.place_files(run)
        polls = polls or run.options.get("interrupts") == "no"
        # Their length does not depend on where they lie.
        length = max(len(record) for record, _ in self.records(run, rows, 0, polls))
        top = (min(top) - length) & -64
        if length > RECORD_MOST or top < FREE_LEAST:
            raise ValueError("arguments, environment and files exceed a "
                             "tile's memory")
        for number, (record, where) in enumerate(self.records(run, rows, top, polls)):
            path = os.path.join(run.dir, f"boot-record{number or ''}")
            with open(path, "wb") as f:
                f.write(record)
            loads += ["--load", f"{path}@{where}{top:#x}"]
        return ["--chip", self.name, "--tiles", ",".join(map(str, run.cores)),
                "--record", f"{top:#x}", *emulated.arguments(run), *loads]

    def records(self, run, rows, top, polls):
        """Boot records that are loaded there, and for which tiles, as --load has them."""
        yield boot_record.pack([self.tile(c) for c in run.cores], run.args, run.env, rows,
                               port=(LAYOUT, top, int(polls), 0, 0)), ""

    def place_files(self, run):
        """Tops of L1 by rank, the boot record's rows, what is to be loaded."""
        top, rows, loads = [self.l1_bytes] * len(run.cores), [], []
        for f in run.files:
            at = (top[f.rank] - f.size) & -16
            if at < FREE_LEAST:
                raise ValueError(f"{f.name}: files of rank {f.rank} exceed a "
                                 f"tile's memory")
            top[f.rank] = at
            rows.append((f.name, f.rank, at, f.size))
            if f.size:
                loads += ["--load", f"{os.path.abspath(f.path)}@"
                                    f"{run.cores[f.rank]}:{at:#x}"]
        return top, rows, loads


CHIPS = {c.name: c for c in (
    Chip("wormhole", 0x16E000, range(18, 26), range(18, 28)),
    Chip("blackhole", 0x180000, (*range(1, 8), *range(10, 17)),
         range(2, 12)))}


def emulator(run):
    places = [os.path.join(os.environ.get("TENSIX_OUT", os.path.join(
                  run.root, "build", "tensix")), "tensix-emu"),
              os.path.join(run.root, "emu", "tensix-emu")]
    for path in places:
        if os.access(path, os.X_OK):
            return path
    raise ValueError("the emulator is not built: make vehicle")


def report(run):
    return tensix_dump.lines(run, emulated.dump_path(run))
