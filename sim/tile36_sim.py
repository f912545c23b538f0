# SPDX-License-Identifier: Apache-2.0
"""How board tile36-sim is started: 36 cores with coherent windows, on the simulator.

They have message FIFOs, too.  The engine is scc-sim's, and so are its options
(docs/simulator.md), but for those about what only an SCC has, and those of detectors and
schedules, which do not know this memory.
"""

import os
import sys

from board_options import Option

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import scc_sim  # noqa: E402
from scc_sim import (ENDS, FAIL_STATUS, PASS_STATUS, VERDICTS,  # noqa: E402,F401
                     again, on_timeout, report, state_at_end, views)

BOARD = "tile36-sim"
DEFAULT_CORES = 36
MAX_CORES = 36
MODES = ("fast",)  # no line is stale
CORES = "1,2,3,17,36"  # of tests that name none
TEST_CORES = {"fast": (17,)}
TEST_MORE = {}
TIMELINE = True
LISTS = scc_sim.LISTS
NOT_OURS = ("irq", "profile", "mesh", "detect", "explore", "schedule", "atom")
HOMES = {"hashed": "on", "near": "off"}
OPTIONS = {**{k: o for k, o in scc_sim.OPTIONS.items() if k not in NOT_OURS},
           "homes": Option(tuple(HOMES), "where a line is kept: at any tile, or at its "
                           "window's core", "hashed")}


def profile(run):
    return os.path.join(run.root, "sim", "profiles", "tile36.profile")


def command(run):
    homes = run.options.get("homes")
    if homes is not None:
        run.options["set"] = ",".join(filter(None, (
            run.options.get("set"), f"homes_hashed:{HOMES[homes]}")))
    return scc_sim.command(run, BOARD, profile)
