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


NO_VEHICLE = ("has no vehicle, only a chip can run it: tools/scc-hw-image -o DIR "
              "IMAGE makes what to load, docs/scc-hw.md tells how; "
              "BOARD=scc-qemu runs the same sources here")


def command(run):
    raise ValueError(f"{BOARD} {NO_VEHICLE}")
