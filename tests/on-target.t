#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The on-target tests, on every board, in every mode, at every core count; some of those
on the simulator with its detectors (tests/detect.t), which change no run."""

import importlib.machinery
import importlib.util
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, Skip, check, finish, make  # noqa: E402
import target  # noqa: E402


def script(name):
    spec = importlib.util.spec_from_loader(name, importlib.machinery.SourceFileLoader(
        name, f"tests/{name}.t"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def built(board):
    status, out, err = make(f"BOARD={board}", *([] if FULL else ["tests"]))
    return out + err if status else None


def left_out(reason):
    raise Skip(reason)


for b in BOARDS:
    wrong = built(b)
    check(f"{b} builds", lambda w=wrong: w)
detect = script("detect")
for r in target.runs(BOARDS, target.load_boards()):
    if not FULL and detect.is_on(r):
        check(f"{target.title(r)}, detectors", detect.clean, r)
    else:
        check(target.title(r), target.execute, r)
for title, why in target.skipped.items():
    check(title, left_out, why)
finish()
