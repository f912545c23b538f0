# SPDX-License-Identifier: Apache-2.0
"""How board wormhole-ttsim is started: images of wormhole-emu on the vendor's simulator.

TTSIM names its library, or several with a colon between, of which the one for this
chip is taken.

Options (-o k=v):
  limit=N  clocks until the run is given up
"""

import os
import sys

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import tensix_ttsim  # noqa: E402
from tensix_board import (FAIL_STATUS, LEFT_OUT,  # noqa: E402,F401
                          PASS_STATUS, on_timeout, report)

BOARD, IMAGES = "wormhole-ttsim", "wormhole-emu"
DEFAULT_CORES = 8
MAX_CORES = 80
MANY = "1,8,72,80"  # of tests that all boards run with 48 or more
MODES = ("ttsim",)
slower = tensix_ttsim.slower


def missing():
    return tensix_ttsim.missing("wormhole")


def command(run):
    return tensix_ttsim.command(run, "wormhole")
