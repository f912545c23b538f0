# SPDX-License-Identifier: Apache-2.0
"""How board gpu-emu is started: an NVIDIA GPU, a block a core, emulated.

Modes: `reordered` holds stores back by the seed, makes some relaxed loads early, and
leaves lines in L1 stale until an acquire; `ordered` does the last of these alone.
"""

import os
import sys

from board_options import Option, handed_on

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import gpu_board  # noqa: E402
from gpu_board import FAIL_STATUS, PASS_STATUS, on_timeout, report  # noqa: E402,F401

BOARD = "gpu-emu"
IMAGES = "gpu"
DEFAULT_CORES = 16
MAX_CORES = 256  # GPU_CORES_MOST of arch/gpu/layout.h
MODES = ("reordered", "ordered")
CORES = "1,2,3,17,47,48,132"  # of tests that name none
TEST_CORES = {"reordered": (3, 17), "ordered": (2,)}
TEST_MORE = {"reordered": (3,)}
FULL_MOST = 48
OPTIONS = {
    "delay": Option("N", "clocks that a store may be held back at most", "3000", to="--delay"),
    "stats": Option("FILE", "clocks, instructions, loads, stores, fences of each core",
                    to="--stats"),
    "limit": Option("N", "clocks until the run is given up", to="--limit"),
}


def command(run):
    argv = gpu_board.command(run, "gpu-emu") + handed_on(OPTIONS, run.options)
    seed = (run.seed or 1) if run.mode == "reordered" else 0
    return argv + ["--seed", str(seed), run.image]
