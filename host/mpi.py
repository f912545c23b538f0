# SPDX-License-Identifier: Apache-2.0
"""How board mpi is started: a core is a process of this machine, started by MPI.

Modes: mpirun starts the processes by MPI, and their windows are MPI's shared memory; fork
starts them without MPI, which is a hundred times sooner; threads makes them threads of
one process, for tools that see one only.

docs/mpi.md explains the options.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

import boot_record
from board_options import Option, handed_on
import event_rings
import live_cores

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(
    os.path.realpath(__file__))), "sim"))
import dump_text  # noqa: E402

BOARD = "mpi"
DEFAULT_CORES = 8
NODES = True  # a run may have several: -o nodes=
MAX_CORES = 1024  # arch/mpi/mpi_ops.h
PASS_STATUS = 0  # a process gives it only if the image has passed, mpirun if all do
FAIL_STATUS = 87
MODES = ("mpirun", "fork", "threads")
# mpirun takes 0.2 s of a processor for each process.
TEST_CORES = {"fork": (1, 2, 3, 17, 48)}

OPTIONS = {
    "window_kb": Option("N", "KB of a core's window, a power of 2 from 4 to 4096; "
                        "with several nodes 256", "16",
                        to="--window-kb", least=1, most=9999999),
    "dram_mb": Option("N", "private memory of each core", "64", to="--dram-mb", least=1,
                      most=9999999),
    "nodes": Option("N", "split each machine's cores into nodes, which share no memory: they "
                    "reach each other by MPI only, on one machine over TCP; in mode fork by "
                    "UDP, without MPI", "1",
                    to="--nodes", least=1, most=9999999),
    "machines": Option("HOST:PORT,..", "mode fork on several machines, a node on each, without "
                       "MPI: weft-run is started on all of them with the same cores and image",
                       to="--machines", like=r"[\w.-]+:[0-9]+(,[\w.-]+:[0-9]+)+"),
    "machine": Option("N", "which of the machines this one is; the console is that of 0", "0",
                      to="--machine", most=1023),
    "udp_loss": Option("N", "in mode fork, of a million datagrams between nodes so many are "
                       "lost: for tests", "0", to="--udp-loss", most=1000000),
    "udp_late": Option("US", "in mode fork, a node's receiver of datagrams stands still for so "
                       "long, again and again: for tests", "0", to="--udp-late", most=999999),
    "mpirun": Option("COMMAND", "in place of mpirun and the options that it needs: it is to "
                     "start as many processes as there are cores, on one machine or several"),
}
MPI_BYTES = 1 << 20  # of MPI's own files, a core's share at least
TOLD_WITHIN = 3  # seconds in which all processes should say what they wait for

# Processes write to its output themselves, a line at once.  Files of MPI's own lie in the
# run's folder ($0), which goes with the run also where mpirun was killed and left them.
# Open MPI 4 is told to say nothing of how processes end; 5 has no such switch.
START = """export WEFT_MPI_CONSOLE=/proc/$$/fd/1 TMPDIR="$0"
export OMPI_MCA_btl_vader_backing_directory="$0" OMPI_MCA_orte_execute_quiet=1
exec "$@"
"""

# Nodes of one machine reach each other over its loop-back alone.  MPICH has no such
# switch that leaves it the memory that processes of a node share.
APART = """export OMPI_MCA_btl=self,tcp OMPI_MCA_pml=ob1
export OMPI_MCA_btl_tcp_if_include=lo
"""


def program(run):
    """The process that a core is: built with the image, or installed."""
    beside = os.path.dirname(os.path.abspath(run.image))
    for path in (os.path.join(beside, "weft-mpi"),
                 os.path.join(os.path.dirname(beside), "weft-mpi"),
                 os.path.join(run.root, "build", BOARD, "weft-mpi"),
                 os.path.join(run.root, "host", "weft-mpi")):
        if os.access(path, os.X_OK):
            return path
    raise ValueError(f"the process is not built: make BOARD={BOARD}")


def launcher(run, path):
    """The words before the program: those of the MPI that it is linked with."""
    if "mpirun" in run.options:
        return shlex.split(run.options["mpirun"])
    with open(path, "rb") as f:
        mpich = b"libmpich" in f.read()
    count = ["-n", str(len(run.cores))]
    if mpich:
        return [shutil.which("mpirun.mpich") or "mpirun", *count]
    return [shutil.which("mpirun.openmpi") or "mpirun", "--oversubscribe", "--bind-to",
            "none", *(["--allow-run-as-root"] if os.getuid() == 0 else []),
            *count]


def several(run):
    """The run has several nodes on this machine."""
    return int(run.options.get("nodes", "1")) > 1


def window_kb(run):
    """What is on its way between nodes lies in windows, so there they are larger."""
    many = several(run) or "machines" in run.options
    return run.options.get("window_kb", "256" if many else "16")


def check_nodes(run):
    if "machines" in run.options:
        if run.mode != "fork":
            raise ValueError("-o machines=: --mode fork")
        if run.options.get("machine", "0") != "0":  # the end line is on another console
            run.codes = {PASS_STATUS: 0, FAIL_STATUS: 1}
    if several(run) and run.mode == "threads":
        raise ValueError("-o nodes=: threads are one node: --mode mpirun or fork")
    if int(run.options.get("nodes", "1")) > len(run.cores):
        raise ValueError(f"-o nodes={run.options['nodes']}: of {len(run.cores)} cores")


def check_room(run):
    """Files of MPI's own lie in the run's folder: without room it says much and waits."""
    kb = int(window_kb(run))
    need = len(run.cores) * (kb * 1024 + MPI_BYTES)
    there = os.statvfs(run.dir)
    if there.f_bavail * there.f_frsize < need:
        raise ValueError(f"{run.dir}: no room for {need >> 20} MB of MPI's files; "
                         "TMPDIR names another folder")


def dump_path(run):
    return os.path.join(run.dir, "dump")


def command(run):
    argv = [program(run), *handed_on(OPTIONS, {**run.options, "window_kb": window_kb(run)})]
    check_nodes(run)
    record = os.path.join(run.dir, "boot")
    with open(record, "wb") as f:
        f.write(boot_record.pack(
            run.cores, run.args, run.env,
            [(f.name, f.rank, 0, f.size) for f in run.files]))
    argv += ["--boot", record, "--dump", dump_path(run)]
    if run.trace:
        argv += ["--rings", rings_path(run)]
    if run.view:
        argv += ["--view", run.view]
    for index, file in enumerate(run.files):
        argv += ["--file", f"{index}:{os.path.abspath(file.path)}"]
    if run.mode == "mpirun":
        check_room(run)
    else:
        return argv + [f"--{run.mode}", os.path.abspath(run.image)]
    script = (APART if several(run) else "") + START
    return ["sh", "-c", script, run.dir, *launcher(run, argv[0]), *argv,
            os.path.abspath(run.image)]


def processes(run):
    """Those that run this image with this record: the cores, whoever started them."""
    ours = [b"--boot", os.path.join(run.dir, "boot").encode()]
    found = []
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as f:
                words = f.read().split(b"\0")
        except OSError:
            continue
        if entry.isdigit() and words[0].endswith(b"weft-mpi") and any(
                words[i:i + 2] == ours for i in range(len(words))):
            found.append(int(entry))
    return found


def lines(run):
    try:
        with open(dump_path(run), encoding="utf-8") as f:
            return f.read().splitlines()
    except OSError:
        return []


CYCLES_A_US = 1000  # the host's nanoseconds


def rings_path(run):
    return os.path.join(run.dir, "rings")


def rings(run):
    """Of this machine's cores; of others there is none here."""
    found = {}
    for rank in range(len(run.cores)):
        try:
            with open(f"{rings_path(run)}.{rank}", "rb") as f:
                data = f.read()
        except OSError:
            data = b""
        found[rank] = event_rings.ring_of(data[8:], True, int.from_bytes(
            data[:8], "little")) if len(data) > 16 else event_rings.Ring([])
    return found


def place(_run, core):
    return core, 0


def views(run, _process):
    """Of cores on other machines there are none."""
    return live_cores.views_of(run.view, 1 if "mpirun" in run.options else len(run.cores))


def on_timeout(run, process):
    """Have each core tell what it waits for; then have mpirun end them, and tidy up."""
    threads = run.mode == "threads"
    asked = [p for p in processes(run) if threads or p != process.pid]
    answers = len(run.cores) if threads else len(asked)
    for pid in asked:
        try:
            os.kill(pid, signal.SIGUSR2)
        except OSError:
            pass
    end = time.monotonic() + TOLD_WITHIN
    while len(lines(run)) < answers and time.monotonic() < end:
        time.sleep(0.01)
    process.terminate()
    try:
        process.wait(TOLD_WITHIN)
    except subprocess.TimeoutExpired:
        pass


def report(run):
    """Who waits for whom, of the lines that were written."""
    rows = {}
    for line in lines(run):
        try:
            row = json.loads(line)
        except ValueError:
            continue  # of a record that was half written
        rows[row["rank"]] = line
    if not rows:
        return []
    with open(dump_path(run), "w", encoding="utf-8") as f:
        f.writelines(rows[rank] + "\n" for rank in sorted(rows))
    run.rows = dump_text.rows(run.image, dump_path(run))
    return dump_text.waits(run.image, dump_path(run))
