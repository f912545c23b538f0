# SPDX-License-Identifier: Apache-2.0
"""How board epiphany-sim is started: an Epiphany chip on the simulator, in virtual time.

The engine is scc-sim's, and so are its options (docs/simulator.md), but for
those that only an SCC has: irq, cache.
"""

import os
import re
import sys

from board_options import Option

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import scc_sim  # noqa: E402
from scc_sim import (ENDS, FAIL_STATUS, PASS_STATUS, VERDICTS,  # noqa: E402,F401
                     again, on_timeout, report, state_at_end, views)

BOARD = "epiphany-sim"
DEFAULT_CORES = 16
MAX_CORES = 4096
MODES = ("fast", "relaxed")  # strict is about stale lines: there is no cache
CORES = "1,2,3,16,17,47,48,64"  # of tests that name none
FULL_MOST = 17  # a look takes the simulator a switch: with 48 cores a test takes minutes
TEST_CORES = {"fast": (17,), "relaxed": (16,)}
TEST_MORE = {}
TIMELINE = True
LISTS = scc_sim.LISTS
NOT_OURS = ("irq", "cache", "profile", "mesh")
SQUARE = "4, above 16 cores 8, then larger squares"
OPTIONS = {**{k: o for k, o in scc_sim.OPTIONS.items() if k not in NOT_OURS},
           "rows": Option("N", "rows of the grid", SQUARE, least=1, most=9999),
           "cols": Option("N", "columns of it", SQUARE, least=1, most=9999)}


def side(run, key):
    n = 4
    while n * n <= max(run.cores):
        n *= 2
    return int(run.options.get(key, n))


def profile(run):
    """epiphany.profile, with the run's grid."""
    rows, cols = run.grid
    path = os.path.join(run.root, "sim", "profiles", "epiphany.profile")
    with open(path, encoding="utf-8") as f:
        text = re.sub(r"^mesh_[xy]\b.*\n", "", f.read(), flags=re.M)
    path = os.path.join(run.dir, "epiphany.profile")
    with open(path, "w", encoding="utf-8") as f:
        f.write(f"{text}mesh_x {cols}\nmesh_y {rows}\n")
    return path


def command(run):
    run.grid = side(run, "rows"), side(run, "cols")
    if max(run.cores) >= run.grid[0] * run.grid[1]:
        raise ValueError(f"a chip of {run.grid[0]} x {run.grid[1]} has no core "
                         f"{max(run.cores)}")
    return scc_sim.command(run, BOARD, profile)
