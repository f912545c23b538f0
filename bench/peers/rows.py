#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""weft beside its peers on this machine, by the launcher that starts weft's cores.

  bench/peers/rows.py [PROCESSESxNODES ..]

Runs build/mpi/bench/peer.elf, and compiles and runs bench/peers/mpi.c by each MPI that
is installed and shmem.c by its OpenSHMEM, all in turns.  Prints rows "peer, op, impl,
bytes, processes, nodes; latency; us": medians of the turns.  Between nodes everything
goes over TCP to the machine itself.
"""

import collections
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from types import SimpleNamespace

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path += [os.path.join(ROOT, "host"), os.path.join(ROOT, "tools")]
import mpi  # noqa: E402

OUT = os.path.join(ROOT, "build", "mpi")
# Their own shared memory would be faster than a network.
APART = mpi.APART + """export OMPI_MCA_osc=pt2pt UCX_TLS=tcp,self
export MPIR_CVAR_NOLOCAL=1
"""
# Processes, nodes, turns.
SHAPES = [(2, 1, 7), (2, 2, 5), (4, 1, 5), (4, 2, 5),
          *((processes, nodes, 3) for processes in (8, 16, 48) for nodes in (1, 2, 3))]
COMPILERS = {"openmpi": ("mpicc.openmpi", "mpi.c"), "mpich": ("mpicc.mpich", "mpi.c"),
             "openshmem": ("oshcc", "shmem.c")}
WINDOW_KB = 256
TIME_OUT = 75  # seconds; who takes longer is not tried with more processes
SLOW = 15  # who takes so many has one turn
ROW = re.compile(r"weft-row: peer\t(\S+)\tlatency\t(\S+)\tus")


def tell(text):
    print(f"bench/peers: {text}", file=sys.stderr, flush=True)


def compiled():
    """{impl: its program}"""
    programs = {}
    os.makedirs(os.path.join(OUT, "peers"), exist_ok=True)
    for impl, (compiler, source) in COMPILERS.items():
        if not shutil.which(compiler):
            tell(f"no {compiler}: rows of {impl} are left out")
            continue
        programs[impl] = os.path.join(OUT, "peers", impl)
        subprocess.run([compiler, "-O2", "-Wall", "-Wextra", f"-I{ROOT}", "-o",
                        programs[impl], os.path.join(ROOT, "bench/peers", source)],
                       check=True)
    return programs


def command(impl, programs, processes, nodes):
    if impl == "weft":
        return [os.path.join(ROOT, "tools/weft-run"), "--board", "mpi", "--mode",
                "mpirun", "--cores", str(processes), "--time-out", str(TIME_OUT - 20),
                "-o", f"nodes={nodes}", "-o", f"window_kb={WINDOW_KB}",
                os.path.join(OUT, "bench/peer.elf")]
    run = SimpleNamespace(options={}, cores=range(processes))
    return ["sh", "-c", (APART if nodes > 1 else "") + 'exec "$@"', "sh",
            *mpi.launcher(run, programs[impl]), programs[impl]]


def measured(*what):
    """{op and bytes: us}; fewer if it does not come to its end."""
    with subprocess.Popen(command(*what), stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            out = process.communicate(timeout=TIME_OUT)[0]
        except subprocess.TimeoutExpired:
            process.terminate()  # what starts processes ends them
            out = process.communicate()[0]
    rows = {params: float(us) for params, us in ROW.findall(out)}
    if process.returncode:
        tell(f"{what[0]}, {what[2]} processes, {what[3]} nodes: status "
             f"{process.returncode} after {len(rows)} rows")
    return rows


def main():
    programs = compiled()
    left = set()
    for processes, nodes, turns in SHAPES:
        if sys.argv[1:] and f"{processes}x{nodes}" not in sys.argv[1:]:
            continue
        found = collections.defaultdict(list)
        slow = set()
        for _ in range(turns):
            for impl in ["weft", *programs]:
                if impl in slow or (impl, nodes) in left:
                    continue
                begin = time.monotonic()
                for params, us in measured(impl, programs, processes, nodes).items():
                    found[params, impl].append(us)
                took = time.monotonic() - begin
                if took > SLOW:
                    slow.add(impl)
                if took > TIME_OUT:
                    left.add((impl, nodes))
        for (params, impl), us in sorted(found.items()):
            op, size = params.rsplit(",", 1)
            print(f"peer\t{op},impl={impl},{size},processes={processes},nodes={nodes}"
                  f"\tlatency\t{statistics.median(us):.3f}\tus", flush=True)


if __name__ == "__main__":
    main()
