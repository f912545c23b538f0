#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each error that a public header documents is one that some test gets from a wrong call.

A new sentence "WEFT_ERR_X: .." in a header fails here until a test in tests/target/ has a
statement that calls the function and compares with the code, or until this file names the
test that gets it through a table, or says why no test can have it.
"""

import glob
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from documented_errors import documented, seen  # noqa: E402
from lib import check, finish  # noqa: E402

# These call through a table or a helper, or look for the error in a message.
THROUGH = {
    "weft_am_way_send STATE": "am/am_spill.c",
    "weft_am_way_send DEAD": "am/am_spill_dead.c",
    "weft_barrier TIMEOUT": "barrier/barrier.c",
    "weft_barrier MISMATCH": "bcast/misuse.c",
    "weft_call DEAD": "messages/calls_dead.c",
    "weft_call_reply DEAD": "messages/calls_dead.c",
    "weft_fiber_create NUMBER": "fiber/fibers.c",
    "weft_fiber_create STATE": "fiber/fibers.c",
    "weft_bcast_tiny_push SIZE": "bcast/tiny.c",
    "weft_bcast_tiny_push LIMIT": "runtime/limits.c",
    "weft_bcast_short SIZE": "bcast/tiny.c",
    "weft_bcast_short LIMIT": "bcast/tiny.c",
    "weft_bcast_striped LIMIT": "runtime/limits.c",
    "weft_bcast_cascade LIMIT": "runtime/limits.c",
    "weft_bcast_binomial LIMIT": "bcast/baselines.c",
    "weft_bcast_scatter_allgather LIMIT": "bcast/baselines.c",
    "weft_am_way_open DEAD": "am/am_spill_dead.c",
    "weft_am_enqueue SPACE": "am/am_wrong.c",
    "weft_am_enqueue STATE": "am/am_wrong.c",
    "weft_shared_create NUMBER": "runtime/errors.c",
    "weft_delegate_create LIMIT": "runtime/limits_many.c",
    "weft_alltoall_start LIMIT": "runtime/limits_many.c",
    "weft_barrier_central LIMIT": "runtime/limits_many.c",
}
# No test has these: why.
NONE = {
    "weft_am_segment_open LIMIT": "weft_am_begin has said it before: whole/together",
    "weft_am_queue_open LIMIT": "the same",
    "weft_am_queue_open SPACE": "a heap with room for the queue, and not for three words a core",
    "weft_calls_open SPACE": "an MPB with room for Active Messages, and not for a slot",
    "weft_bcast DAMAGED": "CHECK=1 and flipped bits: tests/checksums.t has bcast/checked",
    "weft_send DAMAGED": "CHECK=1 and flipped bits: tests/checksums.t",
    "weft_reduce MISMATCH": "DEBUG=1 finds it where weft_bcast does, for all: bcast/misuse.c",
    "weft_team_split MISMATCH": "the same",
    "weft_delegation_name LIMIT": "a run of so many cores that its words do not count them",
    "weft_lock LIMIT": "a run of more than 4096 cores, whose names run out first",
    "weft_unlock LIMIT": "the same",
    "weft_lock_name LIMIT": "it is said of weft_any_lock_create: runtime/limits_many.c",
    "weft_lock_name TIMEOUT": "it is said of weft_any_lock_acquire: sync/locks.c",
    "weft_recv_test LIMIT": "a port whose messages are pushed",
    "weft_am_enqueue TIMEOUT": "its request's, as that of weft_am_store",
    "weft_am_send STATE": "two fibers of a core, while it serves",
}


def what_tests_see():
    return seen(glob.glob("tests/target/**/*.[ch]", recursive=True))


def lacking(path, pairs):
    lacks = []
    for code, functions in documented(path):
        names = [f"{f} {code[len('WEFT_ERR_'):]}" for f in functions]
        if not any((f, code) in pairs or n in THROUGH or n in NONE
                   for f, n in zip(functions, names)):
            lacks.append(names[0])
    return "no test gets " + ", ".join(lacks) if lacks else None


def is_there(name, path):
    """The test that is named for it has both words."""
    function, code = name.split()
    with open(f"tests/target/{path}", encoding="utf-8") as f:
        text = f.read()
    gone = [w for w in (function, "WEFT_ERR_" + code) if w not in text]
    return f"{path} has no {gone}" if gone else None


def needed(pairs):
    """What is told here is documented, and is not seen without."""
    told = {n for h in HEADERS for code, functions in documented(h)
            for f in functions if (f, code) not in pairs
            for n in [f"{f} {code[len('WEFT_ERR_'):]}"]}
    extra = sorted((set(THROUGH) | set(NONE)) - told)
    return f"not needed: {extra}" if extra else None


HEADERS = sorted(h for h in glob.glob("include/weft/**/*.h", recursive=True)
                 if not h.endswith("/types.h"))
PAIRS = what_tests_see()

for header in HEADERS:
    check(f"{header}: its errors are seen", lacking, header, PAIRS)
for row, where in THROUGH.items():
    check(f"{row}: {where}", is_there, row, where)
check("nothing is told in vain", needed, PAIRS)
finish()
