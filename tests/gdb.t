#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make gdb: one thread a core, symbols, and the runtime's state by command."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, check, finish, make  # noqa: E402

COMMANDS = ["weft boot", "info threads", "break weft_bcast_ocbcast",
            "continue", "weft waits", "weft flags", "delete", "tbreak draw_mesh",
            "continue", "weft bcast"]
SAID = [r"hit Temporary breakpoint 1, main",
        r"^\s*\*?\s*\d+\s+Thread 1\.3 .*",
        r"hit Breakpoint 2, weft_bcast_ocbcast",
        r"who waits for whom \(3 cores\)",
        r"^rank +1: .*0x[0-9a-f]{4}=\d+",
        r"^rank +2: root 0, k=2, chunk \d+, parent 0, children none"]


def session(board):
    gdb = "-batch " + " ".join(f"-ex '{c}'" for c in COMMANDS)
    status, out, err = make("gdb", f"BOARD={board}", "CORES=3", time_out=300,
                            env={"GDB": gdb})
    # A line of a core or of weft may come in the middle of one of the debugger's.
    debugger = re.sub(r"(\[\d\d\]|weft:) .*\n", "", out)
    lost = [t for t in SAID if not re.search(t, debugger, re.M)]
    return f"not said: {lost}\n{out}{err}" if lost or status else None


for b in BOARDS:
    if b.endswith("-qemu"):
        check(f"{b}: a session", session, b)
# Two sessions build one image at a time.
finish(workers=1)
