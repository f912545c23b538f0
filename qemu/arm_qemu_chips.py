# SPDX-License-Identifier: Apache-2.0
"""How board arm-qemu-chips is started: chips of ARM cores that are joined by links, each a QEMU.

Each chip is as arm_qemu.py has it.  Cores and ranks are as on scc-sim-chips: docs/links.md.
"""

import os
import sys

import qemu_chips
from qemu_chips import CHIPS, MODES, MOST  # noqa: F401

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import arm_qemu  # noqa: E402
from arm_qemu import FAIL_STATUS, PASS_STATUS  # noqa: E402

BOARD = "arm-qemu-chips"
EACH = 48  # BOARD_CHIP_CORES
DEFAULT_CORES = CHIPS * EACH
MAX_CORES = MOST * EACH
CORES = MANY = "2,3,8,17,30"  # of tests that do not ask for less
TEST_CORES = {"mttcg": (8,)}
FULL_MOST = 30
OPTIONS = qemu_chips.OPTIONS
GIC = 3


def port(_run, chip):
    return GIC, chip


QEMU = qemu_chips.Chips(arm_qemu.QEMU, EACH, arm_qemu.machine(GIC), port,
                        (PASS_STATUS, FAIL_STATUS))


command, views = QEMU.command, QEMU.views
on_timeout, on_panic = QEMU.on_timeout, QEMU.on_panic
