# SPDX-License-Identifier: Apache-2.0
"""Tiles in the vendor's simulator, ttsim, a library that its user has: by the C functions
of its header, as a host has the chip by windows of a PCI device.  By ttsim's own
documents (docs/libttsim_api.md) and tt-isa-documentation, "NoC/TLBs".

It ends the process that has loaded it when a program does what it refuses, so
tensix_load.py has it in a child of its own.
"""

import ctypes
import functools
import os
import struct
import subprocess
import sys

import tensix_board

STEP = 4000  # clocks between two looks at the tiles
OPTIONS = {"limit": tensix_board.LIMIT}
NO_CHIP = 0xFFFFFFFF
LOADER = [sys.executable, os.path.join(os.path.dirname(
    os.path.realpath(__file__)), "tensix_load.py")]


def slower(cores):
    """Its clocks are instructions of all tiles, one after the other: for tests' time-outs."""
    return 5 + cores // 8


def named():
    """As paths from the root: a name alone would be looked for among the system's."""
    return [os.path.abspath(p) for p in os.environ.get("TTSIM", "").split(":") if p]


def loader():
    return [*LOADER, "--ttsim", ":".join(named())]


@functools.lru_cache(maxsize=None)
def missing(chip):
    """Why nothing can be run here, in a line; None if it can."""
    if not named():
        return "TTSIM= does not name the vendor's library"
    for path in named():
        if not os.path.isfile(path):
            return f"TTSIM: {path}: no such file"
    found = subprocess.run([*loader(), "--chip", chip], check=False,
                           capture_output=True, text=True)
    said = found.stderr.strip().splitlines() or ["it said nothing"]
    return said[-1] if found.returncode else None


def command(run, chip):
    if missing(chip):
        raise ValueError(missing(chip))
    return [*loader(), "--limit", run.options.get("limit", "0"),
            *tensix_board.CHIPS[chip].arguments(run, polls=True), run.image]


class Wormhole:
    """One window of 16 MB: eight bytes say where in which tile."""

    DEVICE = 0x401E1E52
    WINDOW, SETTING, BITS = 0x0B000000, 0x1FC00000 + 8 * 166, 24

    @staticmethod
    def setting(base, x, y):
        return struct.pack("<Q", base >> 24 | x << 12 | y << 18 | 1 << 38)


class Blackhole:
    """One of 2 MB: three words."""

    DEVICE = 0xB1401E52
    WINDOW, SETTING, BITS = 0, 0x1FC00000, 21

    @staticmethod
    def setting(base, x, y):
        return struct.pack("<3I", base >> 21, x << 11 | y << 17, 1 << 6)


class Ttsim:
    """Reads and writes tiles, and lets time pass; all tiles are in one chip."""

    def __init__(self, path, chip):
        self.chip = {"wormhole": Wormhole, "blackhole": Blackhole}[chip]
        self.lib = ctypes.CDLL(path)
        self.get = self.function("pci_mem_rd_bytes", ctypes.c_uint64,
                                 ctypes.c_void_p, ctypes.c_uint32)
        self.put = self.function("pci_mem_wr_bytes", ctypes.c_uint64,
                                 ctypes.c_void_p, ctypes.c_uint32)
        self.clock = self.function("clock", ctypes.c_uint32)
        self.config = self.function("pci_config_rd32", ctypes.c_uint32,
                                    ctypes.c_uint32)
        self.config.restype = ctypes.c_uint32
        self.clocks, self.set = 0, None

    def function(self, name, *arguments):
        found = getattr(self.lib, "libttsim_" + name)
        found.argtypes, found.restype = arguments, None
        return found

    def open(self):
        """Is it this chip's library?  Nothing of it may be called before."""
        self.lib.libttsim_init()
        if self.config(0, 0) != self.chip.DEVICE:
            return False
        low, high = self.config(0, 0x10), self.config(0, 0x14)
        self.base = high << 32 | low & ~0xF
        return True

    def place(self, tile, address):
        """Where the window has that, set up anew if it was elsewhere."""
        base = address >> self.chip.BITS << self.chip.BITS
        if self.set != (tile, base):
            self.set = tile, base
            self.poke(self.base + self.chip.SETTING, self.chip.setting(
                base, tile & 0x3F, tile >> tensix_board.TILE_Y))
        return self.base + self.chip.WINDOW + address - base

    def close(self):
        pass

    def end(self, tiles):
        """What runs there ends with the process."""

    def poke(self, place, data):
        # Words at a time: what is no word of the chip's registers it refuses.
        step = 4 if place - self.base >= 0x1FC00000 else len(data)
        for at in range(0, len(data), step):
            self.put(place + at, data[at:at + step], step)

    def write(self, tile, address, data):
        if data:
            self.put(self.place(tile, address), bytes(data), len(data))

    def read(self, tile, address, n):
        found = ctypes.create_string_buffer(n)
        self.get(self.place(tile, address), found, n)
        return found.raw

    def let_run(self):
        self.clock(STEP)
        self.clocks += STEP
