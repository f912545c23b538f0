#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How runs end that somebody cuts short, and what they leave: Ctrl-C, a reader who
goes, a full disk, SIGKILL, time-outs; and two builds at once."""

import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, check, expect, finish, in_time, make, run, scratch  # noqa: E402

ABLE = [b for b in BOARDS if os.path.exists(f"build/{b}/kvtable.elf")]
if not ABLE:
    finish()
BOARD = "scc-sim" if "scc-sim" in ABLE else ABLE[0]
# Of which only images are built.
BUILT = next((b for b in ABLE if b.endswith("-qemu")), BOARD)
HELLO, LONG = f"build/{BOARD}/hello.elf", f"build/{BOARD}/kvtable.elf"
# So much work that it is under way whenever we interrupt it.
FOR_LONG = ["writes=200000", "reads=1000000"]
RUN = ["tools/weft-run", "--cores", "2", "--time-out", "600"]
MAKE_RUN = ["make", "run", f"BOARD={BOARD}", "CORES=2"]
FULL_DISK = 125
base = scratch()
own_tmp = os.path.join(base, "tmp")
os.mkdir(own_tmp)


def clean(result, status, *texts):
    """As expected, and no traceback."""
    wrong = expect(result, status, *texts)
    if not wrong and "Traceback" in result[1] + result[2]:
        wrong = result[2]
    return wrong


def to(target, command, status, *texts):
    """Standard output is what a shell would open there."""
    got = run(["sh", "-c", f'exec "$@" {target}', "sh", *command])
    return clean(got, status, *texts)


def reader_gone(command, status):
    """The reader has gone before the first byte comes."""
    reads, writes = os.pipe()
    os.close(reads)
    with subprocess.Popen(command, stdout=writes, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL) as p:
        os.close(writes)
        _, err = p.communicate(timeout=300)
    return clean((p.returncode, "", err.decode()), status)


def started(command, **env):
    """A run in a group of its own, of which a first line has come."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL, start_new_session=True,
        env=dict(os.environ, **env))
    while b"weft: boot" not in process.stdout.readline():
        if process.poll() is not None:
            raise RuntimeError(process.stderr.read().decode())
    return process


def interrupted(command, status, *texts):
    """Ctrl-C reaches all that a terminal's line has started."""
    with started(command) as p:
        os.killpg(p.pid, signal.SIGINT)
        out, err = p.communicate(timeout=300)
    return clean((p.returncode, out.decode(), err.decode()), status, *texts)


def at_once(command):
    """Ctrl-C while a program is still being loaded: nothing is said."""
    for _ in range(10):
        with subprocess.Popen(command, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True,
                              stdin=subprocess.DEVNULL) as p:
            maps = f"/proc/{p.pid}/maps"
            while p.poll() is None:
                with open(maps, encoding="utf-8") as f:
                    # argparse and the like come after the signals.
                    if "libffi" in f.read():
                        break
            p.send_signal(signal.SIGINT)
            out, err = p.communicate(timeout=300)
        if "Traceback" in out + err:
            return err
    return None


def folders():
    return set(glob.glob(own_tmp + "/*"))


def killed():
    """What SIGKILL leaves the next run clears, but nothing that is in use."""
    with started([*RUN, LONG, *FOR_LONG], TMPDIR=own_tmp) as dead:
        left = folders()
        dead.kill()
    if not left or folders() != left:
        return f"SIGKILL left {folders()}, not {left}"
    with started([*RUN, LONG, *FOR_LONG], TMPDIR=own_tmp) as living:
        in_use = folders()
        if in_use & left or not in_use:
            living.kill()
            return f"there are {in_use}; of the killed run {left}"
        got = run([*RUN, HELLO], env=dict(os.environ, TMPDIR=own_tmp))
        kept = folders()
        living.terminate()
    wrong = expect(got, 0, "weft: end code=0")
    if not wrong and kept != in_use:
        wrong = f"in use: {in_use}; there are {kept}"
    return wrong or (f"left: {folders()}" if folders() else None)


def timed_out():
    """Wall time, and what the vehicle had of it: on a busy machine it may be nothing."""
    return in_time(timed_out_after, (2, 20))


def timed_out_after(seconds):
    start = time.monotonic()
    env = dict(os.environ, WEFT_RUN_PATIENCE="1")
    got = run(["tools/weft-run", "--cores", "2", "--time-out", str(seconds), LONG,
               *FOR_LONG], env=env)
    if time.monotonic() - start < seconds:
        return "it ended early"
    wrong = expect(got, 124, "timed out after", "2 cores on " + BOARD)
    if wrong:
        return wrong
    said = re.search(r"timed out after ([\d.]+) s,.*; the vehicle had ([\d.]+) s "
                     r"of processor time", got[2])
    if not said:
        return got[2]
    # A run's two cores are two threads at most.
    wall, own = float(said[1]), float(said[2])
    return None if wall >= seconds and 0 < own <= 4 * wall else said[0]


ANYWHERE = """
import os, signal, sys
sys.path.insert(0, "tools")
import vehicle
def stop(*_):
    raise InterruptedError
def trace(frame, event, _):
    steps[0] += "subprocess" in frame.f_code.co_filename
    if steps[0] == at:
        steps[0] += 1
        os.kill(os.getpid(), signal.SIGTERM)
    return trace
met = 0
for at in range(1, 60):
    signal.signal(signal.SIGTERM, stop)
    process, steps = vehicle.Vehicle(["sleep", "100"]), [0]
    sys.settrace(trace)
    try:
        process.poll()
    except InterruptedError:
        met += 1
    sys.settrace(None)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.alarm(60)
    process.kill_all()
    signal.alarm(0)
print("met", met, flush=True)
"""


def told_anywhere():
    """Wherever a signal comes while the vehicle is looked at, it can be ended behind that."""
    status, out, err = run([sys.executable, "-c", ANYWHERE])
    return None if status == 0 and int(out.split()[1]) > 5 else f"status {status}: {out}{err}"


def two_at_once():
    """Neither reads what the other has half written, and each ends well."""
    out = os.path.join(base, BUILT)
    env = {k: v for k, v in os.environ.items()
           if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "BOARD")}
    both = [subprocess.Popen(
        ["make", "run", f"BOARD={BUILT}", f"OUT={out}", "APP=examples/hello",
         "CORES=2"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL, text=True, env=env) for _ in range(2)]
    said = [p.communicate(timeout=3600)[0] for p in both]
    for p, text in zip(both, said):
        if p.returncode or "weft: end code=0" not in text:
            return f"status {p.returncode}\n{text}"
    built = [text.count("  AR ") for text in said]
    shutil.rmtree(out)
    return None if sum(built) == 1 else f"libraries made: {built}"


def nothing_built():
    """A board that cannot run says so before it is built."""
    out = os.path.join(base, "none")
    for goal in "run", "gdb", "trace", "bench":
        got = make(goal, "BOARD=scc-hw", f"OUT={out}")
        wrong = expect(got, 2, "scc-hw has no vehicle")
        if wrong or os.path.exists(out):
            return wrong or f"make {goal} has built"
    return None


def many_arguments(count, most):
    """Four times as many take four times the processor time, and not sixteen."""
    def spent(n):
        before = os.times()
        # By Python, since our children alone count here (run_server.py).
        got = run([sys.executable, *RUN, HELLO, *(f"a{i}" for i in range(n))])
        after = os.times()
        return (expect(got, 0, "weft: end code=0"),
                sum(after[2:4]) - sum(before[2:4]))
    wrong, few = spent(count // 4)
    if wrong:
        return wrong
    wrong, many = spent(count)
    return wrong or (f"{count // 4} arguments: {few} s; {count}: {many} s"
                     if not few or many > most * few else None)


built = make(f"BOARD={BOARD}", "vehicle", HELLO, LONG)  # whose output would be cut off, too
check("its programs build", expect, built, 0)
for what, command in (("weft-run", [*RUN, HELLO]),
                      ("make run", [*MAKE_RUN, "APP=examples/hello"])):
    status = 2 if "make" in what else None
    check(f"{what}: a full disk", to, ">/dev/full", command,
          status or FULL_DISK, "No space left on device")
    check(f"{what}: standard output closed", to, ">&-", command, 2,
          "standard output" if status is None else "")
    check(f"{what}: the reader has gone", reader_gone, command,
          status or 128 + signal.SIGPIPE)
for command, status in ((["tools/weft-run", "--boards"], FULL_DISK),
                        (["tools/port-lines"], 1)):
    check(f"{' '.join(command)}: a full disk", to, ">/dev/full", command,
          status, "standard output: No space left on device")
    check(f"{' '.join(command)}: the reader has gone", reader_gone, command,
          128 + signal.SIGPIPE)
check("weft-run: Ctrl-C", interrupted, [*RUN, LONG, *FOR_LONG], 130,
      "stopped by SIGINT")
check("make run: Ctrl-C", interrupted,
      [*MAKE_RUN, "APP=examples/kvtable", "ARGS=" + " ".join(FOR_LONG)],
      -signal.SIGINT, "stopped by SIGINT")
check("weft-run: Ctrl-C at once", at_once, [*RUN, LONG, *FOR_LONG])
check("killed outright, the next run clears up", killed)
check("a time-out is wall time", timed_out)
check("20000 arguments", many_arguments, 20000, 7)
check("a signal leaves a vehicle that can be ended", told_anywhere)
check("two builds at once", two_at_once)
check("a board that cannot run is not built", nothing_built)
# One after another: some count what is there.
finish(workers=1)
