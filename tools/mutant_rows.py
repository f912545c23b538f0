# SPDX-License-Identifier: Apache-2.0
"""Which runs of on-target tests tools/mutate makes, and what they cost without mutants."""

import os
import threading
import time
from types import SimpleNamespace

import board_words
import target

OUT = os.environ.get("WEFT_MUTATE_OUT", "build/mutate")
COSTS = f"{OUT}/rows.tsv"
BOARD = board_words.unasked("trace")[0]  # the simulator
TIME_OUT = 10  # seconds of a run, of what loops without any time of the chip
LIMITS = [10 ** n for n in range(5, 11)]  # microseconds of the chip's time
FEW = 3  # cores of runs of the whole

# Tests of a folder: those of its own subsystem, then those that use it most.
TESTS = {
    "topology": "runtime bcast team barrier messages am", "links": "am team",
    "runtime": "runtime port sync messages", "messages": "messages abcast sim",
    "messages/am": "am sim", "sync": "sync sim", "fiber": "fiber sim abcast", "bsp": "bsp",
    "collectives": "bcast team abcast", "collectives/abcast": "abcast sim",
    "collectives/barrier": "barrier bcast team", "collectives/bcast": "bcast team sim",
    "published": "sync bcast barrier am",
    "collectives/gather": "team", "collectives/reduce": "team", "collectives/scan": "team",
    "collectives/started": "team sim", "collectives/team": "team bcast",
}


def folder(path):
    top = os.path.dirname(path)
    return top if top in TESTS else path.split("/")[0]


def rows():
    """{subsystem: its runs}."""
    of, found = {}, {}
    for path in target.sources():
        for row in target.rows(path):
            of[row.get("image", os.path.basename(path)[:-2])] = path.split("/")[2]
    for r in target.runs([BOARD], target.load_boards()):
        found.setdefault(of[r.name], []).append(r)
    return found


def image(name):
    return f"build/{BOARD}/tests/{name}.elf"


def runs_of(part):
    """Of the images of all of weft those runs that are cheap."""
    return [r for r in ROWS[part] if part != "whole" or r.cores <= FEW]


def parts_of(path):
    """The subsystems whose tests meet a mutant of that file, in order."""
    first, *others = TESTS[folder(path)].split()
    return [first, "whole", *others]


def execute(r, path, limit):
    """What goes wrong in that run of the image; limit: microseconds of the chip."""
    row = dict(r.row, **{"time-out": str(TIME_OUT)})
    return target.execute(SimpleNamespace(**{**vars(r), "image": path, "row": row}),
                          ["-o", f"limit_us={limit}"])


_lock = threading.Lock()


def append(path, cells):
    """A line more of a table."""
    with _lock, open(path, "a", encoding="utf-8") as f:
        f.write("\t".join(map(str, cells)) + "\n")


class Costs:
    """Of each run without a mutant: the least of LIMITS in which it passes, or 0, and
    the seconds that it takes; in a file, as finding them out takes minutes."""

    def __init__(self):
        self.known = {}
        if os.path.exists(COSTS):
            with open(COSTS, encoding="utf-8") as f:
                for line in f:
                    key, limit, seconds = line.rstrip("\n").split("\t")
                    self.known[key] = int(limit), float(seconds)

    def of(self, r):
        key = f"{target.title(r)}, {r.seed}"
        if key not in self.known:
            self.known[key] = self.measured(r)
            limit, seconds = self.known[key]
            append(COSTS, (key, limit, f"{seconds:.3f}"))
        return self.known[key]

    def guessed(self, r):
        """Seconds: by the cores, where the run was not made yet."""
        known = self.known.get(f"{target.title(r)}, {r.seed}")
        return known[1] if known else r.cores / 50

    @staticmethod
    def measured(r):
        for limit in LIMITS:
            began = time.monotonic()
            if not execute(r, None, limit):
                return limit, time.monotonic() - began
        return 0, 0.0  # it does not pass in this way: no evidence


ROWS, COST = rows(), Costs()
