# SPDX-License-Identifier: Apache-2.0
"""Tiles of a card, by the vendor's kernel driver: /dev/tenstorrent/N, its ioctls, and one
window of 2 MB that is laid over one tile after the other.  Numbers and layouts are the
driver's interface (tt-kmd, ioctl.h), versions 1 and 2; where registers and telemetry
lie is from tt-isa-documentation.  Never run on a card: CAVEATS.md.
"""

import errno
import fcntl
import glob
import mmap
import os
import struct
import time

import tensix_board
from board_options import Option
from tensix_board import CHIPS, Chip

DRIVERS = (1, 2)  # versions of the interface
DEVICES_AT = "/dev/tenstorrent/"
VENDOR = 0x1E52
DEVICES = {0x401E: "wormhole", 0xB140: "blackhole"}
WINDOW = 1 << 21
PAUSE = 0.001  # seconds between two looks at the tiles
OPTIONS = {
    "device": Option("N", "the card is /dev/tenstorrent/N", "0"),
    "tiles": Option("N", "how many it has, where its telemetry does not say so"),
}

# _IO(0xfa, n): what is asked, what is answered, behind each other.  An answer's own
# length, which comes first in two of them, counts as asked.
DEVICE_INFO = 0xFA00, struct.Struct("<I4x"), struct.Struct("<4H")
DRIVER_INFO = 0xFA05, struct.Struct("<I4x"), struct.Struct("<2I")
ALLOCATE = 0xFA0B, struct.Struct("<2Q"), struct.Struct("<I4x3Q")
FREE = 0xFA0C, struct.Struct("<I"), struct.Struct("")
CONFIGURE = 0xFA0D, struct.Struct("<I4xQ4H5B3x2I"), struct.Struct("<Q")
STRICT = 1  # ordering: a request waits for those before it

# Tags of telemetry.
BOARD_HIGH, COLUMNS, TRANSLATION = 1, 34, 40
TAGS_MOST = 256
# The upper bits of a board's number: how many rows of tiles its Wormholes have.
ROWS = {0x14: 8, 0x18: 9, 0x35: 10}  # n300, n150, Galaxy

RESET, ALL_HELD = 0xFFB121B0, 0x47800


class Wrong(ValueError):
    """What was given cannot be run; the text says why."""


class Management:
    """The tile of the firmware's own processor: where it is, its memory as requests see
    it, and the registers that say where telemetry's table and values are."""

    def __init__(self, x, y, base, table, values):
        self.tile = x | y << tensix_board.TILE_Y
        self.base, self.table, self.values = base, table, values


MANAGEMENT = {
    "wormhole": Management(0, 10, 0x8_0000_0000, 0x8003_01D0, 0x8003_01D4),
    "blackhole": Management(8, 0, 0, 0x8003_0434, 0x8003_0430),
}


def missing():
    return None if glob.glob(DEVICES_AT + "[0-9]*") else "there is no card"


def device_path(number):
    if not number.isascii() or not number.isdigit():
        raise Wrong(f"device={number}: not the number of a card")
    return DEVICES_AT + number


class Card:
    """Reads and writes tiles of the card's chip, which is that one."""

    clocks = 0  # nobody counts them

    def __init__(self, path, chip, tiles=None):
        self.path, self.name, self.placed = path, chip, None
        self.window, self.wide, self.words = None, None, None
        try:
            self.file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        except OSError as e:
            raise Wrong(self.why_not(e)) from e
        try:
            self.check()
            self.map()
            self.chip = self.usable(tiles)
        except BaseException:
            self.close()
            raise

    def why_not(self, error):
        if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
            return (f"{self.path}: there is no such card, or its driver "
                    f"(tt-kmd) is not loaded")
        if error.errno in (errno.EACCES, errno.EPERM):
            return f"{self.path}: no permission to use the card"
        return f"{self.path}: {error.strerror}"

    def ask(self, request, *given):
        number, question, answer = request
        data = bytearray(question.pack(*given) + bytes(answer.size))
        try:
            fcntl.ioctl(self.file, number, data)
        except OSError as e:
            if request is ALLOCATE and e.errno == errno.ENOMEM:
                why = "no window is left; does other software use the card?"
            elif e.errno == errno.ENOTTY:
                why = "the driver does not know windows: it is too old"
            else:
                why = f"the driver refuses request {number & 0xFF}: {e.strerror}"
            raise Wrong(f"{self.path}: {why}") from e
        return answer.unpack_from(data, question.size)

    def check(self):
        """The driver's interface first: nothing else is known before."""
        version = self.ask(DRIVER_INFO, 4 + DRIVER_INFO[2].size)[0]
        if version not in DRIVERS:
            raise Wrong(f"{self.path}: the driver's interface has version "
                        f"{version}; known are {DRIVERS[0]} and {DRIVERS[1]}")
        vendor, device, _, _ = self.ask(DEVICE_INFO, 4 + DEVICE_INFO[2].size)
        is_one = DEVICES.get(device) if vendor == VENDOR else None
        if is_one != self.name:
            raise Wrong(f"{self.path} is {is_one or 'no card that is known'}, "
                        f"and the image is for {self.name}")

    def map(self):
        """Twice: words go to and fro at once by the one, bytes are gathered by the
        other.  A call of the driver's lies between any two uses of both."""
        self.window, at, gathered, _ = self.ask(ALLOCATE, WINDOW, 0)
        self.words = memoryview(mmap.mmap(self.file, WINDOW, offset=at)).cast("I")
        self.wide = mmap.mmap(self.file, WINDOW, offset=gathered)

    def close(self):
        """The driver takes a window back that nobody has mapped."""
        if self.words is not None:
            whole = self.words.obj
            self.words.release()
            whole.close()
            self.words = None
        if self.wide is not None:
            self.wide.close()
        if self.window is not None:
            self.ask(FREE, self.window)
            self.window = None
        if self.file is not None:
            os.close(self.file)
            self.file = None

    def place(self, tile, address, n):
        """Lay the window there; where in it that is."""
        base = address & -WINDOW
        if address + n > base + WINDOW:
            raise Wrong(f"{n} bytes at {address:#x} are more than a window")
        if self.placed != (tile, base):
            y, x = divmod(tile, 1 << tensix_board.TILE_Y)
            self.ask(CONFIGURE, self.window, base, x, y, 0, 0,
                     0, 0, STRICT, 0, 0, 0, 0)
            self.placed = tile, base
        return address - base

    def word(self, tile, address):
        return self.words[self.place(tile, address, 4) // 4]

    def write(self, tile, address, data):
        """Of L1, any bytes; a word goes at once, as registers need it."""
        at = self.place(tile, address, len(data))
        if len(data) == 4 and at % 4 == 0:
            self.words[at // 4], = struct.unpack("<I", data)
            return
        # Whole words: nothing narrower is written, by whatever copies bytes.
        first, end = at & -4, (at + len(data) + 3) & -4
        before = self.wide[first:at] if first < at else b""
        after = self.wide[at + len(data):end]
        self.wide[first:end] = before + bytes(data) + after
        self.placed = None  # what is gathered has gone before the next one

    def read(self, tile, address, n):
        at = self.place(tile, address, n)
        if n <= 64 and at % 4 == 0 and n % 4 == 0:
            return struct.pack(f"<{n // 4}I", *self.words[at // 4:(at + n) // 4])
        first, end = at & -4, (at + n + 3) & -4
        return self.wide[first:end][at - first:at - first + n]

    def telemetry(self):
        """What the card's firmware says of it: {tag: value}."""
        m = MANAGEMENT[self.name]
        table, values = (m.base + self.word(m.tile, m.base + r)
                         for r in (m.table, m.values))
        if table % 4 or values % 4 or m.base in (table, values):
            raise Wrong(f"{self.path}: its firmware has no telemetry")
        count = self.word(m.tile, table + 4)
        if not 0 < count <= TAGS_MOST:
            raise Wrong(f"{self.path}: telemetry of {count} values")
        found = {}
        for n in range(count):
            entry = self.word(m.tile, table + 8 + 4 * n)
            found[entry & 0xFFFF] = self.word(m.tile,
                                              values + 4 * (entry >> 16))
        return found

    def usable(self, tiles):
        """The chip with the tiles that are not fused off: by translated coordinates
        those are the first columns, or rows."""
        whole, told = CHIPS[self.name], self.telemetry()
        if not told.get(TRANSLATION):
            raise Wrong(f"{self.path}: its firmware does not translate "
                        f"coordinates; tt-smi -r resets the card")
        columns, rows = len(whole.columns), len(whole.rows)
        if tiles is not None and self.name == "blackhole":
            columns = min(columns, tiles // rows)
        elif tiles is not None:
            rows = min(rows, tiles // columns)
        elif self.name == "blackhole":
            mask = told.get(COLUMNS, 0)
            columns = bin(mask & (1 << columns) - 1).count("1")
        else:
            kind = told.get(BOARD_HIGH, 0) >> 4 & 0xFFFFF
            rows = ROWS.get(kind, 0)
        if not rows or not columns:
            raise Wrong(f"{self.path}: its telemetry does not say how many "
                        f"tiles it has; -o tiles=N does")
        return Chip(self.name, whole.l1_bytes, whole.columns[:columns],
                    whole.rows[:rows])

    def open(self):
        return True

    def let_run(self):
        time.sleep(PAUSE)

    def end(self, tiles):
        """The card is left with its cores held."""
        for tile in tiles:
            self.write(tile, RESET, struct.pack("<I", ALL_HELD))


def check_cores(chip, cores, path):
    """The cores are all on the card."""
    most = len(chip.columns) * len(chip.rows)
    over = [c for c in cores if c >= most]
    if over:
        raise Wrong(f"{path}: core {over[0]} is asked for; of its tiles {most} "
                    f"are not fused off, cores 0 to {most - 1}")


def command(run, name, loader):
    """What weft-run starts: the loader, told what it is told on other boards."""
    path = device_path(run.options.get("device", "0"))
    tiles = run.options.get("tiles")
    card = Card(path, name, None if tiles is None else int(tiles))
    try:
        chip = card.chip
        check_cores(chip, run.cores, path)
    finally:
        card.close()
    more = [] if tiles is None else ["--usable", tiles]
    polls = run.options.get("interrupts") != "yes"
    return [*loader, "--card", path, *more,
            *chip.arguments(run, polls=polls), run.image]
