#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cores that Slurm starts: its own daemons, a controller and two nodes, each with a
name and shared memory of its own, on this machine.  What docs/mpi.md says to write
behind -o mpirun= is what is run, by Slurm's PMIx.

Skipped where Slurm is not installed (slurmctld, slurmd and slurm-client on Debian), or
namespaces may not be made."""

import os
import shutil
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)),
                                ".."))
from lib import Skip, at_end, check, expect, finish, free_ports, in_time  # noqa: E402
from lib import LOADED, make, run, scratch  # noqa: E402

OUT = "build/mpi"
NODES = ("one", "two")
UP_WITHIN = 60 * LOADED  # seconds
# Test, cores, nodes, arguments.
RUNS = [("port", 2, 2, []), ("port", 5, 1, []), ("irq", 3, 2, []), ("barrier", 5, 2, []),
        ("bcast", 4, 2, []), ("abcast", 4, 2, ["handler"])]
CONF = """ClusterName=weft
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
AuthType=auth/none
CredType=cred/none
SlurmUser=root
SlurmdUser=root
SlurmctldPidFile={folder}/controller.pid
SlurmdPidFile={folder}/%n/pid
SlurmdSpoolDir={folder}/%n
TmpFS={folder}/%n
StateSaveLocation={folder}
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/linear
SchedulerType=sched/builtin
ReturnToService=2
MailProg=/bin/true
PartitionName=all Nodes=one,two Default=YES OverSubscribe=FORCE:64
"""
NODE = "NodeName={0} NodeHostname={0} NodeAddr=127.0.0.1 Port={1} CPUs=64\n"

_daemons = []


def stop():
    for process in _daemons:
        process.terminate()
    for process in _daemons:
        process.wait()


def daemon(log, *command):
    with open(log, "wb") as f:
        _daemons.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=f,
                                         stderr=subprocess.STDOUT))


def cluster():
    """Starts it.  Returns the environment of its users."""
    for tool in ("slurmctld", "slurmd", "srun", "sinfo", "unshare"):
        if not shutil.which(tool):
            raise Skip(f"no {tool} here")
    status, _, err = run(["unshare", "--mount", "--uts", "true"])
    if os.getuid() != 0 or status:
        raise Skip(f"no namespaces here: {err.strip()}")
    folder, ports = scratch(), free_ports(1 + len(NODES))
    env = {**os.environ, "SLURM_CONF": os.path.join(folder, "slurm.conf"),
           "OMPI_MCA_btl_tcp_if_include": "lo"}
    with open(env["SLURM_CONF"], "w", encoding="utf-8") as f:
        f.write(CONF.format(host=socket.gethostname(), folder=folder, ports=ports))
        f.writelines(NODE.format(*node) for node in zip(NODES, ports[1:]))
    conf = ("-f", env["SLURM_CONF"], "-D")
    at_end(stop)
    daemon(os.path.join(folder, "log"), "slurmctld", *conf)
    for name in NODES:
        os.mkdir(os.path.join(folder, name))
        daemon(os.path.join(folder, name, "log"), "unshare", "--mount", "--uts", "sh", "-c",
               f'hostname {name}; mount -t tmpfs none /dev/shm; exec slurmd "$@"',
               "sh", *conf, "-N", name)
    end = time.monotonic() + UP_WITHIN
    while run(["sinfo", "-h", "-o", "%D %t"], env=env)[1] != "2 idle\n":
        if time.monotonic() > end or any(d.poll() is not None for d in _daemons):
            raise RuntimeError(f"Slurm has not come up: {said(folder)}")
        time.sleep(0.1)
    return env


def said(folder):
    logs = []
    for path in ("log", *(f"{name}/log" for name in NODES)):
        with open(os.path.join(folder, path), encoding="utf-8", errors="replace") as f:
            logs.append(f.read()[-2000:])
    return "\n".join(logs)


def srun(cores, nodes, image, *args, options=()):
    if isinstance(users, Skip):
        raise users
    return run(["tools/weft-run", "--board", "mpi", "--mode", "mpirun", "--cores",
                str(cores), "--time-out", "60", *options, "-o",
                f"mpirun=srun -N {nodes} -n {cores} --mpi=pmix", f"{OUT}/{image}.elf", *args],
               time_out=120, env=users)


def passes(test, cores, nodes, *args):
    return expect(srun(cores, nodes, f"tests/{test}", *args, options=["--tap"]), 0,
                  "weft: end code=0")


def panic():
    """The run's own status comes through, and both nodes say what they wait for."""
    return expect(srun(4, 2, "tests/plant", "panic"), 70, "planted", "(0,0)", "(1,0)")


def hang():
    return in_time(lambda seconds: expect(
        srun(4, 2, "tests/plant", "wrong_epoch", options=["--time-out", str(seconds)]),
        124, "(0,0)", "(1,0)", "is 4, wants 5"), (10, 60))


def built():
    names = sorted({"plant", *(name for name, *_ in RUNS)})
    status, out, err = make("BOARD=mpi", f"{OUT}/weft-mpi", f"{OUT}/hello.elf",
                            *(f"{OUT}/tests/{name}.elf" for name in names))
    return out + err if status else None


wrong = built()
check("its images build", lambda: wrong)
try:
    users = cluster()
except Skip as e:
    users = e
for name, cores, nodes, args in RUNS:
    check(f"srun: {name}, {cores} cores, {nodes} nodes", passes, name, cores, nodes, *args)
check("srun: a panic", panic)
check("srun: who waits for whom", hang)
finish()
