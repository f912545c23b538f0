#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lines "NAME := value" of the boards' makefiles, arch/<chip>/<board>.mk, that are read
as text as well: no variables in them.  docs/porting.md lists them.

  tools/board_words.py NAME BOARD    the words of that line
"""

import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def boards():
    """{board: its makefile}."""
    return {os.path.basename(path)[:-3]: path for path in sorted(glob.glob(
        os.path.join(glob.escape(ROOT), "arch/*/*.mk")))}


def words(board, name):
    """The words of that line; none if there is no such line."""
    with open(boards()[board], encoding="utf-8") as f:
        found = re.search(rf"^{name} := *(.*)$", f.read().replace("\\\n", " "), re.M)
    return found[1].split() if found else []


def unasked(goal):
    """The boards that a goal takes where none is asked for."""
    return [b for b in boards() if goal in words(b, "UNASKED")]


if __name__ == "__main__":
    print(*words(sys.argv[2], sys.argv[1]))
