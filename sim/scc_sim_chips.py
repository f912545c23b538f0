# SPDX-License-Identifier: Apache-2.0
"""How board scc-sim-chips is started: SCCs that are joined by links, on the simulator.

--cores N deals so many cores to the chips in equal parts; a list names cores of all chips, of
which those of the second begin with 48.  Ranks go by chips; the first core of each serves the
link.  The engine is scc-sim's, and so are its options (docs/simulator.md), but for those of
detectors, schedules and the interrupt controller, which know one chip.
docs/links.md explains them.
"""

import os
import sys

from board_options import Option
import chip_runs
from chip_runs import CHIPS

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import scc_sim  # noqa: E402
from scc_sim import (ENDS, FAIL_STATUS, PASS_STATUS, VERDICTS,  # noqa: E402,F401
                     again, on_timeout, report, state_at_end, views)

BOARD = "scc-sim-chips"
MOST = 64  # CHIPS_MOST of sim/chip/chips.h
NEAR_MOST = 64  # cores of a chip, as a link serves them
DEFAULT_CORES = CHIPS * scc_sim.SCC_CORES
MAX_CORES = MOST * NEAR_MOST
MODES = ("strict", "fast", "relaxed")
CORES = MANY = "2,3,8,17,30"  # of tests that do not ask for less
TEST_CORES = {"strict": (8,)}
FULL_MOST = 30
TIMELINE = True
LISTS = scc_sim.LISTS
NOT_OURS = ("irq", "profile", "explore", "schedule", "detect")
SETTINGS = ("latency", "frame", "mbps", "loss", "burst", "repeat", "late", "late_by",
            "flip", "seed")
OPTIONS = {
    **{k: o for k, o in scc_sim.OPTIONS.items() if k not in NOT_OURS},
    "chips": Option("N", "so many chips", str(CHIPS), least=1, most=MOST),
    "link": Option("KEY:VALUE,..", "the link's latency, late_by and frame in ns, its mbps, its "
                   "seed, and the chances loss, burst, repeat, late, flip: 1% or of a million",
                   like=chip_runs.pairs(SETTINGS)),
    "links": Option("N", "so many links between the same chips", "1", least=1, most=2),
    "cut": Option("LINK@US", "that one of the links carries nothing from then on",
                  like=r"[01]@[0-9]{1,9}"),
    "dead": Option("CHIP@US", "all cores of that chip stop for good then",
                   like=r"[0-9]{1,2}@[0-9]{1,9}"),
}


def near(run):
    """How many cores a chip has."""
    if "mesh" not in run.options:
        return scc_sim.SCC_CORES
    x, _, y = run.options["mesh"].partition("x")
    return 2 * int(x) * int(y)


def profile(run):
    if "mesh" in run.options:
        return scc_sim.large(run, *map(int, run.options["mesh"].split("x")), 2)
    return os.path.join(run.root, "sim", "profiles", "scc.profile")


def die(run, text, n):
    """CHIP@US, as a rule of faults (docs/faults.md)."""
    chip, us = chip_runs.dying(text, n)
    first = chip_runs.firsts(run.cores, near(run))
    rule = f"stop:core={first[chip]}-{first[chip + 1] - 1},at={us}"
    run.options["fault"] = "\n".join(filter(None, (run.options.get("fault"), rule)))


def command(run):
    n = chip_runs.chips(run)
    words = ["--chips", str(n)]
    for key, value in chip_runs.link_of(run):
        words += ["--link", f"{key}={value}"]
    if "links" in run.options:
        words += ["--link", f"links={run.options.pop('links')}"]
    if "cut" in run.options:
        link, us = run.options.pop("cut").split("@")
        words += ["--link", f"cut={link}", "--link", f"cut_us={us}"]
    run.cores = chip_runs.dealt(run.cores, n, near(run))
    if "dead" in run.options:
        die(run, run.options.pop("dead"), n)
    if n > 1:
        run.named = lambda rank: chip_runs.chip_and_rank(run.cores, rank, near(run))
    for key in ("chips", "link"):
        run.options.pop(key, None)
    argv = scc_sim.command(run, BOARD, profile)
    return argv[:1] + words + argv[1:]
