#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The on-target tests, on every board, in every mode, at every core count."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, Skip, check, finish, make  # noqa: E402
import target  # noqa: E402


def built(board):
    status, out, err = make(f"BOARD={board}")
    return out + err if status else None


def left_out(reason):
    raise Skip(reason)


for b in BOARDS:
    wrong = built(b)
    check(f"{b} builds", lambda w=wrong: w)
for r in target.runs(BOARDS, target.load_boards()):
    check(target.title(r), target.execute, r)
for title, why in target.skipped.items():
    check(title, left_out, why)
finish()
