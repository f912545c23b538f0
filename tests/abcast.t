#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asynchronous broadcast under many schedules and faults, on the simulator.

tests/target/abcast/abcast_storm.c is played with many seeds: without the tick, so that
a lost wake-up is a deadlock; with weaker memory; by the interrupt controller; with
interrupts doubled, late and spurious.  Where interrupts are lost, the tick makes
good for each within its period.  `make test-nightly` plays 10 000 seeds.
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, check, finish, run  # noqa: E402

BOARD = "scc-sim"
LEVEL = os.environ.get("TEST_LEVEL", "test")
SEEDS = {"test": 40, "test-full": 600}.get(LEVEL, 10000)
BATCH = 20
TICK_US = 500
STORM = f"build/{BOARD}/tests/abcast_storm.elf"
WIDE = f"build/{BOARD}/tests/abcast_storm_wide.elf"  # all by the engine of large runs


def storm(cores, seed, *options, tick=0, sends=2, image=STORM):
    """How long it took in us; or what is wrong, as a text."""
    command = ["tools/weft-run", "--tap", "--board", BOARD, "--cores",
               str(cores), "--seed", str(seed), "--time-out", "60", "--env",
               f"WEFT_TICK_US={tick}", *options, image, str(sends)]
    status, out, err = run(command, 120)
    took = re.search(r"^# took (\d+) cycles, (\d+) a us", out, re.M)
    if status or not took or re.search("^not ok", out, re.M):
        return " ".join(command) + f": status {status}\n{out}{err}"
    return int(took[1]) / int(took[2])


def batch(first, n, cores, *options, **how):
    for seed in range(first, first + n):
        took = storm(cores[seed % len(cores)], seed, *options, **how)
        if isinstance(took, str):
            return took
    return None


def seeds(what, share, cores, *options, **how):
    """SEEDS / share of them, a check a batch."""
    total = SEEDS // share
    for first in range(1, total + 1, BATCH):
        n = min(BATCH, total + 1 - first)
        check(f"{what}, seeds {first} to {first + n - 1}", batch, first, n,
              cores, *options, **how)


def each_loss_costs_a_tick():
    """One interrupt is lost: whichever it is, a tick later all goes on."""
    for nth in range(1, 40 if LEVEL == "test" else 400, 4):
        good = storm(5, 1, tick=TICK_US)
        bad = storm(5, 1, "-o", f"fault=irq-lost:nth={nth}", tick=TICK_US)
        for took in good, bad:
            if isinstance(took, str):
                return took
        if bad > good + TICK_US + 100:
            return f"interrupt {nth} lost: {bad} us instead of {good}"
    return None


def a_loss_is_one():
    """Without the tick a lost interrupt is missed, where no other comes."""
    for nth in range(20, 60, 10):
        status, _, err = run(
            ["tools/weft-run", "--board", BOARD, "--cores", "2", "--time-out",
             "20", "--env", "WEFT_TICK_US=0", "-o", f"fault=irq-lost:nth={nth}",
             f"build/{BOARD}/tests/event.elf"], 40)
        if status and "deadlock" in err:
            return None
    return "interrupts were lost, one at a time, and nobody missed any"


def explored(case, cores, seconds, whole, *options):
    """tests/target/sim/explore_abcast.c in every order, or as many as there is time."""
    status, out, err = run(
        ["tools/weft-run", "--board", BOARD, "--cores", str(cores),
         "--time-out", str(seconds + 60), "--env", "WEFT_TICK_US=0", "--env",
         "WEFT_CREDIT=1", "-o", f"explore=seconds:{seconds},time:never",
         *options, f"build/{BOARD}/tests/explore_abcast.elf", case],
        seconds + 90)
    said = re.search(r"explored (\d+) .*", err + out)
    if status or not said or int(said[1]) < 100:
        return f"status {status}\n{out}{err}"
    return None if "; complete" in said[0] or not whole else said[0]


if BOARD in BOARDS:
    patience = {"test": 4, "test-full": 120}.get(LEVEL, 1200)
    check("every order of one broadcast, 2 cores", explored, "one", 2, 60, True)
    check("orders of two in a window of one, 2 cores", explored, "two", 2,
          patience, False)
    check("orders of two roots, 2 cores", explored, "both", 2, patience, False)
    seeds("48 cores", 1, (48,))
    seeds("2 to 17 cores, a window of 1", 4, (2, 3, 4, 17), "--env",
          "WEFT_CREDIT=1")
    seeds("a chain", 6, (3, 6, 48), "--env", "WEFT_ABCAST_K=1")
    seeds("relaxed memory", 4, (3, 17, 48), "--mode", "relaxed")
    seeds("by the controller", 6, (48,), "-o", "irq=gic")
    seeds("interrupts doubled, late, spurious", 4, (3, 17, 48),
          "-o", "fault=irq-doubled:p=0.1,by=1-30",
          "-o", "fault=irq-delayed:p=0.1,by=1-50",
          "-o", "fault=irq-spurious:p=0.01")
    seeds("interrupts lost and merged", 4, (3, 17, 48),
          "-o", "fault=irq-lost:p=0.02", "-o", "fault=irq-merged:p=0.05",
          tick=TICK_US)
    seeds("by the engine of large runs", 4, (3, 17, 48), image=WIDE)
    seeds("so, relaxed memory", 4, (3, 17, 48), "--mode", "relaxed", image=WIDE)
    seeds("so, interrupts lost and merged", 4, (3, 17, 48),
          "-o", "fault=irq-lost:p=0.02", "-o", "fault=irq-merged:p=0.05",
          image=WIDE, tick=TICK_US)
    check("one loss costs one tick", each_loss_costs_a_tick)
    check("without the tick a loss is missed", a_loss_is_one)
finish()
