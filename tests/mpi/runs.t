#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cores that are processes: runs by mpirun, which tests/on-target.t leaves to
test-full, and how runs end whose processes do not."""

import os
import re
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)),
                                ".."))
from lib import FULL, ROOT, Skip, check, expect, finish, in_time  # noqa: E402
from lib import make, run, scratch  # noqa: E402
import target  # noqa: E402

BOARD = "mpi"
OUT = f"build/{BOARD}"
VEHICLE = target.load_boards()[BOARD]

# A process takes mpirun 0.2 s of a processor.
BY_MPIRUN = {"port": 2, "irq": 3, "abcast": 17, "boot": 48}
# Test, cores, nodes.
BY_NODES = [("port", 2, 2), ("waits", 3, 2), ("irq", 3, 3), ("third", 3, 3), ("entries", 5, 2),
            ("long_copies", 3, 2), ("reduce", 2, 2), ("reduce", 5, 3),
            ("scan", 5, 2), ("gather", 5, 3)]
# These post buffers, so they do not have the engine that enters each node once.
POSTED = ["abcast_errors", "abcast_posted"]
if FULL:
    BY_NODES += [(name, 3, nodes) for name in POSTED for nodes in (2, 3)]
    BY_NODES += [(name, cores, nodes)
                 for cores, nodes in ((2, 2), (3, 2), (3, 3), (17, 3)) for name in (
                     "wake", "flags", "rma", "atomics", "barrier", "bcast", "abcast",
                     "abcast_block", "abcast_calls", "litmus",
                     "event", "lock", "locks", "fibers", "fiber_waits", "am", "sendrecv",
                     "reduce", "team", "mutex", "any_lock", "libc", "boot")]


def runs(name, cores, nodes=1):
    """The test's first run on every board, by mpirun."""
    path = next(p for p in target.sources() if p.endswith(f"/{name}.c"))
    row = {**target.rows(path)[0], "seeds": "1"}
    if nodes > 1:
        row["o"] = "+".join(filter(None, [row.get("o", ""), f"nodes={nodes}"]))
    return target.board_runs(name, row, VEHICLE, [("mpirun", cores)], False)


def weft_run(*words, mode="mpirun", **options):
    return run(["tools/weft-run", "--board", BOARD, "--mode", mode, *words],
               time_out=120, **options)


def elsewhere():
    """A path with spaces, and no home: as in a container that a scheduler starts."""
    folder = os.path.join(scratch(" of mpi"), "my images")
    os.makedirs(folder)
    for name in ("hello.elf", "weft-mpi"):
        shutil.copy(f"{OUT}/{name}", folder)
    env = {k: v for k, v in os.environ.items() if k != "HOME"}
    return expect(weft_run("--cores", "2", f"{folder}/hello.elf",
                           env={**env, "HOME": ""}),
                  0, "weft: end code=0")


def lost(mode, *options):
    """A process that somebody kills ends the run, which has not passed."""
    command = [f"{ROOT}/tools/weft-run", "--board", BOARD, "--mode", mode, "--cores", "3",
               "--time-out", "60", *options, f"{OUT}/tests/plant.elf", "busy"]
    with subprocess.Popen(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT) as process:
        first = process.stdout.readline()  # all are there
        cores = [p for p in descendants(process.pid) if of_a_core(p)]
        files = [f for p in cores for f in shared_files(p) if "/weft-run-" not in f]
        os.kill(max(cores), signal.SIGKILL)
        said = (first + process.stdout.read()).decode()
    if process.returncode != 125 or "no verdict" not in said:
        return f"status {process.returncode}\n{said}"
    if files:
        return f"files that nobody would remove if all were killed: {files}"
    left = [p for p in cores if of_a_core(p)]
    return f"processes {left} are still there" if left else None


def gdb():
    """Takes a core while it computes, and names the image's functions and lines."""
    if not shutil.which("gdb"):
        raise Skip("no gdb here")
    command = [f"{ROOT}/tools/weft-run", "--board", BOARD, "--mode", "fork", "--cores",
               "2", "--time-out", "60", f"{OUT}/tests/plant.elf", "busy"]
    with subprocess.Popen(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT) as process:
        process.stdout.readline()  # all are there
        core = max(p for p in descendants(process.pid) if of_a_core(p))
        got = run(["gdb", "-nx", "-batch", "-p", str(core), "-ex", "bt"], time_out=60)
        process.terminate()
        process.stdout.read()
    if "ptrace" in got[2] and " in main " not in got[1]:
        raise Skip("no process may be traced here")
    return expect(got, 0, " in main ", "plant.c:")


def shared_files(pid):
    """Those that it shares with others and that still have a name."""
    with open(f"/proc/{pid}/maps", encoding="utf-8") as f:
        mapped = [line.split(maxsplit=5) for line in f]
    return {m[5].strip() for m in mapped if len(m) > 5 and m[1].endswith("s")
            and os.path.exists(m[5].strip())}


def gives_up(mode):
    """A process that ends by itself before the others end theirs takes them along."""
    big = os.path.join(scratch(), "big")
    with open(big, "wb") as f:
        f.truncate(2 << 20)
    return expect(weft_run("--cores", "3", "--time-out", "60", "-o", "dram_mb=1",
                           "--file", f"big={big}@1", f"{OUT}/hello.elf", mode=mode),
                  125, "has no room")


def stat(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
            name, fields = re.fullmatch(r"\d+ \((.*)\) (.*)\n", f.read(), re.S).groups()
        return name, fields.split()[0], int(fields.split()[1])
    except OSError:
        return "", "Z", 0


def of_a_core(pid):
    return stat(pid)[:2] != ("", "Z") and stat(pid)[0] == "weft-mpi" \
        and stat(pid)[1] != "Z"


def descendants(pid):
    children = [int(p) for p in os.listdir("/proc") if p.isdigit()
                and stat(p)[2] == pid]
    return children + [d for c in children for d in descendants(c)]


def hang_of_nodes(seconds):
    """All cores tell what they wait for, on both nodes."""
    got = weft_run("--cores", "4", "--time-out", str(seconds), "-o", "nodes=2",
                   f"{OUT}/tests/plant.elf", "wrong_epoch")
    told = re.findall(r"^weft-run: +(\d) +\d \((\d),0\)", got[2], re.MULTILINE)
    if told != [("0", "0"), ("1", "0"), ("2", "1"), ("3", "1")]:
        return f"of ranks and nodes: {told}\n{got[1]}{got[2]}"
    return expect(got, 124, "is 4, wants 5")


def panic_of_nodes():
    """Rank 1 of the first node has failed; the other node's cores tell, too."""
    got = weft_run("--cores", "4", "--time-out", "60", "-o", "nodes=2",
                   f"{OUT}/tests/plant.elf", "panic")
    told = re.findall(r"^weft-run: +\d +\d \((\d),0\)", got[2], re.MULTILINE)
    if told != ["0", "0", "1", "1"]:
        return f"of nodes: {told}\n{got[1]}{got[2]}"
    return expect(got, 70, "planted")


def lines_of_nodes():
    got = weft_run("--cores", "5", "-o", "nodes=3", f"{OUT}/hello.elf")
    said = re.findall(r"^\[0(\d)\] hello from the root$", got[1], re.MULTILINE)
    return expect(got, 0, "weft: end code=0") or (
        None if sorted(said) == list("01234") else got[1])


def too_few():
    """A scheduler that starts another number of processes is told so."""
    return expect(weft_run("--cores", "3", "-o", "mpirun=" + " ".join(
        VEHICLE.launcher(target.SimpleNamespace(options={}, cores=[0, 1]),
                         f"{OUT}/weft-mpi")), f"{OUT}/hello.elf"),
                  125, "2 processes")


def file_of_hosts():
    """As one names machines, here this one four times."""
    path = os.path.join(scratch(), "hosts")
    with open(path, "w", encoding="utf-8") as f:
        f.write("localhost\n" * 4)
    words = VEHICLE.launcher(target.SimpleNamespace(options={}, cores=range(4)),
                             f"{OUT}/weft-mpi")
    words += ["-f" if "mpich" in words[0] else "--hostfile", path]
    return expect(weft_run("--cores", "4", "-o", "mpirun=" + " ".join(words),
                           f"{OUT}/hello.elf"), 0, "weft: end code=0")


def built():
    """`make test` has built no images."""
    names = {"plant", *BY_MPIRUN, *(name for name, _, _ in BY_NODES)}
    status, out, err = make(f"BOARD={BOARD}", f"{OUT}/weft-mpi", f"{OUT}/hello.elf",
                            *(f"{OUT}/tests/{name}.elf" for name in sorted(names)))
    return out + err if status else None


wrong = built()
check("its images build", lambda: wrong)
for test in [*BY_MPIRUN.items(), *BY_NODES]:
    for r in runs(*test):
        check(target.title(r), target.execute, r)
check("a path with spaces, no home", elsewhere)
for m in VEHICLE.MODES:
    check(f"{m}: a process is lost", lost, m)
    check(f"{m}: a process gives up", gives_up, m)
check("gdb takes a core", gdb)
check("two nodes: a process is lost", lost, "mpirun", "-o", "nodes=2")
check("two nodes: who waits for whom", in_time, hang_of_nodes, (10, 60))
check("two nodes: a panic", panic_of_nodes)
check("three nodes: all lines come, each whole", lines_of_nodes)
check("nodes by fork", lambda: expect(weft_run(
    "--cores", "2", "-o", "nodes=2", f"{OUT}/hello.elf", mode="fork"), 0, "hello"))
check("more nodes than cores", lambda: expect(weft_run(
    "--cores", "2", "-o", "nodes=3", f"{OUT}/hello.elf"), 2, "of 2 cores"))
check("a file of hosts", file_of_hosts)
check("mpirun starts another number of processes", too_few)
finish()
