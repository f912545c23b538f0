#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The limits of reductions and scans that bench/coll.c prints are limits: with software free no
algorithm, ours or a baseline, is faster."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import check, finish, make, run  # noqa: E402

IMAGE = "build/scc-sim/bench/coll.elf"
ROW = re.compile(r"weft-row: coll\t\S*op=(\w+),cores=\d+,bytes=\d+,algo=(\w+)\tlatency\t([\d.]+)")


def below(*args):
    """What is faster than its limit; or that there are not rows of all."""
    command = ["tools/weft-run", "--cores", "48", "--time-out", "300",
               "-o", "software=free", IMAGE, ",".join(args + ("count=1",))]
    status, out, err = run(command, time_out=320)
    times = {(op, algo): float(us) for op, algo, us in ROW.findall(out)}
    limits = {op: us for (op, algo), us in times.items() if algo == "limit"}
    if status or len(limits) != 4 or len(times) < 8:
        return f"status {status}\n{out}{err}"
    wrong = [f"{op} {algo}: {us} us, limit {limits[op]}"
             for (op, algo), us in times.items() if us < limits[op]]
    return "\n".join(wrong) or None


status, out, err = make("BOARD=scc-sim", IMAGE, "vehicle")
check("the bench builds", lambda: out + err if status else None)
for size in (4, 32, 4096):
    check(f"{size} bytes, all algorithms", below, f"bytes={size}")
check("65536 bytes", below, "bytes=65536", "algo=auto")
finish()
