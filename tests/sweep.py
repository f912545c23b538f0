# SPDX-License-Identifier: Apache-2.0
"""A core stops at each of its operations in turn: what tests/faults.t looks at then."""

import json
import os
import re
import sys
from types import SimpleNamespace

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import ROOT, run, scratch  # noqa: E402
import target  # noqa: E402

PASSED, FAILED, DEADLOCK = 85, 87, 70  # sim/chip/host.h


class Sweep:
    """Stop one core at each of its operations, in a call of deadlines.c."""

    BOARD = None  # set by who uses it
    PROGRAM = "deadlines"
    LINE = re.compile(r"\w+: (done|time-out)")

    WITHIN = 3000  # us, for each of three calls

    def __init__(self, name, cores, dead, size, mode="strict"):
        self.dir = scratch()
        self.timed_out = 0  # calls
        self.cores, self.dead = cores, dead
        board = target.load_boards()[self.BOARD]
        self.command = board.command(SimpleNamespace(
            image=f"build/{self.BOARD}/tests/{self.PROGRAM}.elf",
            cores=list(range(cores)), mode=mode,
            seed=0, dir=self.dir, env={}, files=[], root=ROOT, options={}, view=None,
            args=[self.PROGRAM, str(self.WITHIN), str(size), name]))

    def read(self, name):
        with open(os.path.join(self.dir, name), encoding="utf-8") as f:
            return f.read()

    def in_time(self, err):
        return float(re.search(r"deadlock at ([\d.]+)", err)[1]) \
            <= 4 * self.WITHIN

    def names(self, _lines):
        """What is wrong with whom they name."""
        return []

    def stop(self, op):
        """Stop it there; what is wrong, and whether it was still alive."""
        at = self.command.index("--")
        # The engine as weft-run starts it, which costs ten times as much.
        status, out, err = run(
            self.command[:at] + ["--fault", f"stop:core={self.dead},op={op}",
                                 "--limit-us", "100000000"]
            + self.command[at:], time_out=60)
        lines = re.findall(r"^\[(\d+)\] (.*)$", out, re.M)
        self.timed_out += sum("time-out" in t for _, t in lines)
        wrong = [t for _, t in lines if not self.LINE.fullmatch(t)]
        # Who has it missed as all came together has no more to say.
        starting = "no sign of rank" in out and status == FAILED
        wrong += [] if starting else self.names(lines)
        if status == PASSED:
            return wrong, "never took effect" not in self.read("faults")
        rows = [json.loads(line) for line in self.read("dump").splitlines()]
        if [r["rank"] for r in rows if "stopped_us" in r] != [self.dead]:
            wrong.append("the report does not name it")
        if starting:
            return wrong, True
        if status != DEADLOCK:
            wrong.append(f"status {status}\n{out}{err}")
        elif not self.in_time(err):
            wrong.append("not in bounded time: " + err)
        silent = set(range(self.cores)) - {self.dead} \
            - {int(rank) for rank, _ in lines}
        if silent:
            wrong.append(f"no word of ranks {silent}")
        return wrong, True


class StartedSweep(Sweep):
    """The same in started_deadlines.c; and all names lead to the stopped core."""

    PROGRAM = "started_deadlines"
    # Longer than a tick, which makes up for an interrupt that its sender died before.
    WITHIN = 15000
    LINE = re.compile(r"\w+: (done|time-out, rank -?\d+)")

    def in_time(self, err):
        # The library's tick goes on after main; who comes back late says so.
        return "only time passes" in err

    def names(self, lines):
        named = {int(rank): int(text.rpartition(" ")[2])
                 for rank, text in lines if "time-out" in text}
        wrong = []
        for rank in named:
            trail = [rank]
            while trail[-1] in named and len(trail) <= self.cores:
                trail.append(named[trail[-1]])
            if trail[-1] != self.dead:
                wrong.append(f"names lead along ranks {trail}")
        return wrong


def sweep(name, cores, size, step, *mode, how=Sweep):
    missed = []
    for dead in range(cores):
        one = how(name, cores, dead, size, *mode)
        op, alive = 1, True
        while alive:
            wrong, alive = one.stop(op)
            if wrong:
                return f"stop:core={dead},op={op}: {wrong}"
            op += step
        if one.timed_out:
            missed.append(dead)
    # Who takes a lock last is missed by nobody, nor is who passes nothing on,
    # whichever of the three roots' trees it is in.
    least = {"lock": 1, "tiny_push": cores - 1}.get(name, cores)
    return None if len(missed) >= least \
        else f"only ranks {missed} have been missed: no test"
