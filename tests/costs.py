# SPDX-License-Identifier: Apache-2.0
"""What on-target tests cost on the simulator where software and private memory are free:
how often all cores together read and write windows, with how many bytes, try test-and-set,
raise and take interrupts, and how long it takes.  The simulator repeats exactly, so
tests/costs.tsv has these figures, and they are compared exactly.  They tell of what cores
do to each other alone: code that the compiler makes otherwise costs the same.  So it is
with a few tests on several chips, whose links lose frames."""

import os
import shlex
import subprocess
import sys
import tempfile
from types import SimpleNamespace

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "chips"))
import board_words
import chip_rows
import lib
import target

BOARD, MODE = board_words.unasked("trace")[0], "strict"  # the simulator
TABLE = "tests/costs.tsv"
FIGURES = ("us", "reads", "read bytes", "writes", "written bytes", "test-and-sets",
           "raised", "taken")
# How much private memory a copy touches, too, is the compiler's choice.
FREE = ("-o", "software=free", "-o", "set=o_r_mem_ns:0,o_w_mem_ns:0")
# They wait by their instructions, which take no time, or measure these.
LONG = ("abcast_busy", "am_spill_dead", "am_spill_dead_least", "calibration",
        "calls_dead", "compute", "points")
MOST = 256  # cores: what more cost takes too long
JOINED = ("am", "rma", "sendrecv", "bcast", "abcast", "irq")  # tests on several chips
NOT_FREE = ("fault=slow", "faults=", "explore=", "schedule=", "count=", "set=", "software=")


def likeness(r):
    """Runs alike in it differ in cores, mode and seed only."""
    return (r.name, *(str(r.row.get(k, "")) for k in ("args", "env", "o", "file")))


def samples(runs, most=2):
    """Of runs that are alike one, the cheapest on so many cores or more."""
    least = {}
    for r in runs:
        key = likeness(r)
        if key not in least or ((r.cores < most, r.cores) <
                                (least[key].cores < most, least[key].cores)):
            least[key] = r
    return list(least.values())


def rows():
    """The runs that have figures: of those of `make test` on the simulator, without what
    a seed changes where the row has none."""
    found = samples(target.runs([BOARD], target.load_boards(), False, False), 3)
    return [SimpleNamespace(**{**vars(r), "seed": int("seeds" in r.row), "mode": mode_of(r)})
            for r in found if r.name not in LONG and r.cores <= MOST and not any(
                word in r.row.get("o", "") for word in NOT_FREE)] + list(
                chip_rows.runs(tests=JOINED))


def mode_of(r):
    return MODE if MODE in r.row.get("modes", MODE) else r.mode


def key_of(r):
    return target.title(r).replace(f": {BOARD} {MODE},", ":")


def measured(r, *options):
    """(figures, as the table has them, or None; what is wrong) of a run.  A run that fails
    has figures, too: tests/on-target.t judges it, where software is not free."""
    with tempfile.NamedTemporaryFile(mode="r", suffix=".costs") as f:
        wrong = target.execute(r, (*FREE, "-o", f"costs={f.name}", *options))
        words = f.read().split()
    if len(words) < 9:
        return None, wrong or "it said nothing of its costs"
    return (str(int(words[1]) // 1000000), *words[2:9]), wrong


def compiler():
    """The figures are of one compiler: with another one a few runs look once more, or less,
    where code loops for long."""
    command = shlex.split(lib.settings(BOARD)["CROSS"] + "gcc")
    return " ".join(subprocess.run([*command, word], check=True, capture_output=True,
                                   text=True).stdout.strip()
                    for word in ("-dumpmachine", "-dumpfullversion"))


def read():
    """(compiler, {key: figures}) of the table."""
    if not os.path.exists(TABLE):
        return "none", {}
    with open(TABLE, encoding="utf-8") as f:
        of, _, *lines = f.read().splitlines()
    cells = [line.split("\t") for line in lines]
    return of, {c[0]: tuple(c[1:]) for c in cells}


def write(figures):
    with open(TABLE, "w", encoding="utf-8") as f:
        print(compiler(), file=f)
        print("run", *FIGURES, sep="\t", file=f)
        for key in sorted(figures):
            print(key, *figures[key], sep="\t", file=f)


def difference(old, new):
    """None, or a text."""
    if old == new:
        return None
    if old is None:
        return f"new: {', '.join(f'{n} {v}' for n, v in zip(FIGURES, new))}"
    return ", ".join(f"{name} {a} -> {b}" for name, a, b in zip(FIGURES, old, new) if a != b)
