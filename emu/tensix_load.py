#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Load an image on tiles of a Tensix chip, run it, and print what it says, by no more than
reading and writing tiles (arch/tensix/host.h).

  tensix_load.py --ttsim LIBRARY[:..] --chip NAME --tiles LIST [option ..] image.elf
  tensix_load.py --card /dev/tenstorrent/N --chip NAME --tiles LIST [..] image.elf

Without an image it says which of the libraries is for this chip.

  --load FILE@[TILE:]ADDRESS  bytes for that tile, or for all
  --record ADDRESS            where the boot record is by then
  --usable N                  tiles of the card, not by its telemetry
  --limit N                   clocks until the run is given up; 0: never
  --dump FILE                 unless it passes: a line of JSON a tile, FILE.mem: L1
                              up to the image's end, of each

Its exit statuses are those of host/host.h.  The vendor's simulator ends its process where it
refuses something, so it runs in a child; then it is run again, silently, up to
the look before, and a dump is made of that.
"""

import argparse
import ctypes
import json
import mmap
import os
import signal
import struct
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.dont_write_bytecode = True
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "tools")]
import tensix_card  # noqa: E402
import tensix_ttsim  # noqa: E402
from tensix_board import CHIPS  # noqa: E402
from tensix_card import ALL_HELD, RESET, Wrong  # noqa: E402
from weft_boards import parse_list  # noqa: E402

PASS, FAIL, USAGE, INPUT, FAULT, LIMIT = 85, 87, 64, 65, 71, 72
REFUSED = 1  # what the simulator ends with

# arch/tensix/host.h
HOST, BLOCK = 0x20, struct.Struct("<8I")
LAYOUT = 0x58540001
RECORD, TAKEN = HOST + 16, HOST + 20

BRISC_RUNS = 0x47000
WHO_AM_I = {"wormhole": 0xFFB20138, "blackhole": 0xFFB20148}


def segments(path):
    """[(address, bytes, with zeroes behind)] of an ELF file for 32-bit RISC-V."""
    with open(path, "rb") as f:
        data = f.read()
    if data[:5] != b"\x7fELF\1" or struct.unpack_from("<H", data, 18)[0] != 243:
        raise Wrong(f"{path}: not an image for Tensix")
    table, = struct.unpack_from("<I", data, 28)
    each, count = struct.unpack_from("<HH", data, 42)
    found = []
    for n in range(count):
        kind, offset, _, address, given, size = struct.unpack_from(
            "<6I", data, table + n * each)
        if kind == 1 and size:
            content = data[offset:offset + given]
            found.append((address, content + bytes(size - given)))
    return found


class Run:
    def __init__(self, access, opt, quiet):
        self.access, self.opt, self.quiet = access, opt, quiet
        self.chip = access.chip if opt.card else CHIPS[opt.chip]
        self.indexes = parse_list(opt.tiles, "--tiles")
        self.tiles = [self.chip.tile(n) for n in self.indexes]
        if opt.card:
            tensix_card.check_cores(self.chip, self.indexes, opt.card)
        self.segments = segments(opt.image)
        self.check_size()
        self.asked = False

    def check_size(self):
        """The image lies below boot record and files."""
        top = self.opt.record or self.chip.l1_bytes
        end = max((a + len(c) for a, c in self.segments), default=0)
        if end > top:
            raise Wrong(f"{self.opt.image}: too large: it ends at {end:#x}, and "
                        f"a tile has room up to {top:#x}")

    def word(self, tile, address, value):
        self.access.write(tile, address, struct.pack("<I", value))

    def load(self):
        for tile in self.tiles:
            told, = struct.unpack("<I", self.access.read(
                tile, WHO_AM_I[self.opt.chip], 4))
            if told & 0xFFF != tile:
                raise Wrong(f"tile {tile & 63},{tile >> 6} says that it is "
                            f"{told & 63},{told >> 6 & 63}")
            self.word(tile, RESET, ALL_HELD)
            for address, content in self.segments:
                self.access.write(tile, address, content)
        for text in self.opt.load:
            path, _, where = text.rpartition("@")
            one, _, address = where.rpartition(":")
            with open(path, "rb") as f:
                content = f.read()
            for tile in [self.chip.tile(int(one))] if one else self.tiles:
                self.access.write(tile, int(address, 0), content)
        block = self.block(self.tiles[0])
        if block[0] != LAYOUT or block[1] != 1 + list(CHIPS).index(self.chip.name):
            raise Wrong(f"{self.opt.image}: not an image for {self.chip.name}")
        for tile in self.tiles:
            self.word(tile, RECORD, self.opt.record)

    def block(self, tile):
        return BLOCK.unpack(self.access.read(tile, HOST, BLOCK.size))

    def look(self, tile):
        """Print what the tile has said; returns its verdict."""
        _, _, ring, size, _, taken, written, verdict = self.block(tile)
        n = (written - taken) & 0xFFFFFFFF
        if n:
            lost, n = max(n - size, 0), min(n, size)
            at = (written - n) % size
            text = self.access.read(tile, ring, size) * 2
            self.say((f"[{lost} bytes lost]" if lost else "").encode()
                     + text[at:at + n])
            self.word(tile, TAKEN, written)
        return verdict

    def say(self, text):
        while text and not self.quiet:
            text = text[os.write(1, text):]

    def go(self, until, told):
        """Until a verdict, or so many clocks; told, the clocks that are over."""
        for tile in self.tiles:
            self.word(tile, RESET, BRISC_RUNS)
        while not self.asked and self.access.clocks < until:
            told[:8] = struct.pack("<Q", self.access.clocks)
            self.access.let_run()
            verdicts = [self.look(t) for t in self.tiles]
            if any(verdicts):
                # Others may have written between the two looks.
                for tile in self.tiles:
                    self.look(tile)
                return PASS if max(verdicts) == 1 else FAIL
        return LIMIT

    def dump(self):
        if not self.opt.dump:
            return
        end = max(address + len(c) for address, c in self.segments)
        with open(self.opt.dump, "w", encoding="utf-8") as f:
            for index, tile in zip(self.indexes, self.tiles):
                print(json.dumps({"index": index, "x": tile & 63,
                                  "y": tile >> 6, "l1": end}), file=f)
        with open(self.opt.dump + ".mem", "wb") as f:
            for tile in self.tiles:
                f.write(self.access.read(tile, 0, end))


def play(opt, path, until, told, quiet=False):
    """A whole run; the exit status."""
    if opt.card:
        access = tensix_card.Card(path, opt.chip, opt.usable)
    else:
        access = tensix_ttsim.Ttsim(path, opt.chip)
    try:
        return play_on(access, opt, path, until, told, quiet)
    finally:
        access.close()


def play_on(access, opt, path, until, told, quiet):
    run = Run(access, opt, quiet)
    if not access.open():
        raise Wrong(f"{path}: not of {opt.chip}")

    def on_signal(*_):
        run.asked = True
    signal.signal(signal.SIGTERM, on_signal)
    try:
        run.load()
        status = run.go(until, told)
    finally:
        access.end(run.tiles)
    if status != PASS:
        run.dump()
    return status


def in_child(function, *arguments):
    """Its result, or what the simulator ends it with; SIGTERM is passed on."""
    PR_SET_PDEATHSIG = 1
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        status = FAULT
        try:
            status = function(*arguments)
        except (Wrong, OSError) as e:
            print(f"tensix_load: {e}", file=sys.stderr, flush=True)
            status = INPUT
        finally:
            os._exit(status)
    signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def is_for(path, chip):
    return 0 if tensix_ttsim.Ttsim(path, chip).open() else INPUT


def library(opt):
    """Of those named, the one for this chip."""
    for path in filter(None, opt.ttsim.split(":")):
        if in_child(is_for, path, opt.chip) == 0:
            return path
    raise Wrong(f"none of TTSIM={opt.ttsim} is a library for {opt.chip}")


def arguments():
    p = argparse.ArgumentParser(usage="tensix_load.py [option ..] image.elf",
                                allow_abbrev=False)
    where = p.add_mutually_exclusive_group(required=True)
    where.add_argument("--ttsim")
    where.add_argument("--card")
    p.add_argument("--usable", type=int)
    p.add_argument("--chip", choices=CHIPS, default="wormhole")
    p.add_argument("--tiles", default="0")
    p.add_argument("--load", action="append", default=[])
    p.add_argument("--record", type=lambda t: int(t, 0), default=0)
    p.add_argument("--limit", type=int, default=0)
    p.add_argument("--dump")
    p.add_argument("image", nargs="?")
    return p.parse_args()


def main():
    opt = arguments()
    until = opt.limit or 1 << 62
    told = mmap.mmap(-1, 8)
    try:
        if opt.card:
            return play(opt, opt.card, until, told)
        path = library(opt)
        if not opt.image:
            print(path)
            return 0
        status = in_child(play, opt, path, until, told)
    except (Wrong, OSError) as e:
        print(f"tensix_load: {e}", file=sys.stderr)
        return INPUT
    if status >= 0 and status != REFUSED:  # below: a signal's
        return status
    over, = struct.unpack("<Q", told[:8])
    print(f"tensix_load: the simulator has refused to go on from clock {over}",
          file=sys.stderr, flush=True)
    in_child(play, opt, path, over, told, True)
    return FAULT


if __name__ == "__main__":
    sys.exit(main())
