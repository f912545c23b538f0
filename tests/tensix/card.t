#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/weft-load on a card that is the emulator, by a model of the kernel driver's
interface (tests/tensix/card/): images run, fail and hang as on other boards; what cannot be is
refused by name; cores are left held.  Bugs planted into the loader fail here.

CARD_TREE is another tree whose loader is tried; CARD_PLANTED are words of what is to be
planted, if not all is.
"""

import contextlib
import ctypes
import glob
import mmap
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)),
                                ".."))
from lib import BOARDS, FULL, ROOT, check, expect, finish  # noqa: E402
from lib import in_time, make, run, scratch  # noqa: E402

TREE = os.environ.get("CARD_TREE", ROOT)
TIME_OUT = 60 if TREE == ROOT else 10  # what has a bug may hang each time
FOLDER = scratch()
DRIVER = os.path.join(FOLDER, "card_driver.so")
INPUT = os.path.join(FOLDER, "input")
HELD, L1 = 0x47800, {"wormhole": 0x16E000, "blackhole": 0x180000}
PAGE = 4096
SIGKILL_WITH_PARENT = 1  # of prctl


def image(chip, name):
    return f"build/{chip}-emu/{name}.elf"


class Card:
    """A card of its own, and what runs on it."""

    def __init__(self, chip, usable=0):
        self.chip = chip
        self.process = subprocess.Popen(
            ["build/tensix/tensix-emu", "--card", "--chip", chip, "--usable",
             str(usable), "none"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
            preexec_fn=lambda: ctypes.CDLL(None).prctl(
                SIGKILL_WITH_PARENT, signal.SIGKILL))
        self.path = self.process.stdout.readline().strip()

    def env(self, fault=""):
        return {**os.environ, "LD_PRELOAD": DRIVER, "TENSIX_CARD": self.path,
                "TENSIX_CARD_FAULT": fault}

    @staticmethod
    def command(path, cores, *options, arguments=()):
        return [os.path.join(TREE, "tools", "weft-load"), *options,
                "--cores", str(cores), path, *arguments]

    def load(self, name, cores, *options, arguments=(), fault=""):
        path = name if name.endswith(".elf") else image(self.chip, name)
        options = (*options, "--time-out", str(TIME_OUT)) \
            if "--time-out" not in options else options
        return run(self.command(path, cores, *options, arguments=arguments),
                   env=self.env(fault))

    def let_go(self):
        """Tiles whose cores are not held, by their registers."""
        size = {"wormhole": 80, "blackhole": 140}[self.chip]
        each = L1[self.chip] + 2 * PAGE
        with open(self.path, "rb") as f, mmap.mmap(
                f.fileno(), 0, access=mmap.ACCESS_READ) as m:
            return [n for n in range(size) if struct.unpack_from(
                "<I", m, PAGE + n * each + L1[self.chip] + 0x1B0)[0] != HELD]

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def on_card(function, chip, usable, *arguments):
    with contextlib.closing(Card(chip, usable)) as card:
        wrong = function(card, *arguments)
        running = card.let_go()
    return wrong or (f"tiles {running} are not held" if running else None)


def hello(card, *counts):
    """Each rank's line comes, and comes once; with text behind text of other runs."""
    for cores in counts:
        status, out, err = card.load("hello", cores)
        lines = sorted(line for line in out.splitlines() if line[:1] == "[")
        digits = len(str(cores - 1)) if cores > 100 else 2
        said = sorted(f"[{n:0{digits}d}] hello from the root"
                      for n in range(cores))
        if status or lines != said:
            return f"{cores} cores: status {status}, {len(lines)} lines\n{out}{err}"
    return None


def broadcast(card, cores, root):
    """A file that lies in one tile's memory reaches all; a wrong sum fails."""
    with open(INPUT, "rb") as f:
        content = f.read()
    given = ("--file", f"input={INPUT}@{root}")
    for wrong, status, text in ((0, 0, "code=0"), (1, 1, "code=1")):
        arguments = (f"bytes={len(content)}", f"root={root}",
                     f"crc={zlib.crc32(content) ^ wrong:08x}")
        found = expect(card.load("broadcast", cores, *given,
                                 arguments=arguments), status, text)
        if found:
            return found
    return hello(card, cores)  # another image, over what this one has left


def hang(card):
    return in_time(lambda seconds: expect(
        card.load("tests/plant", 4, "--time-out", str(seconds), arguments=["lost_flag"]), 124,
        "who waits for whom (4 cores)", "waits for a flag of the application from rank 2",
        "rank 2 has left main"), (4, 40))


def killed(card):
    """Cores of a run whose loader is gone still run; they are held before L1 changes."""
    command = card.command(image(card.chip, "tests/plant"), 4,
                           arguments=["lost_flag"])
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=card.env(),
                          start_new_session=True) as process:
        process.stdout.readline()  # the boot line
        process.kill()
    if not card.let_go():
        return "no core runs, so nothing is shown"
    return hello(card, 4)


def refused(card, fault, arguments, *texts):
    return expect(card.load(*arguments, fault=fault), 2, *texts)


def large(card):
    """An image whose last segment ends behind L1, and one that meets the boot record."""
    with open(image(card.chip, "hello"), "rb") as f:
        data = bytearray(f.read())
    table, = struct.unpack_from("<I", data, 28)
    each, count = struct.unpack_from("<HH", data, 42)
    loads = [at for at in range(table, table + count * each, each)
             if data[at] == 1]
    last = max(loads, key=lambda at: struct.unpack_from("<I", data, at + 12))
    begin, = struct.unpack_from("<I", data, last + 12)
    for more in (L1[card.chip], -begin + L1[card.chip] - 64):
        struct.pack_into("<I", data, last + 20, more)
        path = os.path.join(FOLDER, f"{card.chip}-large.elf")
        with open(path, "wb") as f:
            f.write(data)
        wrong = expect(card.load(path, 2), 125, "too large: it ends at")
        if wrong:
            return wrong
    return None


# Planted in the loader ----------------------------------------------------

CARD_PY, LOAD_PY = "emu/tensix_card.py", "emu/tensix_load.py"
MUTANTS = {
    "x and y of the window are exchanged": (
        CARD_PY, "self.window, base, x, y, 0, 0,", "self.window, base, y, x, 0, 0,"),
    "the window has one MB": (
        CARD_PY, "        return address - base\n",
        "        return (address - base) & 0xFFFFF\n"),
    "requests are in no order": (CARD_PY, "STRICT = 1 ", "STRICT = 0 "),
    "a window is given back while it is mapped": (
        CARD_PY, "            whole.close()\n", ""),
    "telemetry's table and values are exchanged": (
        CARD_PY, "0x8003_0434, 0x8003_0430", "0x8003_0430, 0x8003_0434"),
    "telemetry's values stand as the table does": (
        CARD_PY, "values + 4 * (entry >> 16)", "values + 4 * n"),
    "no column is fused off": (
        CARD_PY, 'columns = bin(mask & (1 << columns) - 1).count("1")', "pass"),
    "one core more than there are": (CARD_PY, "if c >= most]", "if c > most]"),
    "the driver's version is not looked at": (
        CARD_PY, "if version not in DRIVERS:", "if False:"),
    "any chip will do": (CARD_PY, "if is_one != self.name:", "if False:"),
    "segments are not filled up with zeroes": (
        LOAD_PY, "content + bytes(size - given)", "content"),
    "cores are not held before": (
        LOAD_PY, "            self.word(tile, RESET, ALL_HELD)\n", ""),
    "cores are not held behind": (
        LOAD_PY, "        access.end(run.tiles)\n", "        pass\n"),
    "what is printed is not taken": (
        LOAD_PY, "            self.word(tile, TAKEN, written)\n", ""),
    "the image's size is not looked at": (
        LOAD_PY, "        self.check_size()\n", ""),
}


def planted(path, old, new):
    """The loader with that bug, in a tree of its own, fails."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    if text.count(old) != 1:
        return f"{path} has {text.count(old)} times '{old}'"
    if not FULL:
        return None
    tree = scratch(" of loaders")
    for name in os.listdir(ROOT):
        if name in ("emu", "tools"):
            shutil.copytree(name, os.path.join(tree, name))
        elif name[0] != ".":
            os.symlink(os.path.join(ROOT, name), os.path.join(tree, name))
    with open(os.path.join(tree, path), "w", encoding="utf-8") as f:
        f.write(text.replace(old, new))
    # The first check that fails is enough.
    with subprocess.Popen(
            [sys.executable, os.path.realpath(__file__)], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "CARD_TREE": tree, "CARD_PLANTED": "",
                 "TEST_LEVEL": "test"}) as process:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line.startswith("not ok"):
                break
        process.terminate()
    return None if lines and lines[-1].startswith("not ok") else \
        "no check fails\n" + "".join(lines)


PLANTED = os.environ.get("CARD_PLANTED", "")
built_for = [c for c in L1 if f"{c}-emu" in BOARDS]
chips = [] if PLANTED else built_for
if "CARD_TREE" not in os.environ:
    for c in built_for:
        built = make(f"BOARD={c}-emu", "vehicle", *(
            image(c, n) for n in ("hello", "broadcast", "tests/plant")))
        assert not built[0], built[2]
subprocess.run([os.environ.get("HOSTCC", "cc"), "-std=gnu11", "-O1", "-I.",
                "-shared", "-fPIC", "-o", DRIVER, *glob.glob("tests/tensix/card/*.c"),
                "-ldl"], check=True)
with open(INPUT, "wb") as f_:
    f_.write(random.Random(19).randbytes(10001))

# Chip, its usable columns or rows, cores, root.
MOST = {"wormhole": (9, 72, 71), "blackhole": (0, 140, 139)}
for c in chips:
    check(f"{c}: hello on 1 and 8 tiles", on_card, hello, c, 0, 1, 8)
    check(f"{c}: a file by broadcast, on 8", on_card, broadcast, c, 0, 8, 5)
    usable_, cores_, root_ = MOST[c]
    if FULL or c == "wormhole":
        check(f"{c}: and on {cores_}", on_card, broadcast, c, usable_, cores_,
              root_)
    check(f"{c}: a hang is explained", on_card, hang, c, 0)
    check(f"{c}: after a loader that was killed", on_card, killed, c, 0)
    check(f"{c}: too large an image", on_card, large, c, 0)
    other = next(o for o in L1 if o != c)
    for title, usable_, fault_, arguments_, text_ in (
            ("no such card", 0, "", ("hello", 1, "-o", "device=1"),
             "/dev/tenstorrent/1: there is no such card"),
            ("no number of a card", 0, "", ("hello", 1, "-o", "device=a"),
             "-o device=a: not a number"),
            ("the driver's version", 0, "version", ("hello", 1), "has version 3"),
            ("no permission", 0, "denied", ("hello", 1), "no permission"),
            ("no window", 0, "windows", ("hello", 1), "no window is left"),
            ("a tile that is fused off", 8, "",
             ("hello", {"wormhole": 65, "blackhole": 81}[c]),
             "are not fused off")):
        check(f"{c}: {title}", on_card, refused, c, usable_, fault_, arguments_,
              text_)
if len(chips) == 2:
    check("an image for the other chip", on_card, refused, "wormhole", 0, "",
          (image("blackhole", "hello"), 1), "is wormhole, and the image is for blackhole")
if "blackhole" in chips:
    check("blackhole: 12 columns of 14", on_card, hello, "blackhole", 12, 120)
if "wormhole" in chips:
    check("wormhole: a board that telemetry does not know", on_card, refused,
          "wormhole", 7, "", ("hello", 1), "does not say how many tiles")
    check("wormhole: .. is told", on_card,
          lambda card: expect(card.load("hello", 56, "-o", "tiles=56"), 0),
          "wormhole", 7)
    check("no number of tiles", on_card, refused, "wormhole", 0, "",
          ("hello", 1, "-o", "tiles=a"), "-o tiles=a: not a number")
if "CARD_TREE" not in os.environ and len(built_for) == 2:
    for title, change in MUTANTS.items():
        if PLANTED in title:
            check(f"planted: {title}", planted, *change)
finish()
