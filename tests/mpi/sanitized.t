#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""All on-target tests on cores that are processes, under sanitizers: what `make check`
runs.  Addresses are checked by gcc's address sanitizer, also in the process that a core
is; undefined behaviour traps, and the panic names core and line.

Its thread sanitizer sees one process only, so it could tell nothing of cores."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)),
                                ".."))
from lib import check, expect, finish, make, run  # noqa: E402
import target  # noqa: E402

BOARD = "mpi"
OUT = f"build/{BOARD}-sanitized"
# Many processes on few processors are the other tests' matter.
CORES = (1, 2, 3, 17)
# A fiber that ends leaves its frames' red zones, where the next one's stack is then.
LEFT_OUT = {"fibers"}
PLANTS = {"beyond_global": "global-buffer-overflow", "beyond_frame":
          "stack-buffer-overflow", "overflow": "invalid opcode"}

os.environ["ASAN_OPTIONS"] = "detect_leaks=0:detect_stack_use_after_return=0"


def built():
    status, out, err = make(f"BOARD={BOARD}", f"OUT={OUT}", "SANITIZE=1", "tests")
    return out + err if status else None


def rows():
    """One seed of each row that `make test BOARD=mpi` has."""
    for r in target.runs([BOARD], target.load_boards()):
        if r.mode == "fork" and r.cores in CORES and r.seed == 1 \
                and r.name not in LEFT_OUT:
            r.image = f"{OUT}/tests/{r.name}.elf"
            yield r


def found(plant, text):
    got = run(["tools/weft-run", "--board", BOARD, "--mode", "fork", "--cores", "2",
               f"{OUT}/tests/plant.elf", plant], time_out=120)
    if got[0] == 0:
        return f"it has passed\n{got[1]}{got[2]}"
    return expect(got, got[0], text)


wrong = built()
check("it builds", lambda: wrong)
for p in PLANTS.items():
    check(f"{p[0]} is found", found, *p)
for test in rows():
    check(target.title(test), target.execute, test)
finish()
