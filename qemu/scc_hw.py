# SPDX-License-Identifier: Apache-2.0
"""Board scc-hw: the chip itself, which nothing here can start.

It builds, and its map is checked; docs/scc-hw.md says how to load it.
"""

BOARD = "scc-hw"
DEFAULT_CORES = 48
MAX_CORES = 48
PASS_STATUS = 85  # no vehicle: nothing ever ends with these
FAIL_STATUS = 87
MODES = ("chip",)


def command(run):
    raise ValueError(
        f"{BOARD} has no vehicle, only a chip can run it: tools/scc-hw-image "
        f"-o DIR {run.image} makes what to load, docs/scc-hw.md tells how; "
        f"BOARD=scc-qemu runs the same sources here")
