# SPDX-License-Identifier: Apache-2.0
"""How board wormhole-card is started: images of wormhole-emu on a card, by its kernel driver.

Never run on a card (CAVEATS.md).  Ranks are laid row by row on the tiles that
are not fused off.

Options (-o k=v):
  device=N        the card is /dev/tenstorrent/N (0)
  tiles=N         how many it has, where its telemetry does not say so
"""

import os
import sys

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import tensix_card  # noqa: E402
import tensix_ttsim  # noqa: E402
from tensix_card import missing  # noqa: E402,F401
from tensix_board import (FAIL_STATUS, LEFT_OUT,  # noqa: E402,F401
                          PASS_STATUS, on_timeout, report)

BOARD, IMAGES = "wormhole-card", "wormhole-emu"
DEFAULT_CORES = 8
MAX_CORES = 80
CORES = "1,8,72"  # of tests that name none
MODES = ("card",)


def command(run):
    return tensix_card.command(run, "wormhole", tensix_ttsim.LOADER)
