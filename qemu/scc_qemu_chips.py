# SPDX-License-Identifier: Apache-2.0
"""How board scc-qemu-chips is started: SCCs that are joined by links, each a QEMU.

Each chip is as scc_qemu.py has it.  Cores and ranks are as on scc-sim-chips: docs/links.md.
"""

import os
import sys

import qemu_chips
from board_options import Option
from qemu_chips import CHIPS, MODES, MOST  # noqa: F401

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import scc_qemu  # noqa: E402
from scc_qemu import FAIL_STATUS, PASS_STATUS, SCC_CORES  # noqa: E402

BOARD = "scc-qemu-chips"
DEFAULT_CORES = CHIPS * SCC_CORES
MAX_CORES = MOST * SCC_CORES
CORES = MANY = "2,3,8,17,30"  # of tests that do not ask for less
TEST_CORES = {"mttcg": (8,)}
FULL_MOST = 30
OPTIONS = {
    **qemu_chips.OPTIONS,
    "irq": Option(("direct", "gic"), scc_qemu.OPTIONS["irq"].what, "direct"),
}


def port(run, chip):
    return chip, int(run.options.get("irq") == "gic")


QEMU = qemu_chips.Chips(scc_qemu.QEMU, SCC_CORES, scc_qemu.MACHINE, port,
                        (PASS_STATUS, FAIL_STATUS))


command, views = QEMU.command, QEMU.views
on_timeout, on_panic = QEMU.on_timeout, QEMU.on_panic
