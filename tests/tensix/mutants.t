#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Seeded bugs in the Tensix emulator, tests/tensix/mutants.txt: each makes one of its
tests fail."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(
    os.path.realpath(__file__)), ".."))
import lib  # noqa: E402
import emulator_mutants  # noqa: E402

BOARD = "wormhole-emu"
status, out, err = lib.make("vehicle", f"BOARD={BOARD}")
if status:
    print(f"Bail out!  the emulator is not built\n{out}{err}")
    sys.exit(1)
emulator_mutants.run_all(BOARD, "tests/tensix", "build/tensix", "tensix-emu",
                         {"TENSIX_OUT": "build/tensix"}, ["emulator.t"])
