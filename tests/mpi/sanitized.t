#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""All on-target tests on cores that are processes, under sanitizers: what `make check`
runs.  Addresses are checked by gcc's address sanitizer, also in the process that a core
is; undefined behaviour traps, and the panic names core and line.  threads.t has the
thread sanitizer."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from sanitizers import Build  # noqa: E402
from lib import finish  # noqa: E402

# Many processes on few processors are the other tests' matter.
CORES = (1, 2, 3, 17)
# A fiber that ends leaves its frames' red zones, where the next one's stack is then.
LEFT_OUT = {"fibers"}
PLANTS = {"beyond_global": "global-buffer-overflow", "beyond_frame":
          "stack-buffer-overflow", "overflow": "invalid opcode"}

os.environ["ASAN_OPTIONS"] = "detect_leaks=0:detect_stack_use_after_return=0"

build = Build("mpi-sanitized", "1", "fork")
build.make()
for plant, text in PLANTS.items():
    build.finds("plant", plant, text)
build.rows(CORES, LEFT_OUT)
finish()
