#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""All on-target tests on the simulator, engine and images under sanitizers: what `make
sanitize` runs.  gcc's address sanitizer looks at both, and its check for undefined behaviour,
which in images traps: the panic names core and line.

SANITIZE_CORES="1 3" takes other numbers of cores, SANITIZE_ONLY="bcast am" some tests."""

import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "mpi"), os.path.join(HERE, "..")]
from sanitizers import Build  # noqa: E402
from lib import finish  # noqa: E402
import target  # noqa: E402

CORES = [int(n) for n in os.environ.get("SANITIZE_CORES", "1 3 17").split()]
ONLY = os.environ.get("SANITIZE_ONLY", "").split()
# A fiber that ends leaves its frames' red zones, where the next one's stack is then.
# A write to nowhere traps as undefined before it is a page fault.
LEFT_OUT = {"fibers", "panics"}
PLANTS = {"beyond_global": "global-buffer-overflow", "beyond_frame":
          "stack-buffer-overflow", "overflow": "invalid opcode"}

# Cores are coroutines on stacks that the sanitizer does not know: it says so, once, where
# one is left for good.
os.environ["ASAN_OPTIONS"] = "detect_leaks=0:detect_stack_use_after_return=0"

build = Build("sanitized", "1", "strict", "scc-sim", "strict")
build.make()
for plant, text in PLANTS.items():
    build.finds("plant", plant, text)
names = {r.name for r in target.runs(["scc-sim"], target.load_boards())}
build.rows(CORES, LEFT_OUT | ({n for n in names if n not in ONLY} if ONLY else set()))
finish()
