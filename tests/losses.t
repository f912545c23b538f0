#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asynchronous broadcast goes on without cores that are lost, for good or for a
while, and gives up none that merely has to wait (tests/target/abcast/)."""

import os
import random
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, check, finish, run  # noqa: E402
from vcpus import Run  # noqa: E402

BOARD = "scc-sim"


def weft_run(app, cores, rules, *args, options=()):
    command = ["tools/weft-run", "--cores", str(cores), "--time-out", "60",
               *options]
    for rule in rules:
        command += ["-o", f"fault={rule}"]
    return run(command + [f"build/{BOARD}/tests/{app}.elf", *args],
               time_out=120)


def losses(seed, n):
    """Cores that stop or pause at random operations: the others go on."""
    draw = random.Random(seed)
    for _ in range(n):
        cores = draw.choice((3, 4, 5, 6, 9))
        rules, ranks = [], []
        for rank in draw.sample(range(cores), draw.randint(1, min(3, cores - 2))):
            # Not before all have started, when nobody would miss a pause.
            at = f"core={rank},op={int(10 ** draw.uniform(2.2, 4))}"
            pauses = draw.random() < 0.4
            rules.append(f"pause:{at},for=1000000" if pauses else f"stop:{at}")
            ranks.append(f"~{rank}" if pauses else str(rank))
        env = (f"WEFT_HOP_US={draw.choice((20000, 30000))}",
               f"WEFT_ABCAST_K={draw.choice((0, 1, 2, 3))}",
               f"WEFT_CREDIT={draw.choice((1, 2, 4))}")
        status, out, err = weft_run(
            "abcast_loss", cores, rules,
            draw.choice(("handler", "thread", "message", "posted",
                                        "long")), *ranks,
            options=("--mode", draw.choice(("strict", "fast", "relaxed")),
                     "-o", "limit_us=20000000",
                     *(word for pair in env for word in ("--env", pair))))
        if status or "ok 1" not in out:
            return f"{cores} cores, {rules}, {env}: status {status}\n{out}{err}"
    return None


def suspended():
    """A host that stands still gives nobody up"""
    return gone(5, ["pause:at=1500,for=1000000"])


def starved():
    """Many cores on two processors: nobody is given up, however long it takes"""
    rules = []
    for turn in range(12):
        # In each turn of 60 ms every core runs for 12, two at a time.
        for core in range(10):
            at, rest = turn * 60000 + 1000, core // 2 * 12000
            if rest:
                rules.append(f"pause:core={core},at={at},for={rest}")
            if rest < 48000:
                rules.append(f"pause:core={core},at={at + rest + 12000},"
                             f"for={48000 - rest}")
    return gone(10, rules)


def gone(cores, rules):
    """Is anybody given up who only has to wait for the others?"""
    status, out, err = weft_run(
        "abcast_soak", cores, rules, options=(
            "--env", "WEFT_HOP_US=40000"))
    return f"status {status}\n{out}{err}" if status or "given up" in out \
        else None


VERDICT = "shows no life while the others work"
NOTICED = "is alive, but has been given up"
UNHANDLED = "the others have given this core up"


def come_back():
    """A core that has no processor is given up, and learns so when it has one"""
    # Who is stopped while it holds a lock of QEMU's keeps others from going
    # on, too: then another run.
    for _ in range(12):
        with Run("scc-qemu", 5, "abcast_loss", "handler", "~2",
                 env=["WEFT_HOP_US=300000"]) as r:
            if r.until("# begun") and not r.suspend([2], VERDICT, 1.5):
                continue
            status, out = r.result()
        if not re.search(f"rank [0134] {VERDICT}", out):
            break
    fine = (status == 0 and "ok 1" in out and f"rank 2 {VERDICT}" in out
            and f"rank 2 {NOTICED}" in out)
    return None if fine else f"status {status}\n{out}"


def named(rank):
    """Who is given up and has no handler for that ends the run, by name"""
    with Run("scc-qemu", 5, "abcast_soak", env=["WEFT_HOP_US=300000"]) as r:
        if r.until("ok 1 - ready"):
            r.suspend([rank], VERDICT, 2)
        status, out = r.result()
    if VERDICT in out:
        fine = status not in (0, 124) and UNHANDLED in out
    else:
        fine = status == 0
    return None if fine else f"status {status}\n{out}"


def alone(one):
    """The only core that has a processor gives nobody up by its own clock"""
    for _ in range(12):
        with Run("scc-qemu", 5, "abcast_soak", env=["WEFT_HOP_US=300000"]) as r:
            began = time.monotonic()
            if r.until("ok 1 - ready"):
                began = time.monotonic()
                # It ticks 60 times; a verdict needs about 90.
                r.suspend([i for i in range(5) if i != one], VERDICT, 0.6)
            took = time.monotonic() - began
            status, out = r.result()
        if not status and VERDICT not in out or took < 0.8:
            break  # else it was we who had no processor
    return f"status {status}\n{out}" if status or VERDICT in out else None


def crowd():
    """100 cores in two processors: nobody is given up"""
    status, out, err = run(
        ["tools/weft-run", "--board", "scc-qemu", "--mode", "mttcg",
         "--cores", "100", "--time-out", "200", "--env", "WEFT_HOP_US=1000000",
         "build/scc-qemu/tests/abcast_loss.elf", "handler"], time_out=300)
    return f"status {status}\n{out}{err}" if status or VERDICT in out \
        else None


if "scc-qemu" in BOARDS:
    check(come_back.__doc__, come_back)
    for n in range(5 if FULL else 2):
        check(f"{alone.__doc__}: rank {n}", alone, n)
        check(f"{named.__doc__}: rank {n}", named, n)
    if FULL:
        check(crowd.__doc__, crowd)
if BOARD in BOARDS:
    for f in (suspended, starved):
        check(f.__doc__, f)
    for s in range(1, 31 if FULL else 4):
        check(f"cores are lost anywhere, seed {s}", losses, s, 10)
finish()
