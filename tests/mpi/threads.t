#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""All on-target tests on cores that are threads of one process, under gcc's thread
sanitizer: what `make check` runs.  It finds accesses of two cores that nothing orders, and
those of the process that they are, as they come on real processors.  Between nodes it sees
a node's server beside its first core."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from sanitizers import Build  # noqa: E402
from lib import finish  # noqa: E402

CORES = (2, 3, 17)
# Of tests/detect.t, those that are races of plain accesses.  It takes flag writes for
# ordered: two_writers, old_epoch and the marks are the simulator's to find.
RACES = ("put_put", "put_get", "get_put", "flag_as_data", "data_as_flag", "past_lock")
NONE = ("nothing", "in_turn", "neighbours", "under_lock", "interrupted",
        "optimistic", "marks")

os.environ["TSAN_OPTIONS"] = "halt_on_error=1:report_signal_unsafe=0:atexit_sleep_ms=0:" \
    "detect_deadlocks=0"

build = Build("mpi-threads", "thread", "threads")
build.make()
for race in RACES:
    build.finds("mistakes", race, "data race")
for mistake in NONE:
    build.passes("mistakes", mistake)
build.rows(CORES, ())
build.between_nodes({"abcast_soak", "am", "barrier", "irq", "locks"}, 3)
finish()
