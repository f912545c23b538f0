# SPDX-License-Identifier: Apache-2.0
"""How board scc-sim is started: the SCC on the simulator, in virtual time.

Above 48 cores the chip is a declared fiction, scc-large: the same tiles, costs
and clocks on a larger mesh, written into the run's directory as a profile.

Options (-o k=v):
  software=charged|free, contention=on|off, links=on|off, distance=real|one,
  cache=on|off, irq=direct|gic|gic-unread
  table=A|B           A: as the published formulas have it (software free,
                      contention and links off, distance one); B: as the chip
  set=KEY:VALUE,..    instead of what the profile says
  profile=FILE
  count=FILE          instructions between bench_begin and bench_end
  costs=FILE          reads, writes, bytes, interrupts and time of the run, by parts
  detect=LIST         races,quiet,source,heap,unwritten,handler,masked or all; warn:
                      what they find does not fail the run
  atom=4|8|32         bytes that land at once in mode relaxed (a line)
  explore=all|..      all schedules: docs/schedules.md
  schedule=TEXT       just this one
  shrink=on           if it fails, find the changes by the seed that it needs
  perturb=LIST        only these
  jitter=NS, late=RANK:US[,RANK:US..], limit_us=N, dram_mb=N
  fault=RULE|@FILE    a fault by rule; may be given many times
  faults=SEED[:RATE[:KINDS]], fault_log=FILE
  trace=FILE          the timeline, for Perfetto (make trace)
docs/simulator.md explains them, docs/faults.md those of faults, docs/debugging.md the
timeline.
"""

import os
import re
import signal
import subprocess
import sys

import boot_record

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
DRAM_MB = 64
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
OPTIONS = list(SWITCHES) + ["set", "profile", "mesh", "count", "jitter", "late",
                            "limit_us", "dram_mb", "atom", "fault", "faults",
                            "fault_log", "detect", "explore", "schedule",
                            "perturb", "shrink", "trace", "cover", "costs"]
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
    if not all(re.fullmatch(r"[1-9][0-9]?", n, re.ASCII) for n in (x, y)):
        raise ValueError(f"-o mesh={run.options['mesh']}: not COLUMNSxROWS")
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
    mesh = (own_mesh(run, cores) if "mesh" in run.options
            else (*large_mesh(cores), 2))
    with open(path, encoding="utf-8") as f:
        text = large_profile(f.read(), *mesh)
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


def number(run, key):
    value = run.options[key]
    if not re.fullmatch(r"[0-9]{1,12}", value):
        raise ValueError(f"-o {key}={value}: not a number")
    return value


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
        if value not in SWITCHES[key]:
            raise ValueError(f"-o {key}={value}: not one of: "
                             f"{' '.join(SWITCHES[key])}")
        pairs.update(p.split("=") for p in SWITCHES[key][value])
    for pair in filter(None, run.options.get("set", "").split(",")):
        if not re.fullmatch(r"\w+:[\w.]+", pair, re.ASCII):
            raise ValueError(f"-o set={pair}: not KEY:VALUE")
        pairs.update([pair.split(":")])
    return [f"{k}={v}" for k, v in pairs.items()]


# Options of ours that are the engine's: its numbers, and what else it reads itself.
NUMBERS = {"jitter": "--jitter-ns", "limit_us": "--limit-us",
           "dram_mb": "--dram-mb"}
PASSED_ON = {"explore": "--explore", "schedule": "--schedule",
             "perturb": "--perturb", "trace": "--timeline",
             "faults": "--faults", "count": "--count",
             "cover": "--cover", "costs": "--costs"}


def options(run):
    args = []
    for key, value in run.options.items():
        if key not in OPTIONS:
            raise ValueError(f"{BOARD} has no option '{key}'; it has: "
                             f"{' '.join(OPTIONS)}")
        if key in NUMBERS:
            args += [NUMBERS[key], number(run, key)]
        elif key in PASSED_ON:
            args += [PASSED_ON[key], value]
        elif key == "atom":
            if value not in ("4", "8", "32"):
                raise ValueError("-o atom=N: 4, 8 or 32")
            args += ["--atom", value]
        elif key == "detect":
            args += ["--detect", detect_text.parse(value),
                     "--detect-file", found_path(run)]
        elif key == "shrink":
            if value != "on":
                raise ValueError("-o shrink=on is all there is")
            args += ["--shrink", perturb_path(run)]
        elif key == "fault":
            for rule in value.split("\n"):
                args += ["--fault", rule]
        elif key == "late":
            for late in value.split(","):
                if not re.fullmatch(r"[0-9]{1,9}:[0-9]{1,9}", late):
                    raise ValueError(f"-o late={late}: not RANK:US")
                args += ["--late", late]
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
    dram = int(number(run, "dram_mb")) if "dram_mb" in run.options else DRAM_MB
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
    for index, f in enumerate(run.files):
        argv += ["--file", f"{index}:{f.path}"]
    return argv + ["--", run.image]
