# SPDX-License-Identifier: Apache-2.0
"""On-target tests over links of several chips that lose, repeat, reorder and damage frames."""

import re

import target
from lib import FULL

import board_words  # tools/, by way of target

BOARD = f"{board_words.unasked('trace')[0]}-chips"  # the simulator's of several chips

# Those whose every write, flag, interrupt or wait is one from chip to chip.
TESTS = ["port", "rma", "flags", "waits", "irq", "litmus", "barrier", "bcast", "abcast",
         "am", "sendrecv", "near_barrier"]
MORE = ["bsp_random", "lock", "locks", "reduce", "team", "event", "fiber_waits", "striped",
        "together", "am_store", "delegate", "abcast_large",
        "long_nodes"]
MOST = {"together": 30}  # docs/links.md says why
# Rounds: its 150 take three QEMUs 18 s, with such losses.
LESS = {"litmus": "30"}
ONE = "loss:1%,repeat:1%,late:1%,flip:0.1%"
TEN = "loss:10%,burst:50%,repeat:5%,late:5%,flip:1%"
# Chips, cores, mode, faults.
WAYS = [(2, 8, "strict", ONE), (2, 34, "relaxed", ONE), (3, 7, "strict", TEN)]
if FULL:
    WAYS += [(2, 3, "relaxed", TEN), (4, 34, "strict", ONE), (2, 34, "fast", TEN),
             (8, 8, "strict", ONE)]


def source(name):
    return next((p for p in target.sources() if re.search(rf"(^|/){name}\.c$", p)), None)


def names():
    return TESTS + MORE if FULL else TESTS


def runs(board=BOARD, ways=WAYS, tests=None):
    """Of each test the first row that is for all boards, with one seed, in each way."""
    vehicle = target.load_boards()[board]
    for chips, cores, mode, link in ways:
        for name in tests or names():
            row = next((r for r in target.rows(source(name)) if "boards" not in r), {})
            fit = min(cores, MOST.get(name, cores))
            if fit >= min(target.counts(row.get("cores", "1"))):
                row = {**row, "seeds": "1", "o": f"chips={chips}+link={link}"}
                if name in LESS and board != BOARD and not FULL:
                    row["less"] = LESS[name]
                yield from target.board_runs(name, row, vehicle, [(mode, fit)], False)
