# SPDX-License-Identifier: Apache-2.0
"""How board scc-sim-chips is started: SCCs that are joined by links, on the simulator.

--cores names the cores of each chip.  Ranks go by chips; the first core of each serves the
link.  The engine is scc-sim's, and so are its options (docs/simulator.md), but for those of
detectors, schedules and the interrupt controller, which know one chip.

Options of this board (-o k=v):
  chips=N             so many chips (2)
  link=KEY:VALUE,..   latency, late_by: nanoseconds; frame: of each beside its bytes; mbps:
                      megabytes a second; loss, burst, repeat, late, flip: 1%, 0.1% or of a
                      million; seed
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
DEFAULT_CORES = 48
MAX_CORES = 48
CHIPS = 2
MOST = 32
MODES = ("strict", "fast", "relaxed")
CORES = "1,2,3,17,48"  # of each chip, of tests that name none
TEST_CORES = {"strict": (4,), "relaxed": (17,)}
TEST_MORE = {}
TIMELINE = True
LISTS = scc_sim.LISTS
NOT_OURS = ("irq", "profile", "mesh", "explore", "schedule", "detect")
SETTINGS = ("latency", "frame", "mbps", "loss", "burst", "repeat", "late", "late_by",
            "flip", "seed")
CHANCES = ("loss", "burst", "repeat", "late", "flip")


def profile(run):
    return os.path.join(run.root, "sim", "profiles", "scc.profile")


def chips(run):
    value = run.options.get("chips", str(CHIPS))
    if not re.fullmatch(r"[1-9][0-9]?", value) or int(value) > MOST:
        raise ValueError(f"-o chips={value}: not a number from 1 to {MOST}")
    return int(value)


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
    own = list(run.cores)
    run.cores = [core + chip * scc_sim.SCC_CORES for chip in range(n) for core in own]
    run.chip_cores = len(own)
    for key in ("chips", "link"):
        run.options.pop(key, None)
    argv = scc_sim.command(run, BOARD, profile)
    return argv[:1] + words + argv[1:]
