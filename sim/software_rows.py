#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Instructions that the simulator charges, beside those that QEMU counts.

  sim/software_rows.py

Runs build/scc-sim/bench/ops.elf, whose marks bracket operations, and prints a
row "software, operation, charged|icount|ratio, value, unit" for each that
build/bench/scc-qemu.tsv (make bench BOARD=scc-qemu) has a count of; none without it.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
IMAGE = os.path.join(ROOT, "build", "scc-sim", "bench", "ops.elf")
COUNTED = os.path.join(ROOT, "build", "bench", "scc-qemu.tsv")
CORES = 48
PAIR = re.compile(r"weft-bench: (\S+) (\S+) ops=(\d+) cores=(one|all)$",
                  re.MULTILINE)


def charged():
    """{(bench, params): instructions an operation}, as tools/bench counts."""
    with tempfile.TemporaryDirectory(prefix="weft-bench.") as directory:
        path = os.path.join(directory, "counts")
        done = subprocess.run(
            [os.path.join(ROOT, "tools", "weft-run"), "--board", "scc-sim",
             "--cores", str(CORES), "-o", f"count={path}", IMAGE],
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
            check=True)
        counts = collections.defaultdict(dict)
        with open(path, encoding="ascii") as f:
            for line in f:
                rank, pair, count = map(int, line.split())
                counts[pair][rank] = count
    result = {}
    for pair, (name, params, ops, who) in enumerate(PAIR.findall(done.stdout)):
        each = counts[pair]
        total = each[0] if who == "one" else sum(each.values()) / CORES
        params = ("" if params == "-" else params + ",") + f"cores={CORES}"
        result[name, params] = total / int(ops)
    return result


def counted():
    result = {}
    with open(COUNTED, encoding="utf-8") as f:
        for line in f:
            name, params, metric, value, _ = line.rstrip("\n").split("\t")
            if metric == "instructions":
                result[name, params] = float(value)
    return result


def rows():
    icount = counted()
    for key, value in charged().items():
        if key in icount:
            name, params = key
            if params.startswith("op="):
                params = f"op={name}_{params[3:]}"
            else:
                params = f"op={name},{params}"
            yield params, value, icount[key]


def main():
    if not os.path.exists(COUNTED):
        return
    try:
        for params, ours, theirs in rows():
            print(f"software\t{params}\tcharged\t{ours:.1f}\t1/op")
            print(f"software\t{params}\ticount\t{theirs:.1f}\t1/op")
            print(f"software\t{params}\tratio\t{ours / theirs:.3f}\t1")
    except OSError as e:
        sys.exit(f"software_rows: {e}; make bench BOARD=scc-qemu")


if __name__ == "__main__":
    main()
