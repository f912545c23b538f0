# SPDX-License-Identifier: Apache-2.0
"""How board blackhole-emu is started: Tenstorrent Blackhole, 140 tiles, emulated.

Ranks are laid on tiles row by row.  Modes: `reordered` delays packets by the seed,
so that they arrive in any order that the chip allows; `ordered` delays none.

Options (-o k=v):
  delay=N        clocks a packet may be late at most
  stats=FILE     clocks, stalls, requests of each tile
  limit=N        clocks until the run is given up
  interrupts=no  the port looks at a word instead, as on Wormhole
"""

import os
import sys

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import tensix_board  # noqa: E402
from tensix_board import (FAIL_STATUS, LEFT_OUT, MODES,  # noqa: E402,F401
                          PASS_STATUS, VIEWS_BY_RANK, on_timeout, report,
                          rings, views)

BOARD = "blackhole-emu"
DEFAULT_CORES = 8
MAX_CORES = 140
CORES = "1,2,3,17,48,80,140"  # of tests that name none
TEST_CORES = {"reordered": (3, 17), "ordered": (2,)}
CYCLES_A_US = 1350


def place(_run, core):
    return core % 14, core // 14


command = tensix_board.CHIPS["blackhole"].command
