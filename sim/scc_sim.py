# SPDX-License-Identifier: Apache-2.0
"""How board scc-sim is started: the SCC on the simulator, in virtual time.

Above 48 cores the chip is a declared fiction, scc-large: the same tiles, costs
and clocks on a larger mesh, written into the run's directory as a profile.

docs/simulator.md explains the options, docs/faults.md those of faults,
docs/debugging.md the timeline.
"""

import os
import re
import signal
import subprocess
import sys

import boot_record
from board_options import Option, handed_on
import live_cores

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
import block_costs  # noqa: E402
import detect_text  # noqa: E402
import dump_text  # noqa: E402
import schedule_text  # noqa: E402

BOARD = "scc-sim"
DEFAULT_CORES = 48
MAX_CORES = 4096
PASS_STATUS = 85  # sim/chip/host.h; the engine never ends with these by itself
FAIL_STATUS = 87
VERDICTS = {detect_text.STATUS: (detect_text.EXIT,
                                 "the detectors found something")}
ENDS = {70: "a deadlock: no core can go on", 71: "a core did what it must not",
        72: "the limit of its time"}
MODES = ("strict", "fast", "relaxed")
TIMELINE = True  # it has -o trace=FILE
# What `make test` runs; all counts in test-full.
TEST_CORES = {"strict": (1, 3, 17), "relaxed": (3, 48), "fast": (2,)}
TEST_MORE = {"strict": (17,), "relaxed": (3,)}
TEST_MODES = ("strict", "relaxed")  # fast has no lines that could be stale

SCC_CORES = 48
RELAXED_CORES = 256  # above, it costs too much of the host's memory
MB = 1 << 20
HEAP_LEAST = 1 * MB  # left for a program beside its files
PAGE = 65536  # no host's pages are larger

# Options that are words for settings of the profile.
SWITCHES = {
    "table": {"A": ["software=off", "contention=off", "links=off",
                    "distances=off"], "B": []},
    "software": {"charged": ["software=on"], "free": ["software=off"]},
    "contention": {"on": ["contention=on"], "off": ["contention=off"]},
    "links": {"on": ["links=on"], "off": ["links=off"]},
    "distance": {"real": ["distances=on"], "one": ["distances=off"]},
    "cache": {"on": ["cache=on"], "off": ["cache=off"]},
    "irq": {"direct": ["gic=off"], "gic": ["gic=on"],
            "gic-unread": ["gic=on", "gic_acknowledge=off"]},
}
OPTIONS = {
    "table": Option(tuple(SWITCHES["table"]),
                    "A: as the published formulas have it, with software free, contention "
                    "and links off, distance one; B: as the chip", "B"),
    "software": Option(tuple(SWITCHES["software"]), "do instructions take time", "charged"),
    "contention": Option(tuple(SWITCHES["contention"]),
                         "do MPBs and memory serve one request after another", "on"),
    "links": Option(tuple(SWITCHES["links"]), "do links of the mesh do so", "on"),
    "distance": Option(tuple(SWITCHES["distance"]), "how far cores are", "real"),
    "cache": Option(tuple(SWITCHES["cache"]), "do cores have caches", "on"),
    "irq": Option(tuple(SWITCHES["irq"]),
                  "interrupts by a bit of the target, or by the FPGA's controller", "direct"),
    "set": Option("KEY:VALUE,..", "instead of what the profile says",
                  like=r"(\w+:[\w.]+)?(,(\w+:[\w.]+)?)*"),
    "profile": Option("FILE", "another chip", "sim/profiles/scc.profile"),
    "mesh": Option("COLUMNSxROWS", "tiles of the mesh", like=r"[1-9][0-9]?x[1-9][0-9]?"),
    "count": Option("FILE", "instructions between bench_begin and bench_end", to="--count"),
    "costs": Option("FILE", "reads, writes, bytes, interrupts and time of the run, by parts",
                    to="--costs"),
    "jitter": Option("N", "ns that things may take longer, by the seed", "0",
                     to="--jitter-ns"),
    "late": Option("RANK:US,..", "cores that start later",
                   like=r"[0-9]{1,9}:[0-9]{1,9}(,[0-9]{1,9}:[0-9]{1,9})*"),
    "limit_us": Option("N", "the run may take so long in virtual time", to="--limit-us"),
    "dram_mb": Option("N", "private memory of each core", "64", to="--dram-mb"),
    "atom": Option(("4", "8", "32"), "bytes that land at once in mode relaxed", "a line",
                   to="--atom"),
    "fault": Option("RULE|@FILE", "a fault; may be given many times"),
    "faults": Option("SEED[:RATE[:KINDS]]", "faults at random", to="--faults"),
    "fault_log": Option("FILE", "where the faults are listed"),
    "detect": Option("LIST", " ".join(detect_text.WORDS) + "; warn: what they find does not "
                     "fail the run"),
    "explore": Option("all|..", "all schedules: docs/schedules.md", to="--explore"),
    "schedule": Option("TEXT", "just this schedule", to="--schedule"),
    "perturb": Option("LIST", "only these changes by the seed", to="--perturb"),
    "shrink": Option(("on",), "if it fails, find the changes by the seed that it needs"),
    "trace": Option("FILE", "the timeline, for Perfetto (make trace)", to="--timeline"),
    "cover": Option("FILE", "lines that were run", to="--cover"),
}
LISTS = ("fault",)  # options of which every one counts
HOP_US = 5000000  # collectives/abcast: WEFT_HOP_US unless set
STILL_HOPS = 12


def engine(run, board=BOARD):
    """The simulator itself: built with the image, or in a checkout's build
    tree, or installed."""
    beside = os.path.dirname(os.path.abspath(run.image))
    places = [os.path.join(beside, "weft-sim"),
              os.path.join(os.path.dirname(beside), "weft-sim"),
              os.path.join(run.root, "build", board, "weft-sim"),
              os.path.join(run.root, "sim", "weft-sim")]
    for path in places:
        if os.access(path, os.X_OK):
            return path
    raise ValueError(f"the simulator is not built: make BOARD={board}")


def large_mesh(cores):
    """Columns and rows of tiles, two cores each, for so many cores."""
    x, y = 16, 8
    while x * y * 2 < cores:
        x, y = (x, y * 2) if x > y else (x * 2, y)
    return x, y


def own_mesh(run, cores):
    """Columns, rows and cores a tile of -o mesh=64x64, if the cores have room."""
    x, _, y = run.options["mesh"].partition("x")
    tiles = int(x) * int(y)
    if cores > 2 * tiles:
        raise ValueError(f"-o mesh={x}x{y}: no room for {cores} cores, two a "
                         "tile")
    return int(x), int(y), 1 if cores <= tiles else 2


def large_profile(text, x, y, each):
    """scc.profile on another mesh, controllers at every second row's ends."""
    own = (r"^(mesh_x|mesh_y|cores_per_tile|memory_controller|system_interface)"
           r"\b.*\n")
    lines = [f"mesh_x {x}", f"mesh_y {y}", f"cores_per_tile {each}",
             f"system_interface {x // 2} 0"]
    for row in range(0, y, 2):
        lines += [f"memory_controller 0 {row}",
                  f"memory_controller {x - 1} {row}"]
    return re.sub(own, "", text, flags=re.M) + "\n".join(lines) + "\n"


def profile(run):
    if "profile" in run.options:
        return run.options["profile"]
    path = os.path.join(run.root, "sim", "profiles", "scc.profile")
    cores = max(run.cores) + 1
    if cores <= SCC_CORES and "mesh" not in run.options:
        return path
    return large(run, *(own_mesh(run, cores) if "mesh" in run.options
                        else (*large_mesh(cores), 2)))


def large(run, x, y, each):
    """A profile in the run's directory for a mesh of that many tiles."""
    path = os.path.join(run.root, "sim", "profiles", "scc.profile")
    with open(path, encoding="utf-8") as f:
        text = large_profile(f.read(), x, y, each)
    path = os.path.join(run.dir, "scc-large.profile")
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def check_files(run, dram):
    held = {}
    for f in run.files:
        size = -(-f.size // PAGE) * PAGE
        held[f.rank] = held.get(f.rank, 0) + size
        if held[f.rank] + HEAP_LEAST > dram:
            raise ValueError(
                f"{f.name}: the files of rank {f.rank} do not fit its "
                f"{dram // MB} MB of private DRAM; see -o dram_mb=N")


def addressable(run):
    """The controller has registers for the chip's cores, and no fiction's."""
    if (run.options.get("irq", "direct") != "direct"
            and max(run.cores) >= SCC_CORES):
        print(f"weft-run: core {max(run.cores)}: the interrupt controller has "
              f"registers for cores 0 to {SCC_CORES - 1}; going on with "
              f"irq=direct", file=sys.stderr, flush=True)
        run.options["irq"] = "direct"


def settings(run):
    """key=value pairs for the engine's --set; what comes later wins."""
    pairs = {}
    addressable(run)
    for key in SWITCHES:
        value = run.options.get(key)
        if value is None:
            continue
        pairs.update(p.split("=") for p in SWITCHES[key][value])
    for pair in filter(None, run.options.get("set", "").split(",")):
        pairs.update([pair.split(":")])
    return [f"{k}={v}" for k, v in pairs.items()]


def options(run):
    args = handed_on(OPTIONS, run.options)
    if "detect" in run.options:
        args += ["--detect", detect_text.parse(run.options["detect"]),
                 "--detect-file", found_path(run)]
    if "shrink" in run.options:
        args += ["--shrink", perturb_path(run)]
    for key, several in ("fault", "\n"), ("late", ","):
        for value in filter(None, run.options.get(key, "").split(several)):
            args += ["--" + key, value]
    for pair in settings(run):
        args += ["--set", pair]
    return args


def found_path(run):
    return os.path.join(run.dir, "found")


def schedule_path(run):
    return os.path.join(run.dir, "schedule")


def perturb_path(run):
    return os.path.join(run.dir, "perturb")


def narrative_path(run):
    return os.path.join(run.dir, "narrative")


def dump_path(run):
    return os.path.join(run.dir, "dump")


def fault_log(run):
    return run.options.get("fault_log", os.path.join(run.dir, "faults"))


def report(run):
    """Faults; who waits for whom, if the engine has left a dump behind; and what
    the detectors have found; and the schedule that did it."""
    return dump_text.faults(fault_log(run)) + dump_text.waits(
        run.image, dump_path(run)) + list(
        detect_text.table(run.image, detect_text.read(found_path(run)))
    ) + schedule_text.lines(run, narrative_path(run), {
        "schedule": schedule_path(run), "perturb": perturb_path(run)})


def state_at_end(run):
    """Of a run that stood still or died, a dict a core (tools/wait_table.py)."""
    return dump_text.rows(run.image, dump_path(run))


def again(run):
    """Of a run that failed: how to have it again, if chance took part."""
    if not run.seed and run.mode != "relaxed":
        return []
    if {"explore", "schedule", "shrink", "perturb"} & set(run.options):
        return []
    return ["again: " + schedule_text.again(),
            "with -o shrink=on: again with just those changes by the seed "
            "that it needs"]


def views(run, _process):
    return live_cores.views_of(run.view, len(run.cores))


def still_us(run):
    """After so long without anything but ticks a run is over: by then engines have
    given up on cores that have stopped, at most 4 hops after they did."""
    hop = run.env.get("WEFT_HOP_US", "")
    return STILL_HOPS * max(int(hop) if hop.isdigit() else HOP_US, 1000000)


def on_timeout(run, process):
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        pass
    return None  # report() comes next


def command(run, board=BOARD, chip=profile):
    """For another board: its name, and what gives its profile."""
    mode = run.mode
    if mode == "relaxed" and len(run.cores) > RELAXED_CORES:
        mode = "strict"
    dram = int(run.options.get("dram_mb", OPTIONS["dram_mb"].usual))
    check_files(run, dram * MB)
    record = os.path.join(run.dir, "boot")
    with open(record, "wb") as f:
        f.write(boot_record.pack(
            run.cores, run.args, run.env,
            [(f.name, f.rank, 0, f.size) for f in run.files]))
    argv = [engine(run, board), "--profile", chip(run), "--boot", record,
            "--blocks", block_costs.table(run.image, run.dir),
            "--dump", dump_path(run), "--mode", mode, "--seed", str(run.seed),
            "--still-us", str(still_us(run)),
            "--fault-log", fault_log(run), "--schedule-file",
            schedule_path(run), "--narrative", narrative_path(run)
            ] + options(run)
    if run.view:
        for key in {"explore", "schedule", "shrink"} & set(run.options):
            raise ValueError(f"-o {key}: the run is many, which cannot be watched")
        argv += ["--view", run.view]
    for index, f in enumerate(run.files):
        argv += ["--file", f"{index}:{f.path}"]
    return argv + ["--", run.image]
