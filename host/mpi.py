# SPDX-License-Identifier: Apache-2.0
"""How board mpi is started: a core is a process of this machine, started by MPI.

Modes: mpirun starts the processes by MPI, and their windows are MPI's shared memory; fork
starts them without MPI, which is a hundred times sooner; threads makes them threads of
one process, for tools that see one only.

Options (-o k=v):
  window_kb=N         bytes of a core's window, a power of 2 from 4 to 4096 (16)
  dram_mb=N           private memory of each core (64)
  nodes=N             split each machine's cores into N nodes, which share no memory:
                      they reach each other by MPI only, on one machine over TCP (1)
  mpirun=COMMAND      in place of mpirun and the options that it needs: words, as a
                      shell has them; it is to start as many processes as there are
                      cores, on one machine or several
docs/mpi.md explains them.
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

OPTIONS = {"window_kb": "--window-kb", "dram_mb": "--dram-mb", "nodes": "--nodes"}
MPI_BYTES = 1 << 20  # of MPI's own files, a core's share at least
TOLD_WITHIN = 3  # seconds in which all processes should say what they wait for

# Processes write to its output themselves, a line at once.  Files of MPI's own lie in the
# run's folder ($0), which goes with the run also where mpirun was killed and left them.
START = """export WEFT_MPI_CONSOLE=/proc/$$/fd/1 TMPDIR="$0"
export OMPI_MCA_btl_vader_backing_directory="$0"
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
    return [shutil.which("mpirun.openmpi") or "mpirun", "--quiet", "--oversubscribe",
            "--bind-to", "none", *(["--allow-run-as-root"] if os.getuid() == 0 else []),
            *count]


def several(run):
    """The run has several nodes on this machine."""
    return int(run.options.get("nodes", "1")) > 1


def check_nodes(run):
    if several(run) and run.mode != "mpirun":
        raise ValueError("-o nodes=: they reach each other by MPI: --mode mpirun")
    if int(run.options.get("nodes", "1")) > len(run.cores):
        raise ValueError(f"-o nodes={run.options['nodes']}: of {len(run.cores)} cores")


def check_room(run):
    """Files of MPI's own lie in the run's folder: without room it says much and waits."""
    kb = int(run.options.get("window_kb", "16"))
    need = len(run.cores) * (kb * 1024 + MPI_BYTES)
    there = os.statvfs(run.dir)
    if there.f_bavail * there.f_frsize < need:
        raise ValueError(f"{run.dir}: no room for {need >> 20} MB of MPI's files; "
                         "TMPDIR names another folder")


def dump_path(run):
    return os.path.join(run.dir, "dump")


def command(run):
    argv = [program(run)]
    for key, value in run.options.items():
        if key in OPTIONS:
            if not re.fullmatch(r"[1-9][0-9]{0,6}", value):
                raise ValueError(f"-o {key}={value}: not a number")
            argv += [OPTIONS[key], value]
        elif key != "mpirun":
            raise ValueError(f"{BOARD} has no option '{key}'; it has: "
                             f"{' '.join(OPTIONS)} mpirun")
    check_nodes(run)
    record = os.path.join(run.dir, "boot")
    with open(record, "wb") as f:
        f.write(boot_record.pack(
            run.cores, run.args, run.env,
            [(f.name, f.rank, 0, f.size) for f in run.files]))
    argv += ["--boot", record, "--dump", dump_path(run)]
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
    return dump_text.waits(run.image, dump_path(run))
