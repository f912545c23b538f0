#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Injected faults: each takes place, is logged as a rule that repeats it, and
breaks no promise: what waits with a deadline comes back, and the report names
the core that a fault has stopped.  docs/faults.md is the manual."""

import functools
import itertools
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, check, finish, make, run, scratch  # noqa: E402
import target  # noqa: E402
from sweep import StartedSweep, Sweep, sweep  # noqa: E402

BOARD = "scc-sim"
RULE = re.compile(r"^weft-run: fault: (.*)$", re.M)


def image(name):
    return f"build/{BOARD}/tests/{name}.elf"


def weft_run(app, cores, rules, *args, options=()):
    command = ["tools/weft-run", "--cores", str(cores), "--time-out", "60",
               *options]
    for rule in rules:
        command += ["-o", f"fault={rule}"]
    return run(command + [image(app), *args], time_out=120)


def said(out, what):
    """The numbers of the line that each rank has printed about it."""
    lines = re.findall(rf"^\[(\d+)\] {what} (.*)$", out, re.M)
    return {int(rank): [int(n, 0) for n in re.findall(r"0x[0-9a-f]+|\d+", text)]
            for rank, text in lines}


def shows(thing, rules, judge, *options, cores=2, logged=True):
    """One thing of tests/target/sim/faults.c; `judge` takes what ranks said."""
    status, out, err = weft_run("faults", cores, rules, thing,
                                options=options)
    log = RULE.findall(err)
    kinds = {r.split(":")[0] for r in rules}
    wrong = []
    if status:
        wrong.append(f"status {status}")
    elif not judge(said(out, {"start": "main"}.get(thing, thing))):
        wrong.append("no such effect")
    for kind in kinds if logged else []:
        if not any(re.match(rf"{kind}:.* # at [\d.]+ us, rank \d+, core \d+: ",
                            line) for line in log):
            wrong.append(f"{kind} is not logged")
    return "\n".join(wrong + [out, err]) if wrong else None


# What 8 interrupts of rank 1 by rank 0 become: taken soon, and in the end.
INTERRUPTS = [
    ("irq-lost:from=0,to=1,nth=3", [7, 7]),
    ("irq-lost:to=1,nth=3-5", [5, 5]),
    ("irq-lost:from=1", [8, 8]),
    ("irq-delayed:to=1,nth=3,by=1000", [7, 8]),
    ("irq-doubled:to=1,nth=3,by=5.5", [9, 9]),
    ("irq-merged:to=1,nth=3", [7, 7]),
    ("irq-merged:to=1,nth=8", [7, 7]),
    ("irq-spurious:to=1,at=2000", [8, 9]),
]


def interrupts(how):
    for rule, taken in INTERRUPTS:
        wrong = shows("interrupts", [rule], lambda s, t=taken: s[1] == t,
                      "-o", f"irq={how}", logged="from=1" not in rule)
        if wrong:
            return f"{rule}\n{wrong}"
    return None


def slow():
    """Slow software"""
    return (shows("pace", [], lambda s: s[0][0] < s[1][0] * 1.1)
            or shows("pace", ["slow:core=1,x=10"],
                     lambda s: 9.5 < s[1][0] / s[0][0] < 10.5)
            or shows("pace", ["slow:core=1,x=10,for=50,every=100"],
                     lambda s: 1.5 < s[1][0] / s[0][0] < 2.5))


def late():
    """A late start"""
    return shows("start", ["late:core=1,by=500.25"],
                 lambda s: all(500 <= t[0] < 600 for t in s.values()))


def paused():
    """A pause: the core and its interrupts; at a time, an operation, a function"""
    return (shows("pace", ["pause:core=1,at=30,for=500"],
                  lambda s: s[0][0] + 480 < s[1][0] < s[0][0] + 520)
            or shows("start", ["pause:core=1,op=2,for=500"],
                     lambda s: all(500 <= t[0] < 600 for t in s.values()))
            or shows("start", ["pause:core=1,in=main,for=500"],
                     lambda s: s[0][0] < 100 < 500 <= s[1][0] < 600)
            or shows("interrupts", ["pause:core=1,in=weft_barrier,nth=2,for=9"], any)
            or shows("interrupts", ["pause:core=1,at=30,for=10000"],
                     lambda s: s[1][0] < 8))


def memory():
    """Bits flip, as a line lands and at a time"""
    _, out, _ = weft_run("faults", 2, [], "memory")
    offset = said(out, "memory at")[1][0] + 7
    times = [f"flip:core=1,offset={offset},xor=0x81,at={t}"
             for t in range(20, 120)]
    return (shows("memory", [f"flip:core=1,offset={offset:#x},nth=4-6"],
                  lambda s: (s[0][1], s[1][1]) == (0, 3))
            or shows("memory", times, lambda s: s[0][1] == 0 < s[1][1])
            or None) if said(out, "memory at")[1][1] == 0 else out


def dram():
    """Slow DRAM"""
    return shows("dram", ["dram:core=1,x=8"],
                 lambda s: 3 < s[1][0] / s[0][0] < 8)


def held():
    """A test-and-set register that nobody holds"""
    return shows("lock", ["tas:core=0,for=500,every=600"],
                 lambda s: all(450 < t[0] < 1000 for t in s.values()))


def never():
    """A rule that has done nothing is named"""
    status, _, err = weft_run("faults", 2, ["irq-lost:to=1,nth=99"],
                              "interrupts")
    if status or "never took effect: irq-lost:to=1,nth=99" not in err:
        return f"status {status}\n{err}"
    return None


WRONG = {
    "irq-lots:to=1": "there is no kind of fault irq-lots",
    "irq-lost:core=1": "it takes no core",
    "irq-lost:to": "not key=value: to",
    "irq-lost:to=1,to=0": "there twice: to",
    "irq-lost:to=2": "there are 2 ranks",
    "irq-lost:to=1-0": "'to=1-0' is no value or range A-B of them",
    "irq-lost:p=1.5": "'p=1.5' is no value",
    "irq-delayed:to=1": "it needs by",
    "irq-delayed:by=1x": "'by=1x' is no value or range",
    "stop:p=0.5": "it does not say when",
    "pause:at=5": "it needs for",
    "flip:core=1": "it does not say when",
    "stop:core=1,op=0": "'op=0' is no value",
    "stop:core=1,op=3,at=5": "at excludes nth, op and in",
    "stop:core=1,in=nowhere": "the image has no function nowhere",
    "flip:core=1,offset=9999,nth=1": "a window has 8192 bytes",
    "flip:core=1,xor=256,nth=1": "'xor=256' is no value",
    "slow:core=1": "it needs x",
    "tas:core=1,for=20,every=10": "every needs a for that is not longer",
    "@/nowhere": "No such file",
}


def wrong_rules():
    """What is wrong with a rule is said"""
    for rule, text in WRONG.items():
        status, out, err = weft_run("faults", 2, [rule], "start")
        if status != 125 or text not in err or "weft-sim: " not in err:
            return f"{rule}: status {status}, expected '{text}'\n{out}{err}"
    status, out, err = weft_run("faults", 2, ["late:by=1"], "start",
                                options=("-o", "explore=all"))
    if status == 0 or "not where cores are played in steps" not in err:
        return f"explore: status {status}\n{out}{err}"
    for seed in ("x", "1::irq", "1:0.5:nothing", "1:2"):
        status, out, err = weft_run("faults", 2, [], "start",
                                    options=("-o", f"faults={seed}"))
        if status != 125 or "weft-sim: fault" not in err:
            return f"faults={seed}: status {status}\n{out}{err}"
    return None


def repeats(app, cores, seed, *options):
    """A random run's log, given as rules: the same run, the same log."""
    d = scratch()
    first, again = os.path.join(d, "first"), os.path.join(d, "again")
    a = weft_run(app, cores, [], options=(
        *options, "-o", f"faults={seed}", "-o", f"fault_log={first}",
        "-o", "limit_us=100000"))
    if not os.path.getsize(first):
        return "no fault took place"
    b = weft_run(app, cores, [f"@{first}"], options=(
        *options, "-o", f"fault_log={again}", "-o", "limit_us=100000"))
    with open(first, encoding="utf-8") as f, \
            open(again, encoding="utf-8") as g:
        logs = f.read(), g.read()
    if logs[0] != logs[1]:
        return "another log:\n" + logs[0] + "\n" + logs[1]
    return None if a == b else f"another run:\n{a}\n{b}"


def anywhere():
    """The host's memory does not matter to a run"""
    path, runs = os.path.join(scratch(), "comment"), []
    for size in (1, 200000):
        with open(path, "w", encoding="utf-8") as f:
            f.write("#" * size)
        runs.append(weft_run("soak", 48, [f"@{path}"],
                             options=("-o", "limit_us=500")))
    return None if runs[0] == runs[1] else f"{runs[0]}\n{runs[1]}"


def harmless(r, seed):
    """No result depends on pace, DRAM, contention, late interrupts."""
    return target.execute(r, ("-o", f"faults={seed}:0.5"))


def stopped():
    """The report names a stopped core and who waits for it"""
    status, out, err = weft_run("faults", 4, ["stop:core=2,at=30"], "pace")
    for text in (r"fault: stop:core=2,at=30\.000000 # at 30\.000000 us, "
                 r"rank 2, core 2: it stops for good",
                 r" 2 +2 \(1,0\) +STOPPED for good at 30\.000 us, after \d+ "
                 r"visible operations",
                 r"rank 2 was stopped for good by a fault; waited for by: \d"):
        if status != 125 or not re.search(text, err):
            return f"status {status}, no '{text}'\n{out}{err}"
    return None


def orphaned():
    """A stopped core keeps its lock, and who waits for it names the core"""
    for cores, op in itertools.product((17, 9, 4, 3), range(10, 60)):
        status, out, err = weft_run(
            "deadlines", cores, [f"stop:core=1,op={op}"], str(2**32 - 1), "32",
            "lock", options=("--env", "WEFT_PATIENCE_US=20000"))
        if "it waited for a lock at core 0, held by rank 1," in out + err:
            return None
    return "it never stopped while it held the lock"


CALLS = {"flags": 0, "central": 0, "tree": 0, "dissemination": 0, "lines": 0,
         "lock": 0,
         "ocbcast": 1, "binomial": 1, "binomial_put": 1,
         "scatter_allgather": 1, "striped": 1, "tree_put": 1, "short": 0,
         "tiny_pull": 0, "tiny_push": 0, "sendrecv": 1}
# Started ones, with cores and words; those by pieces have three of them a block, and
# an allreduce of fewer than 16 words a core goes by a tree.  The others are alike.
STARTED = [("allreduce_start", 3, 1), ("gather_start", 3, 160),
           ("alltoall_in_place", 3, 160), ("allreduce_long_start", 3, 160),
           ("allreduce_long_start", 3, 40), ("reduce_scatter_start", 3, 160)]
STARTED_FULL = [("barrier_start", 3, 1), ("bcast_start", 3, 1),
                ("scan_start", 3, 1), ("scatter_start", 3, 160),
                ("allgather_start", 3, 160), ("alltoall_start", 3, 160),
                ("bcast_long_start", 3, 160), ("reduce_long_start", 3, 160),
                ("scan_long_start", 3, 160), ("allreduce_long_start", 5, 79)]
RELAYED = {"tiny_push": 9}  # where of 3 cores none passes anything on
STEADY = ("barrier", "bcast", "baselines", "flags", "lock", "rma", "sendrecv")

Sweep.BOARD = BOARD

if BOARD in BOARDS:
    built = make(f"BOARD={BOARD}")
    check("builds", lambda: built[1] + built[2] if built[0] else None)
    for kind in ("direct", "gic"):
        check(f"interrupts lost, late, doubled, merged, spurious: {kind}",
              interrupts, kind)
    for f in (slow, late, paused, memory, dram, held, never, wrong_rules, stopped,
              orphaned, anywhere):
        check(f.__doc__, f)
    for s in range(1, 20 if FULL else 4):
        check(f"seed {s}: the log repeats the run", repeats, "wake", 5,
              f"{s}:0.1:all")
        check(f"seed {s}: the log repeats the run, controller, jitter",
              repeats, "mixed", 4, f"{s}:0.5:irq+harmless", "-o", "irq=gic",
              "--seed", str(s))
    for r in target.runs([BOARD], target.load_boards()):
        if r.name in STEADY and r.mode == "strict" and not r.row.get("env") \
                and r.cores in ((3, 17, 48) if FULL else (3, 17)):
            check(f"harmless faults: {target.title(r)}", harmless, r,
                  r.cores)
    for n, long in CALLS.items():
        # At each of its operations; in make test at every third.
        check(f"{n}: a core stops anywhere", sweep, n, RELAYED.get(n, 3),
              33, 1 if FULL else 3)
        if long:
            check(f"{n}: a core stops anywhere, several chunks", sweep, n, 4,
                  6390, 7 if FULL else 211)
        if FULL:
            check(f"{n}: a core stops anywhere, relaxed", sweep, n, 5, 33, 1,
                  "relaxed")
    for n, cores, words in STARTED + (STARTED_FULL if FULL else []):
        check(f"{n}, {words} words: one of {cores} cores stops anywhere, "
              "and is named", functools.partial(sweep, how=StartedSweep), n,
              cores, words, 1 if FULL else 9)
finish()
