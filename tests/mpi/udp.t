#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nodes of board mpi that UDP joins, without MPI: several on this machine, with datagrams
lost on purpose; and one on each of several machines, which are this one here."""

import os
import socket
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)),
                                ".."))
from lib import FULL, check, expect, finish, free_ports, make, run  # noqa: E402
import target  # noqa: E402

BOARD = "mpi"
OUT = f"build/{BOARD}"
VEHICLE = target.load_boards()[BOARD]
TESTS = ["port", "waits", "crowd", "long_copies", "barrier", "abcast", "third"]
if FULL:
    TESTS += ["am", "bcast", "bsp_random", "litmus", "irq", "event", "reduce", "team", "flags",
              "rma", "fibers", "sendrecv", "locks", "atomics", "near_barrier", "entries"]
# Cores, nodes, lost of a million, us that a receiver stands still.
WAYS = [(3, 2, 0, 0), (7, 3, 10000, 0)]
WAYS += [(5, 2, 100000, 0), (17, 4, 1000, 0)] if FULL else []
# With receivers that are late, too: what is lost is sent anew, more than once.  With four
# nodes a barrier's news of a node come by way of others.
MORE = [(3, 3, 50000, 30000), (4, 4, 50000, 0)]
ORDER = ["third", "long_copies"]

# Every other test has its first row here, too: half of them on two nodes, the others on three;
# in test-full each on both.  Not those:
NOT_HERE = {
    "rcce_share": "it says by name that nodes have no memory in common",
    "tiny": "late calls end its barriers, in rounds among nodes: a core that is late tells no more",
    "sendrecv_nodes": "its messages ask nothing as pieces of memory can go, and UDP carries none",
    "room": "it makes chunk buffers smaller, which nodes do not use for elements",
}
LONG = {"litmus", "abcast_posted", "striped", "bsp_oneway", "bcast_late", "least", "baselines"}
FEW = 3  # cores


def runs(name, cores):
    """The test's first row, in mode fork."""
    path = next(p for p in target.sources() if p.endswith(f"/{name}.c"))
    row = {**target.rows(path)[0], "seeds": "1"}
    if cores >= min(target.counts(row.get("cores", "1"))):
        yield from target.board_runs(name, row, VEHICLE, [("fork", cores)], False)


def all_once():
    """A run of each, and the number of its nodes."""
    paths = [p for p in target.sources()
             if os.path.basename(p)[:-2] not in NOT_HERE and (FULL or os.path.basename(p)[:-2]
                                                              not in {*LONG, *TESTS})]
    for i, path in enumerate(paths):
        row = next((r for r in target.rows(path)
                    if target.is_for(r, VEHICLE) and not r.get("full")), None)
        numbers = sorted(target.counts_of(row, VEHICLE)) if row else []
        for nodes in (2, 3) if FULL else (2 + i % 2,):
            cores = next((n for n in numbers if n >= max(nodes, FEW)), numbers[-1:] and numbers[-1])
            if cores and cores >= 2:
                name = row.get("image", os.path.basename(path)[:-2])
                yield from ((r, min(nodes, cores)) for r in target.board_runs(
                    name, {**row, "seeds": "1"}, VEHICLE, [("fork", cores)], False))


def on_nodes(r, nodes):
    return target.execute(r, ["-o", f"nodes={nodes}"])


def weft_run(*words, cores=4, image="hello", mode="fork"):
    return run(["tools/weft-run", "--board", BOARD, "--mode", mode, "--cores", str(cores),
                "--time-out", "100", *words, f"{OUT}/{image}.elf"], time_out=120)


def addresses(n):
    return ",".join(f"127.0.0.1:{port}" for port in free_ports(n, socket.SOCK_DGRAM))


def machines(n, image, *said):
    """All pass; the first one has the console."""
    where = addresses(n)
    with ThreadPoolExecutor(n) as pool:
        got = list(pool.map(lambda i: weft_run(
            "-o", f"machines={where}", "-o", f"machine={i}", cores=2 * n + 1, image=image),
            range(n)))
    wrong = [expect(got[0], 0, *said, "end code=0")] + [
        expect(g, 0) or (g[1] and f"on its console: {g[1]}") for g in got[1:]]
    return "\n".join(filter(None, wrong)) or None


def alone():
    """The others never begin."""
    return expect(weft_run("-o", f"machines={addresses(2)}"), 70, "no sign of rank 3 at start")


def cannot_be():
    for options, mode, status, text in (
            (["machines=localhost:5000,localhost:5001"], "mpirun", 2, "--mode fork"),
            (["machines=localhost"], "fork", 2, "not HOST:PORT"),
            (["machines=localhost:5000,localhost:5001", "machine=2"], "fork", 125,
             "node 2 of 2 machines"),
            (["nodes=2"], "threads", 2, "threads are one node")):
        wrong = expect(weft_run(*(w for o in options for w in ("-o", o)), mode=mode), status,
                       text)
        if wrong:
            return f"{options}: {wrong}"
    return None


once = list(all_once())
built = make(f"BOARD={BOARD}", "vehicle", f"{OUT}/hello.elf",
             *(f"{OUT}/tests/{name}.elf" for name in {*TESTS, *(r.name for r, _ in once)}))
check("it builds", lambda: built[1] + built[2] if built[0] else None)
for n_cores, nodes, lost, late in WAYS + MORE:
    for test in ORDER if (n_cores, nodes, lost, late) in MORE else TESTS:
        for r in runs(test, n_cores):
            check(f"{target.title(r)}, {nodes} nodes, {lost} of a million lost, {late} us late",
                  target.execute, r, ["-o", f"nodes={nodes}", "-o", f"udp_loss={lost}",
                                      "-o", f"udp_late={late}"])
for one, n in once:
    check(f"{target.title(one)}, {n} nodes", on_nodes, one, n)
check("two machines", machines, 2, "hello", "[04] hello")
check("three machines", machines, 3, "tests/crowd")
check("what cannot be is refused", cannot_be)
if FULL:
    check("a machine that is not there", alone)
finish()
