#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Planted hangs and faults on both Tensix chips: who waits for whom, and where."""

import json
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)),
                                ".."))
from emulator_hangs import PLANT, check_all, stopped_at  # noqa: E402
from lib import BOARDS, FULL, check, finish, make  # noqa: E402

STEP = 1 if FULL else 29
BEFORE = 400  # clocks
WAITING = 100_000  # clocks: by then they do


def anywhere(board):
    """Wherever a core stands as it comes to its wait, its calls are followed to main."""
    with tempfile.TemporaryDirectory() as folder:
        dump = os.path.join(folder, "dump")
        stopped_at(board, WAITING, "--dump", dump)
        with open(dump, encoding="utf-8") as f:
            waits = [json.loads(line)["clock"] for line in f][3]
    for clocks in range(waits - BEFORE, waits, STEP):
        text = stopped_at(board, clocks)
        if not re.search(r"^weft-run: ranks? ([\d, -]*[ -])?3:\n"
                         rf"(weft-run:  .*\n)*weft-run:   main {PLANT}", text,
                         re.M):
            return f"at clock {clocks}:\n{text}"
    return None


for b in ("wormhole-emu", "blackhole-emu"):
    if b in BOARDS:
        built = make(f"BOARD={b}", "vehicle", f"build/{b}/tests/plant.elf")
        check(f"{b}: it builds",
              lambda: built[1] + built[2] if built[0] else None)
        check_all(b, "enter" if b == "wormhole-emu"
                  else "tensix_interrupt_entry", {})
        check(f"{b}: a hang says where, wherever cores wait", anywhere, b)
finish()
