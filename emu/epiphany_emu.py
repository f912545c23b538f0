# SPDX-License-Identifier: Apache-2.0
"""How board epiphany-emu is started: an Epiphany chip in the emulator.

Ranks are laid on the chip's cores row by row; the boot record has the chip's
own numbers of them.  Modes: `ordered` delays nothing, `reordered` delays one
transaction in four by the seed, so that writes to two cores arrive in any
order.
"""

import os
import sys

import boot_record
from board_options import Option, handed_on, with_defaults

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import emulated  # noqa: E402
import epiphany_dump  # noqa: E402

BOARD = "epiphany-emu"
DEFAULT_CORES = 16
MAX_CORES = 64  # BOARD_CORES_MAX
PASS_STATUS = 85  # emu/epiphany/report.h
FAIL_STATUS = 87
STOPS = {73: 70}  # the emulator's own: a stack overflow
MODES = ("reordered", "ordered")
CORES = "1,2,3,16,17,47,48,64"  # of tests that name none
FULL_MOST = 17  # abcast_soak takes minutes with 48
TEST_CORES = {"reordered": (2, 16), "ordered": (1,)}
TEST_MORE = {"reordered": (2,)}

LAYOUT = 0x49504502  # BOARD_LAYOUT
ORIGIN = 0x808  # of both chips on their boards
ROW = 64
EXTERNAL = 0x8E000000
RECORD_MAX = 0x00100000
DRAM = 0x8E200000
DRAM_BYTES = 0x01E00000
SLICE_MOST = 4 << 20
SLICE_UNIT = 0x10000
HEAP_LEAST = 64 * 1024
SQUARE = "4, above 16 cores 8"
OPTIONS = {
    "chip": Option(("e16", "e64"), "generation", "e16, above 16 cores e64"),
    "rows": Option("N", "rows of the grid", SQUARE),
    "cols": Option("N", "columns of it", SQUARE),
    "delay": Option("N", "clocks that a transaction may be late at most", "200", to="--delay"),
    "spread": Option("N", "clocks within which cores start, by the seed", "0", to="--spread"),
    "latched": Option("N", "interrupts that are latched when they start, a mask", "0",
                      to="--latched"),
    "host": Option("FILE", "the program's host half, a script: the image is the program's own, "
                   "without weft, and nothing is loaded but by the script"),
    "stats": Option("FILE", "clocks, stalls, lowest stack of each core", to="--stats"),
}


def emulator(run):
    places = [os.path.join(os.environ.get("EPIPHANY_OUT", os.path.join(
                  run.root, "build", "epiphany")), "epiphany-emu"),
              os.path.join(run.root, "emu", "epiphany-emu")]
    for path in places:
        if os.access(path, os.X_OK):
            return path
    raise ValueError("the emulator is not built: make vehicle BOARD=epiphany-emu")


def grid(run):
    rows = cols = 4 if max(run.cores) < 16 else 8
    rows = int(run.options.get("rows", rows))
    cols = int(run.options.get("cols", cols))
    if max(run.cores) >= rows * cols:
        raise ValueError(f"a chip of {rows} x {cols} has no core "
                         f"{max(run.cores)}")
    return rows, cols


def place_files(run, size):
    """The boot record's rows, and what the emulator is to load where."""
    top, rows, loads = {}, [], []
    for f in run.files:
        base = DRAM + f.rank * size
        at = (top.get(f.rank, base + size) - f.size) & -8
        if at < base + HEAP_LEAST:
            raise ValueError(f"{f.name}: files of rank {f.rank} exceed its "
                             f"{size >> 10} KB of external memory")
        top[f.rank] = at
        rows.append((f.name, f.rank, at, f.size))
        if f.size:
            loads += ["--load", f"{os.path.abspath(f.path)}@{at:#x}"]
    return rows, loads


def chip_of(run, rows, cols):
    """What every run's chip is told."""
    chip = "e16" if rows * cols <= 16 else "e64"
    seed = run.seed or 1
    return [emulator(run), "--rows", str(rows), "--cols", str(cols),
            "--chip", run.options.get("chip", chip),
            "--cores", ",".join(map(str, run.cores)),
            "--seed", str(seed if run.mode == "reordered" else 0),
            "--delay", run.options.get("delay", OPTIONS["delay"].usual)]


def scripted(run, rows, cols):
    """The script loads and starts: there is no boot record for the rest, which is refused."""
    lost = [f"-o {name}" for name in ("spread", "latched") if name in run.options]
    lost += [f"the file {f.name}" for f in run.files]
    lost += [f"the argument {word}" for word in run.args[1:]]
    if lost:
        raise ValueError(f"-o host takes no account of {lost[0]}")
    return chip_of(run, rows, cols) + [
        "--host", run.options["host"], "--writable-code",
        *handed_on({"stats": OPTIONS["stats"]}, run.options), run.image]


def command(run):
    rows, cols = grid(run)
    if "host" in run.options:
        return scripted(run, rows, cols)
    size = min(SLICE_MOST, DRAM_BYTES // len(run.cores) & -SLICE_UNIT)
    numbers = [ORIGIN + c // cols * ROW + c % cols for c in run.cores]
    files, loads = place_files(run, size)
    record = boot_record.pack(numbers, run.args, run.env, files,
                              port=(LAYOUT, DRAM, size, 0, 0))
    if len(record) > RECORD_MAX:
        raise ValueError("arguments, environment and file names exceed 1 MB")
    path = os.path.join(run.dir, "boot-record")
    with open(path, "wb") as f:
        f.write(record)
    argv = chip_of(run, rows, cols) + [
        "--load", f"{path}@{EXTERNAL:#x}", "--args", f"{EXTERNAL:#x}",
        *emulated.arguments(run), *with_defaults(
            {k: o for k, o in OPTIONS.items() if k != "delay"}, run.options)]
    return argv + loads + [run.image]


CYCLES_A_US = 600  # of the boards' usual clock
VIEWS_BY_RANK, views = emulated.VIEWS_BY_RANK, emulated.views
rings, on_timeout = emulated.rings, emulated.on_timeout


def place(run, core):
    return core % grid(run)[1], core // grid(run)[1]


def report(run):
    return epiphany_dump.lines(run, emulated.dump_path(run))
