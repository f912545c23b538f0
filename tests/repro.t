#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two builds in two places give the same bytes: make test builds the library, the
examples, a test and a benchmark of each board, test-full all images."""

import filecmp
import glob
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, ROOT, check, finish, make, scratch  # noqa: E402

places = [os.path.join(scratch(), "one"),
          os.path.join(scratch(" with space"), "a longer", "path")]


def copy_tree(place):
    shutil.copytree(ROOT, place, symlinks=True, ignore=lambda d, names: [
        n for n in names if d == ROOT and n in ("build", ".git")])


def build(board, place):
    some = [] if FULL else ["lib", *(
        f"build/{board}/{name}.elf" for name in
        ("hello", "broadcast", "kvtable", "overlap", "tests/bcast", "bench/rma"))]
    status, out, err = make("-C", place, f"BOARD={board}", *some)
    return out + err if status else None


def same(board):
    """Images and library."""
    for place in places:
        wrong = build(board, place)
        if wrong:
            return wrong
    files = [os.path.relpath(f, places[0]) for pattern in
             ("*.elf", "tests/*.elf", "bench/*.elf", "libweft.a") for f in
             glob.glob(f"{places[0]}/build/{board}/{pattern}")]
    if not files:
        return "nothing was built"
    differ = [f for f in files if not filecmp.cmp(
        os.path.join(places[0], f), os.path.join(places[1], f),
        shallow=False)]
    return f"differ: {' '.join(differ)}" if differ else None


def path_free(board):
    """No image names the folder that it was built in."""
    for place in places:
        found = subprocess.run(
            ["grep", "-rlaF", "--include=*.elf", "--include=libweft.a",
             os.path.dirname(place), os.path.join(place, "build", board)],
            capture_output=True, text=True, check=False).stdout
        if found:
            return found
    return None


def anew(board):
    """With other flags for the library its objects are built anew, with the same not."""
    built = os.path.join(places[0], f"build/{board}/obj/runtime/flag.o")
    times = []
    for flags in ("-DWEFT_NO_FLOATING", "-DWEFT_NO_FLOATING",
                  "-DWEFT_NO_FLOATING -DOTHER=1"):
        status, out, err = make("-C", places[0], f"BOARD={board}",
                                f"LIB_FLAGS={flags}",
                                f"build/{board}/obj/runtime/flag.o")
        if status:
            return out + err
        times.append(os.stat(built).st_mtime_ns)
    return None if times[0] == times[1] < times[2] else f"built at {times}"


for p in places:
    copy_tree(p)
for b in BOARDS:
    check(f"{b}: byte-identical in two places", same, b)
    check(f"{b}: no path of the build in the images", path_free, b)
for b in BOARDS[:1]:
    check(f"{b}: other flags, other objects", anew, b)
finish(workers=1)
