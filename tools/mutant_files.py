# SPDX-License-Identifier: Apache-2.0
"""What a mutant has changed of what is built."""

import functools
import hashlib
import os
import subprocess
import tempfile

import chip_rows
import lib

CROSS = lib.settings(chip_rows.BOARD)["CROSS"]


def bare(path, scratch):
    """A sum of an object or image without what a debugger reads."""
    subprocess.run([f"{CROSS}objcopy", "--strip-debug", path, scratch], check=True)
    with open(scratch, "rb") as f:
        return hashlib.sha1(f.read()).digest()


@functools.lru_cache(maxsize=None)
def bare_original(name):
    with tempfile.NamedTemporaryFile(prefix="bare") as f:
        return bare(name, f.name)


def unlike(tree, names):
    """Those of the files below the tree's build/ that are not what the original has."""
    scratch = os.path.join(tree, "stripped")
    return [n for n in names
            if bare_original(n) != bare(os.path.join(tree, n), scratch)]


def objects_made(tree, board):
    """Those that are younger than the original's."""
    top = os.path.join(tree, f"build/{board}/obj")
    for at, _, names in os.walk(top):
        for name in (os.path.relpath(os.path.join(at, n), tree)
                     for n in names if n.endswith(".o")):
            if os.stat(name).st_mtime < os.stat(os.path.join(tree, name)).st_mtime:
                yield name


def symbols(path):
    return frozenset(line.split()[-1] for line in subprocess.run(
        [f"{CROSS}nm", "--defined-only", path], check=True, text=True,
        capture_output=True).stdout.splitlines())


@functools.lru_cache(maxsize=None)
def image_symbols(name):
    """What is in the original image: only what something there uses."""
    return symbols(name)
