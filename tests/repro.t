#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A build in another place gives the same bytes as the one here: make test compares the
library, some examples, a test and a benchmark of a board, test-full all images of all."""

import filecmp
import glob
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, check, finish, make, scratch  # noqa: E402
import trees  # noqa: E402

place = os.path.join(scratch(" with space"), "a longer", "path")
trees.copy_sources(place)


def same(board):
    """Images and library."""
    some = [] if FULL else [f"build/{board}/{name}" for name in (
        "libweft.a", "hello.elf", "broadcast.elf", "kvtable.elf", "overlap.elf",
        "tests/bcast.elf", "bench/rma.elf")]
    for folder in ".", place:
        status, out, err = make("-C", folder, f"BOARD={board}", *some)
        if status:
            return out + err
    files = some or [os.path.relpath(f, place) for pattern in
                     ("*.elf", "tests/*.elf", "bench/*.elf", "libweft.a") for f in
                     glob.glob(f"{glob.escape(place)}/build/{board}/{pattern}")]
    if not files:
        return "nothing was built"
    differ = [f for f in files if not filecmp.cmp(
        f, os.path.join(place, f), shallow=False)]
    return f"differ: {' '.join(differ)}" if differ else None


def path_free(board):
    """No image names the folder that it was built in."""
    return subprocess.run(
        ["grep", "-rlaF", "--include=*.elf", "--include=libweft.a",
         os.path.dirname(place), os.path.join(place, "build", board)],
        capture_output=True, text=True, check=False).stdout


def anew(board):
    """With other flags for the library its objects are built anew, with the same not."""
    built = os.path.join(place, f"build/{board}/obj/runtime/flag.o")
    times = []
    for flags in ("-DWEFT_NO_FLOATING", "-DWEFT_NO_FLOATING",
                  "-DWEFT_NO_FLOATING -DOTHER=1"):
        status, out, err = make("-C", place, f"BOARD={board}",
                                f"LIB_FLAGS={flags}",
                                f"build/{board}/obj/runtime/flag.o")
        if status:
            return out + err
        times.append(os.stat(built).st_mtime_ns)
    return None if times[0] == times[1] < times[2] else f"built at {times}"


for b in BOARDS if FULL else BOARDS[:1]:
    check(f"{b}: byte-identical in another place", same, b)
    check(f"{b}: no path of the build in the images", path_free, b)
for b in BOARDS[:1]:
    check(f"{b}: other flags, other objects", anew, b)
finish(workers=1)
