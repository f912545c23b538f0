#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Schedules: all that differ are explored, and a failure can be had again.

The programs are tests/target/sim/explore*.c.  docs/schedules.md tells the rest.
"""

import os
import re
import shlex
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, check, finish, make, run  # noqa: E402
from schedules import COLLECTIVE, LITMUS, ORDERS  # noqa: E402

BOARD = "scc-sim"
TESTS = os.environ.get("EXPLORE_TESTS", f"build/{BOARD}/tests")
SEEDS = 40 if FULL else 2

LONGEST = 100  # seconds
if FULL:  # some 50 000 executions each
    LONGEST = 1200
    LITMUS += [("explore", "striped", 3, "", None, {"0 0 0 and 0"}),
               ("explore", "lock", 3, "", None, {"0 0 0 and 0"}),
               ("explore", "mail_try", 3, "", None, {"0 0 0 and 0"}),
               *(("explore_started", f"{name}_start", 2, "", None, {"0 0 and 0"})
                 for name in ("bcast", "scatter", "bcast_long", "reduce_long",
                              "scan_long")),
               ("linear", "under hyblock,queue,1", 2, "", None, {"0 0 and 0"}),
               ("linear", "mp_server,queue,1", 2, "", None, {"0 0 and 0"}),
               ("linear", "hybcomb,queue,1puts", 2, "", None, {"0 0 and 0"})]
# Not all of their orders are played: too many.  None of the first ones ends otherwise.
SOME = 20000 if FULL else 500
SOME_OF = [("barrier", 3), ("gather", 3), ("reduce_scatter", 2), ("differ", 3)]
if FULL:
    SOME_OF += [("allreduce", 3), ("scan_long", 3), ("bcast_long", 3),
                ("allgather", 2), ("alltoall", 2), ("allreduce_long", 2),
                ("reduce_scatter", 3)]
# A row of 4 flags instead of 8: so 5 cores are two clusters, in two steps.
FEW = f"build/{BOARD}-few"
FEW_FLAGS = "EXTRA_CFLAGS=-DBARRIER_LINES_LOG2=2"
# A mistake, planted, and how many choices its schedule needs at most.
PLANTED = [
    ("explore", "message", 2, "", 87, 1),
    ("explore", "two_targets", 3, "", 87, 1),
    ("explore", "lock", 2, "", 87, 1),
    ("explore", "barrier_tree", 2, "", 87, 0),
    ("explore_pairs", "pairs", 2, "", 87, 1),
    ("linear", "under tas,queue,1", 2, "", 87, 1),
    # Not by the library's own tick, which would wake it up after all.
    ("explore_irq", "sleeper", 2, "-o explore=time:never", 70, 3),
    ("explore_irq", "callers", 3, "", 87, 2),
    ("explore_irq", "counter", 2, "-o explore=irq:blocks", 87, 1),
    ("explore_fiber", "notified", 2, "-o explore=irq:blocks,time:never", 70, 4),
]


def command(program, cores, options, *args):
    words = shlex.split(options)
    if not any(w.startswith(("explore=", "schedule=")) for w in words):
        words += ["-o", "explore=all"]
    return ["tools/weft-run", "--cores", str(cores), "--time-out",
            str(LONGEST), *words, f"{TESTS}/{program}.elf", *args]


def outcomes(err):
    return set(re.findall(r"^weft-sim: outcome, \d+ times: (?:\[00\] # seed "
                          r"[^|]*\| )?\[00\] (.*)", err, re.M))


def explored(program, case, cores, options, executions, expected):
    status, out, err = run(command(program, cores, options, case), LONGEST + 50)
    found = re.search(r"explored (\d+) executions, .*; complete ", err)
    if status or not found:
        return f"status {status}\n{out}{err}"
    if executions is not None and int(found[1]) != executions:
        return f"{found[1]} executions, not {executions}"
    if outcomes(err) != expected:
        return f"outcomes {outcomes(err)}, not {expected}"
    return None


def some(name, cores):
    """As many executions as that end as they should."""
    _, out, err = run(command("explore_started", cores,
                              f"-o explore=executions:{SOME}", name + "_start"),
                      LONGEST + 50)
    found = re.search(r"explored (\d+) executions, .*; (complete|bound reached: "
                      r"executions) ", err)
    if not found or ended(err):
        return out + err
    seen = {"0 " * cores + "and 0"}
    return None if outcomes(err) == seen else f"outcomes {outcomes(err)}"


def few(case):
    """Barriers by lines of few flags."""
    return explored(f"../../{os.path.basename(FEW)}/tests/explore", case, 5,
                    f"--board {BOARD}", 1, {"0 0 0 0 0 and 1"})


def ended(err):
    """The status with which the engine ended."""
    found = re.search(r"an execution ended with status (\d+)", err)
    return int(found[1]) if found else None


def planted(program, case, cores, options, status, most):
    """It is found; the command that is told has it again, and needs all."""
    _, out, err = run(command(program, cores, options, case, "planted"), 150)
    again = re.search(r"^weft-run: again: (.*)", err, re.M)
    if ended(err) != status or not again:
        return f"not found, status {ended(err)}:\n{out}{err}"
    words = shlex.split(again[1])
    schedule = next(w for w in words if w.startswith("schedule="))
    choices = schedule.partition("=")[2].split(",")
    if choices == ["usual"]:
        choices = []
    if len(choices) > most:
        return f"{schedule} has more than {most} choices"
    if "the steps" not in err or "rank 1" not in err:
        return f"no steps were told:\n{err}"
    good, out, err = run(words, 60)
    if not good:
        return f"{again[1]}: it passes\n{out}{err}"
    for left_out in range(len(choices)):
        fewer = choices[:left_out] + choices[left_out + 1:]
        words[words.index(schedule)] = schedule = \
            "schedule=" + (",".join(fewer) or "usual")
        good, out, err = run(words, 60)
        if good:
            return f"{schedule} is shorter and fails too\n{out}{err}"
    return None


def reduction(seed, time):
    """The same is seen when nothing is left out; as far as that gets."""
    seen, complete = [], []
    for how in ("seconds:20", "reduce:off,executions:800"):
        _, out, err = run(command(
            "explore_any", 2, f"--seed {seed} -o explore={time},{how}",
            "any"), 60)
        seen.append(outcomes(err))
        complete.append("complete" in err)
        if not seen[-1]:
            return out + err
    if not complete[0]:
        return "not explored in time"
    missed = seen[1] - seen[0]
    if missed or (complete[1] and seen[0] != seen[1]):
        return f"with reduction {seen[0]}, without {seen[1]}"
    return None


def bounds():
    """A bound is told, and is no pass for more than was played."""
    for bound, said in (("executions:2", "bound reached: executions"),
                        ("steps:8", "bound reached: steps")):
        _, out, err = run(command("explore", 2, f"-o explore={bound}",
                                  "store_buffering"), 60)
        if said not in err:
            return f"{bound}: {out}{err}"
    status, _, err = run(command("explore", 2, "-o explore=nonsense", "ring"))
    return None if status and "no 'nonsense'" in err else err


def by_seed():
    """A seed that fails, and of what it changes just what is needed."""
    for seed in range(1, 60):
        args = ["tools/weft-run", "--cores", "3", "--seed", str(seed),
                f"{TESTS}/explore.elf", "two_targets", "planted"]
        status, out, err = run(args, 60)
        if status:
            break
    else:
        return "no seed fails"
    if f"again: {shlex.join(args)}" not in err:
        return f"not told how to have it again:\n{err}"
    status, out, err = run([*args[:1], "-o", "shrink=on", *args[1:]], 100)
    again = re.search(r"^weft-run: again: (.*)", err, re.M)
    few = re.search(r"of (\d+) changes by the seed it needs (\d+)", err)
    if not status or not again or not few or int(few[1]) < 4 * int(few[2]):
        return f"not made shorter:\n{out}{err}"
    words = shlex.split(again[1])
    if not run(words, 60)[0]:
        return f"{again[1]}: it passes"
    words[2] = "perturb=none"
    status, out, err = run(words, 60)
    return f"it fails without the seed's changes, too\n{err}" if status else None


def points():
    """Without a seed interrupts come at few points, with one at all."""
    def blocks(seed):
        _, out, _ = run(["tools/weft-run", "--cores", "2", "--seed", str(seed),
                         f"{TESTS}/points.elf"], 60)
        found = re.search(r"(\d+) of (\d+) blocks", out)
        return int(found[1]), int(found[2])

    if blocks(0)[0] == blocks(0)[1]:
        return "all points are met without a seed: nothing is shown"
    few = [(s, blocks(s)) for s in range(1, 6) if len(set(blocks(s))) != 1]
    return f"not all points by (seed, blocks) {few}" if few else None


if BOARD in BOARDS:
    status, out, err = make(f"BOARD={BOARD}")
    check("builds", lambda: out + err if status else None)
    for row in LITMUS:
        check(f"{row[1]}, {row[2]} cores {row[3]}: all orders", explored, *row)
    for name, n in SOME_OF:
        check(f"{name}_start, {n} cores: the first {SOME} orders", some, name, n)
    for name in COLLECTIVE:
        for n in (2, 3):
            seen = "1" if name.startswith("barrier") else "0"
            check(f"{name}, {n} cores: all orders", explored, "explore", name,
                  n, "", ORDERS.get((name, n), 1),
                  {"0 " * n + "and " + seen})
    few_status, *few_said = make(f"BOARD={BOARD}", f"OUT={FEW}", FEW_FLAGS,
                                 f"{FEW}/tests/explore.elf")
    check("builds with few flags a row",
          lambda: "".join(few_said) if few_status else None)
    for name in ("barrier_lines", "barriers_lines"):
        check(f"{name}, 5 cores in two steps: all orders", few, name)
    for row in PLANTED:
        check(f"{row[1]}, planted: found, repeated, short", planted, *row)
    for s in range(1, SEEDS + 1):
        for t in ("time:last", "time:any"):
            check(f"reduction leaves nothing out, seed {s}, {t}", reduction, s,
                  t)
    check("bounds are told", bounds)
    check("a seed's failure is repeated and made short", by_seed)
    check("a seed has interrupts taken anywhere", points)
finish()
