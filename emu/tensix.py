# SPDX-License-Identifier: Apache-2.0
"""How Tenstorrent's boards are started: Wormhole, 80 tiles, and Blackhole, 140.

Each chip is three boards: our emulator; the vendor's simulator, which TTSIM names (its
library, or several with a colon between, of which the one for this chip is taken); and a
card, by its kernel driver, never run (CAVEATS.md).  All run the emulator's images.  Ranks
are laid on tiles row by row, on a card on those that are not fused off.

Modes of the emulator: `reordered` delays packets by the seed, so that they arrive in any
order that the chip allows; `ordered` delays none.
"""

import os
import sys
from functools import partial
from types import SimpleNamespace

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import emulated  # noqa: E402
import tensix_board  # noqa: E402
import tensix_card  # noqa: E402
import tensix_ttsim  # noqa: E402

# Name; tiles, in how many columns; MHz; core counts that its boards' tests have beside the
# usual ones; what beside the usual options its emulator and its card take.
CHIPS = (("wormhole", 80, 8, 1000, "72,80", {}),
         ("blackhole", 140, 14, 1350, "80,140", {"interrupts": tensix_board.BY_WORD}))


def board(chip, vehicle, about, **own):
    """What all have alike, and what this one has of its own."""
    name, most = chip[:2]
    more = {} if vehicle == "emu" else {"IMAGES": f"{name}-emu"}
    return SimpleNamespace(
        __doc__=f"How board {name}-{vehicle} is started: {about}.",
        BOARD=f"{name}-{vehicle}", DEFAULT_CORES=8, MAX_CORES=most,
        PASS_STATUS=tensix_board.PASS_STATUS, FAIL_STATUS=tensix_board.FAIL_STATUS,
        LEFT_OUT=tensix_board.LEFT_OUT, on_timeout=emulated.on_timeout,
        report=tensix_board.report, **more, **own)


def by_us(chip):
    name, most, columns, mhz, counts, options = chip
    return board(
        chip, "emu", f"Tenstorrent {name.capitalize()}, {most} tiles, emulated",
        MODES=("reordered", "ordered"), CORES=f"1,2,3,17,48,{counts}",
        TEST_CORES={"reordered": (3, 17), "ordered": (2,)},
        OPTIONS={**tensix_board.OPTIONS, **options},
        VIEWS_BY_RANK=emulated.VIEWS_BY_RANK, views=emulated.views,
        rings=emulated.rings, CYCLES_A_US=mhz,
        place=lambda run, core: (core % columns, core // columns),
        command=tensix_board.CHIPS[name].command)


def by_vendor(chip):
    name, most, _, _, counts, _ = chip
    many = f"1,8,{counts}" if name == "wormhole" else f"1,8,{most}"
    return board(
        chip, "ttsim", f"images of {name}-emu on the vendor's simulator",
        MODES=("ttsim",), MANY=many, OPTIONS=tensix_ttsim.OPTIONS,
        slower=tensix_ttsim.slower, missing=partial(tensix_ttsim.missing, name),
        command=partial(tensix_ttsim.command, chip=name))


def carded(chip):
    name, *_, options = chip
    return board(
        chip, "card", f"images of {name}-emu on a card, by its kernel driver",
        MODES=("card",), CORES="1,8,72", OPTIONS={**tensix_card.OPTIONS, **options},
        missing=tensix_card.missing,
        command=partial(tensix_card.command, name=name, loader=tensix_ttsim.LOADER))


BOARDS = [make(chip) for chip in CHIPS for make in (by_us, by_vendor, carded)]
