#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Several chips, each a QEMU, joined by virtio-net and tools/relay.py: on-target tests, over
links with and without faults; consoles and reports by chip; chips that do not answer; the
relay's faults by themselves.  All other on-target tests run in `make test-full`."""

import os
import re
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
from lib import BOARDS, FULL, check, expect, finish, make, run  # noqa: E402
import chip_rows  # noqa: E402
import chip_runs  # noqa: E402
import faulty_wire  # noqa: E402
import target  # noqa: E402

VEHICLES = target.load_boards()
MODE = "mttcg"
# As chip_rows has them.
WAYS = [(2, 8, MODE, "loss:0"), (3, 7, MODE, chip_rows.ONE)]
if FULL:
    WAYS += [(2, 2, MODE, chip_rows.TEN), (4, 17, MODE, chip_rows.TEN),
             (8, 8, MODE, chip_rows.ONE)]
# 34 cores, which two processors of the host play in turns: those that take seconds.
MANY = [(2, 34, MODE, chip_rows.ONE)]
OF_MANY = ["port", "rma", "flags", "waits", "irq", "barrier", "am", "near_barrier"]
FRAMES = 20000


def fates(**settings):
    """Of so many frames: what arrives, by frame."""
    stream = faulty_wire.Stream({**faulty_wire.SETTINGS, **settings}, 0, 1)
    return [stream.fates(n.to_bytes(4, "little") * 16) for n in range(FRAMES)]


def wire_without_faults():
    if any([(later, bytes(data)) for later, data in arrives] != [
            (0, n.to_bytes(4, "little") * 16)] for n, arrives in enumerate(fates())):
        return "a wire without faults changes something"
    return None


def wire_by_seed():
    some = {"loss": 10000, "repeat": 10000, "late": 10000, "flip": 10000}
    if fates(**some) != fates(**some):
        return "the same seed makes other faults"
    if fates(**some) == fates(**some, seed=2):
        return "another seed makes the same faults"
    return None


def about(found, wants):
    return 0.7 * wants < found < 1.4 * wants


def wire_makes(key):
    """Of one kind of fault as many as were asked for, and none of another kind."""
    found = fates(**{key: 50000, "burst": 0})
    counts = {
        "loss": sum(not arrives for arrives in found),
        "repeat": sum(len(arrives) > 1 for arrives in found),
        "late": sum(later > 0 for arrives in found for later, _ in arrives),
        "flip": sum(bytes(data) != n.to_bytes(4, "little") * 16
                    for n, arrives in enumerate(found) for _, data in arrives)}
    for kind, count in counts.items():
        if not (about(count, FRAMES * 0.05) if kind == key else count == 0):
            return f"{key} of 5 % of {FRAMES}: {counts}"
    return None


def wire_bursts():
    """A burst of 75 % goes on for four frames in the mean."""
    lost = "".join("x" if not arrives else "." for arrives in fates(loss=10000, burst=750000))
    lengths = [len(burst) for burst in re.findall("x+", lost)]
    mean = sum(lengths) / len(lengths)
    return None if about(mean, 4) else f"bursts of {mean} frames"


def wire_keeps_targets():
    if any(bytes(data)[:faulty_wire.UNTOUCHED] !=
           (n.to_bytes(4, "little") * 16)[:faulty_wire.UNTOUCHED]
           for n, arrives in enumerate(fates(flip=500000)) for _, data in arrives):
        return "a fault changes where a frame goes"
    return None


def names_of_ranks():
    """A line that begins like one of a rank that is not there stays as it is."""
    cores = chip_runs.dealt(list(range(7)), 3, 48)
    names = [chip_runs.chip_and_rank(cores, rank, 48) for rank in (0, 2, 3, 6, 7)]
    return None if names == ["0.0", "0.2", "1.0", "2.1", None] else str(names)


def joined(board, *options, cores=4, image="hello"):
    return run(["tools/weft-run", "--board", board, "--cores", str(cores), *options,
                f"build/{board}/{image}.elf"], 300)


def make_run(board):
    plain = board.removesuffix("-chips")
    return expect(make("run", f"BOARD={plain}", "CHIPS=3", "CORES=7", "APP=examples/hello"),
                  0, "cores=7", "[0.2] hello", "[1.1] hello", "[2.1] hello", "end code=0")


def goes_on(board):
    """Cores keep the names that they would have with all chips there."""
    got = joined(board, "-o", "chips=3", "-o", "dead=1@0", "--env", "WEFT_BOOT_US=6000000",
                 "--env", "GO_ON=6", cores=9, image="tests/absent")
    wrong = expect(got, 0, "goes on with 2 chips; 1 did not answer", "ok 6", "end code=0")
    return wrong or (None if "[1." not in got[1] else f"of a chip that is gone: {got[1]}")


def cannot_be(board):
    for options, text in ((("-o", "link=latency:200"), "not KEY:VALUE,.."),
                          (("-o", "chips=5"), "4 cores are no 1 to"),
                          (("-o", "dead=1"), "not CHIP@US"),
                          (("-o", "dead=2@5"), "there is no chip 2"),
                          (("--gdb",), "has no debugger port"),
                          (("--file", "x=LICENSE@4"), "rank 4")):
        wrong = expect(joined(board, *options), 2, text)
        if wrong:
            return f"{options}: {wrong}"
    return None


def watched(board):
    """The cores of both chips, and what they copy (tests/watch.t has the boards of one)."""
    got = run(["tools/weft-run", "--cores", "6", "--watch-every", "0.1",
               f"build/{board}/tests/bcast.elf"])
    seen = re.findall(rf"^weft-run: {board}, 6 cores, .* do not; (\d+) [KM]?B moved", got[2], re.M)
    return expect(got, 0, "end code=0") or (None if any(map(int, seen)) else got[2])


def rest(board):
    for r in target.runs([board], VEHICLES):
        check(target.title(r), target.execute, r)


def on(board):
    images = [f"build/{board}/{name}.elf" for name in (
        "hello", "broadcast", *(f"tests/{name}" for name in [*chip_rows.TESTS, "absent", "soak"]))]
    built = make(f"BOARD={board}", *(["all"] if FULL else images))
    check(f"{board} builds", lambda: built[1] + built[2] if built[0] else None)
    # Without faults on one board, unless there is time.
    for r in [*chip_rows.runs(board, WAYS if FULL or board == BOARDS[0] else WAYS[1:],
                              chip_rows.TESTS),
              *chip_rows.runs(board, MANY, chip_rows.TESTS if FULL else OF_MANY)]:
        check(target.title(r), target.execute, r)
    check(f"{board}: make run CHIPS=", make_run, board)
    check(f"{board}: a file for a rank of another chip", lambda: expect(make(
        "run", f"BOARD={board}", "CORES=6", "ROOT=4", "APP=examples/broadcast"), 0,
        "end code=0"))
    check(f"{board}: all cores of two chips", lambda: expect(joined(
        board, cores=VEHICLES[board].DEFAULT_CORES), 0, "end code=0"))
    check(f"{board}: a chip that is not there at start", lambda: expect(
        joined(board, "-o", "dead=1@0"), 70, "chip 1: its QEMU has ended",
        "chip 1 does not answer", "1.0 (0,0)", "STOPPED"))
    check(f"{board}: a run that goes on without it", goes_on, board)
    check(f"{board}: one that dies later", lambda: expect(
        joined(board, "-o", "dead=1@300000", image="tests/soak"), 70,
        "chip 1: its QEMU has ended", "chip 1 does not answer"))
    check(f"{board}: the first one, too", lambda: expect(
        joined(board, "-o", "dead=0@300000", image="tests/soak"), 70,
        "chip 0: its QEMU has ended", "chip 0 does not answer"))
    check(f"{board}: what cannot be is refused", cannot_be, board)
    check(f"{board}: watched", watched, board)
    if FULL:
        rest(board)


check("a wire without faults", wire_without_faults)
check("faults by seed", wire_by_seed)
for fault in ("loss", "repeat", "late", "flip"):
    check(f"faults of one kind: {fault}", wire_makes, fault)
check("losses in bursts", wire_bursts)
check("faults leave a frame's target alone", wire_keeps_targets)
check("ranks are named by chip", names_of_ranks)
for b in BOARDS:
    on(b)
finish()
