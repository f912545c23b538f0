#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two machines, as far as one can be two: network namespaces with names and addresses of
their own, joined by a cable that is not there.  Open MPI starts its daemon in the
second one and goes by TCP; no process shares memory with one of the other side.

Skipped where namespaces may not be made."""

import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)),
                                ".."))
from lib import Skip, at_end, check, expect, finish, in_time  # noqa: E402
from lib import make, run, scratch  # noqa: E402

OUT = "build/mpi"
NAMES = [f"weft-{os.getpid()}-{i}" for i in (0, 1)]
ADDRESS = "10.79.{}.{}".format(os.getpid() % 256, "{}")
# Test, cores, arguments: as many on one machine as on the other, or one more.
RUNS = [("port", 2, []), ("port", 5, []), ("irq", 3, []), ("waits", 3, []),
        ("abcast", 4, ["handler"]), ("am", 3, []), ("barrier", 5, []), ("bcast", 5, [])]


def ip(*words):
    status, out, err = run(["ip", *words])
    if status:
        raise Skip(f"no namespaces here: {' '.join(words)}: {(out + err).strip()}")


def clear():
    for name in NAMES:
        run(["ip", "netns", "del", name])


def script(path, text):
    with open(path, "w", encoding="utf-8") as f:
        f.write("#!/bin/sh\n" + text)
    os.chmod(path, 0o755)
    return path


def inside(i, command):
    """.. of machine i, which has a name of its own."""
    return (f"exec ip netns exec {NAMES[i]} unshare --uts "
            f"sh -c 'hostname weft{i}; {command}'")


def machines():
    """The words that start processes on both, by turns."""
    for tool in ("ip", "unshare", "hostname", "mpirun.openmpi"):
        if not shutil.which(tool):
            raise Skip(f"no {tool} here")
    if os.getuid() != 0:
        raise Skip("namespaces are root's")
    at_end(clear)
    for name in NAMES:
        ip("netns", "add", name)
    ip("-n", NAMES[0], "link", "add", "w0", "type", "veth", "peer", "name", "w1",
       "netns", NAMES[1])
    for i, name in enumerate(NAMES):
        ip("-n", name, "addr", "add", ADDRESS.format(i + 1) + "/24", "dev", f"w{i}")
        ip("-n", name, "link", "set", f"w{i}", "up")
        ip("-n", name, "link", "set", "lo", "up")
    folder = scratch()
    agent = script(os.path.join(folder, "agent"),  # as ssh: HOST COMMAND ..
                   'shift\nwords="$*"\nexport words\n' + inside(1, 'eval "$words"') + "\n")
    hosts = ",".join(ADDRESS.format(i + 1) + ":99" for i in (0, 1))
    words = ("mpirun.openmpi --allow-run-as-root --oversubscribe --bind-to none "
             f"--host {hosts} --map-by node --mca plm_rsh_agent {agent}")
    return script(os.path.join(folder, "start"), inside(0, f'exec {words} "$@"')
                  + ' sh "$@"\n')


def on_both(start, test, cores, *args):
    if not start:
        raise Skip(why)
    return expect(run(["tools/weft-run", "--tap", "--board", "mpi", "--mode", "mpirun", "--cores",
                       str(cores), "--time-out", "60", "-o", f"mpirun={start} -n {cores}",
                       f"{OUT}/tests/{test}.elf", *args], time_out=120),
                  0, "weft: end code=0")


def hang(start):
    """The table of who waits for whom is of both, and says who is where."""
    if not start:
        raise Skip(why)
    return in_time(lambda seconds: expect(run(
        ["tools/weft-run", "--board", "mpi", "--mode", "mpirun", "--cores", "4",
         "--time-out", str(seconds), "-o", f"mpirun={start} -n 4",
         f"{OUT}/tests/plant.elf", "wrong_epoch"], time_out=120),
        124, "(0,0)", "(1,0)", "is 4, wants 5"), (10, 60))


def built():
    names = sorted({"plant", *(name for name, _, _ in RUNS)})
    status, out, err = make("BOARD=mpi", f"{OUT}/weft-mpi",
                            *(f"{OUT}/tests/{name}.elf" for name in names))
    return out + err if status else None


wrong = built()
check("its images build", lambda: wrong)
try:
    both, why = machines(), ""
except Skip as e:
    both, why = None, str(e)
for name, cores, args in RUNS:
    check(f"two machines: {name}, {cores} cores", on_both, both, name, cores, *args)
check("two machines: who waits for whom", hang, both)
finish()
