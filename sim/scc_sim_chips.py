# SPDX-License-Identifier: Apache-2.0
"""How board scc-sim-chips is started: SCCs that are joined by links, on the simulator.

--cores N deals so many cores to the chips in equal parts; a list names cores of all chips, of
which those of the second begin with 48.  Ranks go by chips; the first core of each serves the
link.  The engine is scc-sim's, and so are its options (docs/simulator.md), but for those of
detectors, schedules and the interrupt controller, which know one chip.
docs/links.md explains them.
"""

import os
import re
import sys

from board_options import Option

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import scc_sim  # noqa: E402
from scc_sim import (ENDS, FAIL_STATUS, PASS_STATUS, VERDICTS,  # noqa: E402,F401
                     again, on_timeout, report, state_at_end, views)

BOARD = "scc-sim-chips"
CHIPS = 2
MOST = 32
DEFAULT_CORES = CHIPS * scc_sim.SCC_CORES
MAX_CORES = MOST * scc_sim.SCC_CORES
MODES = ("strict", "fast", "relaxed")
CORES = MANY = "2,3,8,17,30"  # of tests that do not ask for less
TEST_CORES = {"strict": (8,)}
FULL_MOST = 30
TIMELINE = True
LISTS = scc_sim.LISTS
NOT_OURS = ("irq", "profile", "mesh", "explore", "schedule", "detect")
SETTINGS = ("latency", "frame", "mbps", "loss", "burst", "repeat", "late", "late_by",
            "flip", "seed")
CHANCES = ("loss", "burst", "repeat", "late", "flip")
PAIR = rf"(?:{'|'.join(SETTINGS)}):[0-9]+|(?:{'|'.join(CHANCES)}):[0-9]{{1,3}}(?:\.[0-9]{{1,4}})?%"
OPTIONS = {
    **{k: o for k, o in scc_sim.OPTIONS.items() if k not in NOT_OURS},
    "chips": Option("N", "so many chips", str(CHIPS), least=1, most=MOST),
    "link": Option("KEY:VALUE,..", "the link's latency, late_by and frame in ns, its mbps, its "
                   "seed, and the chances loss, burst, repeat, late, flip: 1% or of a million",
                   like=rf"(?:{PAIR})(?:,(?:{PAIR}))*"),
    "links": Option("N", "so many links between the same chips", "1", least=1, most=2),
    "dead": Option("CHIP@US", "all cores of that chip stop for good then",
                   like=r"[0-9]{1,2}@[0-9]{1,9}"),
}


def profile(run):
    return os.path.join(run.root, "sim", "profiles", "scc.profile")


def chips(run):
    return int(run.options.get("chips", min(CHIPS, len(run.cores))))


def dealt(cores, n):
    """The chips' numbers of the first so many cores, or of those that were named."""
    if cores != list(range(len(cores))):
        if {core // scc_sim.SCC_CORES for core in cores} != set(range(n)):
            raise ValueError(f"cores {cores[0]} to {cores[-1]} are not of {n} chips")
        return cores
    each, more = divmod(len(cores), n)
    if each < 1 or each + (more > 0) > scc_sim.SCC_CORES:
        raise ValueError(f"-o chips={n}: {len(cores)} cores are no 1 to "
                         f"{scc_sim.SCC_CORES} of each")
    return [core + chip * scc_sim.SCC_CORES for chip in range(n)
            for core in range(each + (chip < more))]


def chip_and_rank(cores, rank):
    """"1.3": of chip 1 the fourth core that takes part."""
    chip = cores[rank] // scc_sim.SCC_CORES
    first = next(i for i, core in enumerate(cores) if core // scc_sim.SCC_CORES == chip)
    return f"{chip}.{rank - first}"


def die(run, text):
    """CHIP@US, as a rule of faults (docs/faults.md)."""
    chip, us = text.split("@")
    ranks = [rank for rank, core in enumerate(run.cores)
             if core // scc_sim.SCC_CORES == int(chip)]
    if not ranks:
        raise ValueError(f"-o dead={text}: there is no chip {chip}")
    rule = f"stop:core={ranks[0]}-{ranks[-1]},at={us}"
    run.options["fault"] = "\n".join(filter(None, (run.options.get("fault"), rule)))


def setting(pair):
    """KEY:VALUE as the engine has it: chances are of a million."""
    key, _, value = pair.partition(":")
    if value.endswith("%"):
        value = round(float(value[:-1]) * 10000)
    return f"{key}={value}"


def command(run):
    n = chips(run)
    words = ["--chips", str(n)]
    for pair in filter(None, run.options.get("link", "").split(",")):
        words += ["--link", setting(pair)]
    if "links" in run.options:
        words += ["--link", f"links={run.options.pop('links')}"]
    run.cores = dealt(run.cores, n)
    if "dead" in run.options:
        die(run, run.options.pop("dead"))
    if n > 1:
        run.named = lambda rank: chip_and_rank(run.cores, rank)
    for key in ("chips", "link"):
        run.options.pop(key, None)
    argv = scc_sim.command(run, BOARD, profile)
    return argv[:1] + words + argv[1:]
