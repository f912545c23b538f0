# SPDX-License-Identifier: Apache-2.0
"""Which runs of on-target tests tools/mutate makes, and what they cost without mutants."""

import os
import re
import tempfile
import threading
import time
from types import SimpleNamespace

import board_words
import chip_rows
import costs
import lib
import mutant_cover
import schedules
import target

OUT = os.environ.get("WEFT_MUTATE_OUT", "build/mutate")
COSTS = f"{OUT}/rows.tsv"
BOARD = board_words.unasked("trace")[0]  # the simulator
JOINED = chip_rows.BOARD  # the same of several chips, whose images have links
# Of a folder, what runs its code in a process of the host, or reads what it prints.
PORT = "arch/sim/chips/arch_port.h"
SCRIPTS = {"links": "tests/links.t", "bsp": "tests/bsp-profile.t"}
CPU = 6  # seconds that each program of a script has, several times what it needs
TIME_OUT = 10  # seconds of a run, of what loops without any time of the chip
LIMITS = [10 ** n for n in range(5, 11)]  # microseconds of the chip's time
FEW = 3  # cores of runs of the whole
OWN = 4  # lines of a function, which the line of a mutant itself counts for

# Tests of a folder: those of its own subsystem, then those that use it most.
TESTS = {
    "topology": "runtime bcast team barrier messages am", "links": "links",
    "runtime": "runtime port sync messages", "messages": "messages abcast sim",
    "messages/am": "am sim", "sync": "sync sim", "fiber": "fiber sim abcast", "bsp": "bsp",
    "collectives": "bcast team abcast", "collectives/abcast": "abcast sim",
    "collectives/barrier": "barrier bcast team", "collectives/bcast": "bcast team sim",
    "published": "sync bcast barrier am",
    "collectives/gather": "team", "collectives/reduce": "team", "collectives/scan": "team",
    "collectives/started": "team sim", "collectives/team": "team bcast",
    "collectives/teams": "team bcast",
}


def folder(path):
    """The nearest one that has tests."""
    while path and path not in TESTS:
        path = os.path.dirname(path)
    return path


def boards_of(path):
    """Whose images meet a mutant of that file, in order."""
    if folder(path) == "links":
        return [JOINED]
    with open(path, encoding="utf-8") as f:
        others = set(re.findall(r"\bARCH_\w+", f.read())) & ON_CHIPS
    return [BOARD, JOINED] if others else [BOARD]


def on_chips():
    """Words of code that only the board of several chips has."""
    with open(PORT, encoding="utf-8") as f:
        return set(re.findall(r"#define (ARCH_\w+)", f.read())) - {"ARCH_NAME"}


def rows():
    """{subsystem: its runs}."""
    boards = target.load_boards()
    of, found = {}, {"links": list(chip_rows.runs()),
                     "chips": costs.samples(target.runs([JOINED], boards))}
    for path in target.sources():
        for row in target.rows(path):
            of[row.get("image", os.path.basename(path)[:-2])] = path.split("/")[2]
    for r in [*charged(), *target.runs([BOARD], boards), *played()]:
        found.setdefault(of[r.name] if r.board == BOARD else "links", []).append(r)
    return found


def charged():
    """Those whose costs are compared, of which tests/costs.tsv has figures of this compiler."""
    of, figures = costs.read()
    for r in costs.rows() if of == costs.compiler() else ():
        r.figures = figures.get(costs.key_of(r))
        if r.figures:
            yield r


def of_costs(r):
    return hasattr(r, "figures")


def title(r):
    return f"costs of {target.title(r)}" if of_costs(r) else target.title(r)


def played():
    """Runs of the explorer, of which tests/explore.t has more."""
    for program, case, cores, options, *_ in schedules.LITMUS + [
            ("explore", case, n, "") for case in schedules.COLLECTIVE for n in (2, 3)]:
        words = dict(w.split("=", 1) for w in options.split() if "=" in w)
        words.setdefault("explore", "all")
        row = {"args": [case], "tap": "no", "expect": "; complete_",
               "o": "+".join(f"{k}={v}" for k, v in words.items())}
        yield SimpleNamespace(
            name=program, board=BOARD, mode="fast" if "--mode fast" in options else "strict",
            seed=1, cores=cores, row=row, image=None)


def image(r):
    return f"build/{r.board}/tests/{r.name}.elf"


def scripted(path, tree):
    """What the script of that file's folder says of the tree; None: nothing."""
    script = SCRIPTS.get(folder(path))
    if not script:
        return None
    status, out, err = lib.run(["bash", "-c", f"ulimit -t {CPU}; exec {script}"], 600,
                               cwd=tree, env={**os.environ, "TEST_BOARDS": BOARD,
                                            "TEST_UNTIL": "failure", "WERROR": ""})
    wrong = re.findall(r"^not ok \d+ - (.*)", out, re.M)
    said = ", ".join(wrong) or (out + err).strip().splitlines()[-1]
    return f"{script}: {said}"[:100] if status or wrong else None


def runs_of(part):
    """Of the images of all of weft those runs that are cheap."""
    return [r for r in ROWS[part] if part != "whole" or r.cores <= FEW]


def parts_of(path):
    """The subsystems whose tests meet a mutant of that file, in order."""
    first, *others = TESTS[folder(path)].split()
    return ["links"] if first == "links" else [
        first, "whole", *others, *(["chips", "links"] if JOINED in boards_of(path) else [])]


def execute(r, path, limit, *options):
    """What goes wrong in that run of the image; limit: microseconds of the chip."""
    row = dict(r.row, **{"time-out": str(TIME_OUT)})
    r = SimpleNamespace(**{**vars(r), "image": path, "row": row})
    options = ("-o", f"limit_us={limit}", *options)
    if not of_costs(r):
        return target.execute(r, options)
    figures, wrong = costs.measured(r, *options)
    return costs.difference(r.figures, figures) if figures else wrong


def usual(row):
    """A row of the explorer, of which one order is run."""
    words = row["o"].split("+")
    return {**row, "o": "+".join(w for w in words if not w.startswith("explore=")), "expect": ""}


def samples(parts):
    """Of runs that are alike one: that whose costs are compared, if there is one."""
    runs = [r for part in parts for r in runs_of(part)]
    found = list(filter(of_costs, runs))
    alike = set(map(costs.likeness, found))
    return found + costs.samples(r for r in runs if costs.likeness(r) not in alike)


_lock = threading.Lock()


def append(path, cells):
    """A line more of a table."""
    with _lock, open(path, "a", encoding="utf-8") as f:
        f.write("\t".join(map(str, cells)) + "\n")


class Costs:
    """Of each run without a mutant: the least of LIMITS in which it passes, or 0, the
    seconds that it takes, and the lines that it comes to; in a file, as finding them out
    takes minutes."""

    def __init__(self):
        self.known, self.limits, self.lines, self.most = {}, {}, {}, {}
        if os.path.exists(COSTS):
            with open(COSTS, encoding="utf-8") as f:
                for text in f:
                    title, like, limit, seconds, lines = text.rstrip("\n").split("\t")
                    self.known[title] = int(limit), float(seconds)
                    self.come_to(like, int(limit), mutant_cover.known(lines))

    def come_to(self, like, limit, found):
        self.limits[like] = max(limit, self.limits.get(like, 0))
        lines = self.lines.setdefault(like, {})
        for path, some in found.items():
            lines[path] = lines.get(path, frozenset()) | some

    def of(self, r):
        key = f"{title(r)}, {r.seed}"
        if key not in self.known:
            limit, seconds, found = self.measured(r)
            self.known[key] = limit, seconds
            self.come_to(str(costs.likeness(r)), limit, found)
            append(COSTS, (key, costs.likeness(r), limit, f"{seconds:.3f}",
                           mutant_cover.written(found)))
        return self.known[key]

    def limit(self, r):
        """Of a run, or of one that is alike, with more time for each of its cores more."""
        key = f"{title(r)}, {r.seed}"
        like = self.limits.get(str(costs.likeness(r)), 0) << (r.cores.bit_length() // 2)
        return self.known[key][0] if key in self.known else like or self.of(r)[0]

    def guessed(self, r):
        """Seconds: by the cores, where the run was not made yet."""
        known = self.known.get(f"{title(r)}, {r.seed}")
        return known[1] if known else r.cores / 50

    def nearness(self, r, path, lines, function):
        """0: it comes to one of these lines; 1: to that function; 2: to that file, where a
        compiler may have made another function of it; 3: to none of them that is known."""
        found = self.lines.get(str(costs.likeness(r)), {}).get(path, ())
        return (0 if any(n in found for n in lines) else
                1 if any(n in found for n in function) else 2 if found else 3)

    def depth(self, r, path, lines, function):
        """How many of a function's lines it comes to; a compiler may have made one of two, so
        that the mutant's own one is worth a few."""
        found = self.lines.get(str(costs.likeness(r)), {}).get(path, ())
        return sum(n in found for n in function) + OWN * any(n in found for n in lines)

    def share(self, runs, path):
        """How much of a file one of the runs comes to, in quarters of what any does."""
        if path not in self.most:
            self.most[path] = max((len(lines.get(path, ())) for lines in self.lines.values()),
                                  default=0)
        mine = max(len(self.lines.get(str(costs.likeness(r)), {}).get(path, ())) for r in runs)
        return 4 * mine // self.most[path] if self.most[path] else 0

    @staticmethod
    def measured(r):
        """(limit, seconds, lines); a limit of 0: it does not pass in this way, so it is
        no evidence."""
        began = time.monotonic()
        with tempfile.NamedTemporaryFile(mode="r", suffix=".cover") as f:
            cover = ("-o", f"cover={f.name}")
            played = "explore=" in r.row.get("o", "")  # that tells of no blocks
            if execute(r, None, LIMITS[-1], *(() if played else cover)):
                return 0, 0.0, {}
            seconds = time.monotonic() - began
            if played:
                execute(SimpleNamespace(**{**vars(r), "row": usual(r.row)}), None, LIMITS[-1],
                        *cover)
            took, found = mutant_cover.read(f.name, image(r),
                                            {p.split("/")[0] for p in TESTS})
        limit = next((n for n in LIMITS if took is not None and n > took), LIMITS[-1])
        return limit, seconds, found


ON_CHIPS, ROWS, COST = on_chips(), rows(), Costs()
