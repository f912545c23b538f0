# SPDX-License-Identifier: Apache-2.0
"""Rows of on-target tests that say most about chips that are joined by links."""

import re

import target

# Those whose every write, flag, interrupt or wait is one from chip to chip.
TESTS = ["port", "rma", "flags", "waits", "irq", "litmus", "barrier", "bcast", "abcast",
         "am", "sendrecv", "near_barrier"]


def source(name):
    return next((p for p in target.sources() if re.search(rf"(^|/){name}\.c$", p)), None)


def runs(vehicle, name, cores, mode):
    """The test's first row that is for all boards, with one seed."""
    row = next((r for r in target.rows(source(name)) if "boards" not in r), {})
    if cores >= min(target.counts(row.get("cores", "1"))):
        yield from target.board_runs(name, {**row, "seeds": "1"}, vehicle, [(mode, cores)],
                                     False)
