#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Seeded bugs in the Epiphany's emulator, tests/epiphany/mutants.txt: each makes one of
its tests fail, or a part of the compiler's."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(
    os.path.realpath(__file__)), ".."))
import lib  # noqa: E402,F401
import emulator_mutants  # noqa: E402
import epiphany  # noqa: E402

epiphany.ready()
emulator_mutants.run_all(epiphany.BOARD, "tests/epiphany", "build/epiphany",
                         "epiphany-emu", {"EPIPHANY_OUT": "build/epiphany"},
                         ["emulator.t", "torture.t"])
