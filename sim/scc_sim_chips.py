# SPDX-License-Identifier: Apache-2.0
"""How board scc-sim-chips is started: SCCs that are joined by links, on the simulator.

--cores N deals so many cores to the chips in equal parts; a list names cores of all chips, of
which those of the second begin with 48.  Ranks go by chips; the first core of each serves the
link.  The engine is scc-sim's, and so are its options (docs/simulator.md), but for those of
detectors, schedules and the interrupt controller, which know one chip.

Options of this board (-o k=v):
  chips=N             so many chips (2)
  link=KEY:VALUE,..   latency, late_by: nanoseconds; frame: of each beside its bytes; mbps:
                      megabytes a second; loss, burst, repeat, late, flip: 1%, 0.1% or of a
                      million; seed
  dead=CHIP@US        all cores of that chip stop for good then
docs/links.md explains them.
"""

import os
import re
import sys

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import scc_sim  # noqa: E402
from scc_sim import (ENDS, FAIL_STATUS, PASS_STATUS, VERDICTS,  # noqa: E402,F401
                     again, on_timeout, report, state_at_end)

BOARD = "scc-sim-chips"
CHIPS = 2
MOST = 32
DEFAULT_CORES = CHIPS * scc_sim.SCC_CORES
MAX_CORES = MOST * scc_sim.SCC_CORES
MODES = ("strict", "fast", "relaxed")
CORES = MANY = "2,3,8,17,30"  # of tests that do not ask for less
TEST_CORES = {"strict": (3, 8), "relaxed": (17,)}
TEST_MORE = {"strict": (8,)}
FULL_MOST = 30
TIMELINE = True
LISTS = scc_sim.LISTS
NOT_OURS = ("irq", "profile", "mesh", "explore", "schedule", "detect")
SETTINGS = ("latency", "frame", "mbps", "loss", "burst", "repeat", "late", "late_by",
            "flip", "seed")
CHANCES = ("loss", "burst", "repeat", "late", "flip")


def profile(run):
    return os.path.join(run.root, "sim", "profiles", "scc.profile")


def chips(run):
    value = run.options.get("chips", str(min(CHIPS, len(run.cores))))
    if not re.fullmatch(r"[1-9][0-9]?", value) or int(value) > MOST:
        raise ValueError(f"-o chips={value}: not a number from 1 to {MOST}")
    return int(value)


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
    found = re.fullmatch(r"([0-9]{1,2})@([0-9]{1,9})", text, re.ASCII)
    ranks = [rank for rank, core in enumerate(run.cores)
             if found and core // scc_sim.SCC_CORES == int(found[1])]
    if not ranks:
        raise ValueError(f"-o dead={text}: not CHIP@US")
    rule = f"stop:core={ranks[0]}-{ranks[-1]},at={found[2]}"
    run.options["fault"] = "\n".join(filter(None, (run.options.get("fault"), rule)))


def setting(pair):
    """KEY:VALUE as the engine has it: chances are of a million."""
    key, _, value = pair.partition(":")
    chance = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,4})?)%", value, re.ASCII)
    if key in CHANCES and chance:
        return f"{key}={round(float(chance[1]) * 10000)}"
    if key not in SETTINGS or not re.fullmatch(r"[0-9]{1,9}", value, re.ASCII):
        raise ValueError(f"-o link={pair}: not KEY:VALUE; keys are: {' '.join(SETTINGS)}")
    return f"{key}={value}"


def command(run):
    for key in NOT_OURS:
        if key in run.options:
            raise ValueError(f"{BOARD} has no option '{key}'")
    n = chips(run)
    words = ["--chips", str(n)]
    for pair in filter(None, run.options.get("link", "").split(",")):
        words += ["--link", setting(pair)]
    run.cores = dealt(run.cores, n)
    if "dead" in run.options:
        die(run, run.options.pop("dead"))
    if n > 1:
        run.named = lambda rank: chip_and_rank(run.cores, rank)
    for key in ("chips", "link"):
        run.options.pop(key, None)
    argv = scc_sim.command(run, BOARD, profile)
    return argv[:1] + words + argv[1:]
