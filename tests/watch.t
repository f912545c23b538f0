#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""weft-run --watch in a terminal: what stands there after its control sequences, while
a run goes on that a planted core holds up; without a terminal; and what it costs."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, LOADED, check, expect, finish, in_time, make, run  # noqa: E402

RUN = ["tools/weft-run", "--cores", "4", "--time-out", "200", "--watch", "--watch-every", "0.2"]
COLUMNS = 90


class Screen:
    """The lines of a terminal that knows what the table uses, and nothing else."""

    def __init__(self):
        self.lines, self.at, self.rest = [""], 0, ""

    def feed(self, data):
        text = self.rest + data.decode("utf-8", "replace")
        whole = re.match(r"(?:[^\x1b]|\x1b\[\d*[A-Za-z])*", text)[0]
        self.rest = text[len(whole):]
        for part in re.findall(r"\x1b\[\d*[A-Za-z]|[^\x1b\n\r]+|\n|\r", whole):
            self.one(part)

    def one(self, part):
        if part == "\n":
            self.at += 1
            if self.at == len(self.lines):
                self.lines.append("")
        elif part == "\r":
            pass  # all that is printed begins a line
        elif part == "\x1b[J":
            del self.lines[self.at + 1:]
            self.lines[self.at] = ""
        elif part[0] == "\x1b":
            if part[-1] != "A" or int(part[2:-1]) > self.at:
                raise ValueError(f"a strange sequence: {part[1:]}")
            self.at -= int(part[2:-1])
        else:
            self.lines[self.at] += part


def on_terminal(command, rows, wanted):
    """Until wanted(screen) says something or a while has passed; then Ctrl-C.  The
    screen at that moment, the one at the end, and the status."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.execv(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, COLUMNS, 0, 0))
    screen, then, end = Screen(), None, time.monotonic() + 20 * LOADED
    while time.monotonic() < end + 20:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                data = os.read(terminal, 65536)
            except OSError:
                break
            if not data:
                break
            screen.feed(data)
        if then is None and (wanted(screen) or time.monotonic() > end):
            then = list(screen.lines)
            os.kill(pid, signal.SIGINT)
    os.close(terminal)
    return then, screen.lines, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


HEAD = r"{}, 4 cores, \d+ s.*; 3 wait, 1 do not"
WAITS = r" +{}  waits for a (round|step) of .* from rank {}, for \d+ s"
LINES = [r" +1  computes", WAITS.format(3, r"\d")]


def held_up(board):
    """Rank 1 computes for ever; the others wait for it, and each has a line."""
    def there(screen):
        at = [i for i, line in enumerate(screen.lines)
              if re.match(HEAD.format(board), line)]
        return at and len(screen.lines) >= at[-1] + 5 and all(
            any(re.match(want, line) for line in screen.lines[at[-1]:]) for want in LINES)

    made = make("app", f"BOARD={board}", "APP=tests/plant")
    if made[0]:
        return made[1] + made[2]
    image = f"build/{board}/tests/plant.elf"
    # On QEMU a core that spins may have its turn before another one has started.
    more = ["--mode", "mttcg"] if board.endswith("-qemu") else []
    then, end, status = on_terminal([*RUN, *more, image, "busy"], 40, there)
    said = "\n".join(then or ["nothing"])
    if not then or not any(re.match(HEAD.format(board), line) for line in then):
        return f"no table:\n{said}"
    if len([line for line in then if re.match(HEAD.format(board), line)]) != 1:
        return f"an old table is left:\n{said}"
    if max(map(len, then)) >= COLUMNS and "weft: boot" not in max(then, key=len):
        return f"too wide:\n{said}"
    missing = [want for want in LINES if not any(re.match(want, li) for li in then)]
    if missing or not any(re.match(WAITS.format(r"\d", 1), li) for li in then):
        return f"no {missing}:\n{said}"
    left = [line for line in end if re.match(HEAD.format(board), line)]
    if status != 130 or left or not any("is waited for" in li for li in end):
        return f"status {status}, left {left}:\n" + "\n".join(end)
    return None


def bytes_moved(board):
    """What goes through windows is counted."""
    image = f"build/{board}/tests/bcast.elf"
    made = make(f"BOARD={board}", image)
    if made[0]:
        return made[1] + made[2]
    said = run(["tools/weft-run", "--cores", "3", "--watch-every", "0.05", image])[2]
    found = [int(n) for n in re.findall(r"^weft-run: \S+, 3 cores, .*; (\d+) [KM]?B moved", said,
                                        re.M)]
    return None if found and max(found) > 0 else said


def small():
    """Of 48 cores in a terminal of 10 lines those that do the same share one."""
    def there(screen):
        return any(re.match(r".*48 cores.*47 wait, 1 do not", li) for li in screen.lines)

    command = [*RUN, "build/scc-sim/tests/plant.elf", "busy"]
    command[2] = "48"
    then, _, _ = on_terminal(command, 10, there)
    table = then[[i for i, li in enumerate(then) if "48 cores, " in li][0]:] if then else []
    if not 2 < len(table) <= 9:
        return f"{len(table)} lines:\n" + "\n".join(table)
    ranks = [int(n) for line in table[1:] for n in re.findall(
        r"\d+", (re.match(r" *([\d, -]+)  ", line) or [0, ""])[1])]
    return None if set(ranks) >= {0, 1, 47} else f"{ranks}:\n" + "\n".join(table)


def plain():
    """Without a terminal: lines, behind one another."""
    def attempt(seconds):
        status, out, err = run([*RUN[:3], "--time-out", str(seconds), *RUN[5:],
                                "build/scc-sim/tests/plant.elf", "busy"])
        lines = [li for li in err.splitlines() if re.match(
            r"weft-run: scc-sim, 4 cores, \d+ s, [\d,]+ us of the chip's time; 3 wait", li)]
        if status != 124 or "\x1b" in err or len(lines) < 2:
            return f"status {status}, {len(lines)} lines:\n{out}{err}"
        return None
    return in_time(attempt, (3, 30))


def progress():
    """What a program says of how far it is becomes the time of its end."""
    sys.path.insert(0, "tools")
    import watch
    one = watch.Watch(None, None, None)
    one.process, one.began = None, -30
    watch.time = type("Time", (), {"monotonic": lambda: 0})
    one.board = type("Board", (), {"BOARD": "b"})
    one.run = type("Run", (), {"cores": [0]})
    one.hears(b"[00] 1024 of 4096 bytes, 25 %\n")
    said = one.summary([{"phase": "main"}])
    return None if "25% done, ends in about 90 s" in said else said


def wraps():
    """An image of 32 bits counts to 4 GB, and goes on from 0."""
    import live_cores
    counts = iter((5, 0xfffffff0, 16))
    one = live_cores.Core({}, type("Elf", (), {"symbols": {}, "wide": False}), None)
    one.symbol = lambda name, form: (next(counts),)
    said = [one.copied() for _ in range(3)]
    return None if said == [5, 0xfffffff0, (1 << 32) + 16] else str(said)


def same():
    """It takes no virtual time, and an icount of no instruction more."""
    def once(*more):
        return run(["tools/weft-run", "--cores", "8", "--seed", "7", *more,
                    "build/scc-sim/tests/bcast.elf", "-v"])[1]

    without, watched = once(), once("--watch", "--watch-every", "0.05")
    return None if without == watched and "ok 1" in watched else f"{without}\n{watched}"


def cheap():
    """What a look takes of a processor, of 48 cores: far less than 1 % at one a second."""
    got = subprocess.run([sys.executable, "-c", """
import sys, time; sys.path.insert(0, "tools"); import live_cores, resource, runpy
spent, row = [], live_cores.Core.row
def timed(self):
    began = time.thread_time(); found = row(self); spent.append(time.thread_time() - began)
    return found
live_cores.Core.row = timed
sys.argv = "weft-run --cores 48 --time-out 4 --watch-every 0.2".split() + [
    "build/scc-sim/tests/plant.elf", "busy"]
try:
    runpy.run_path("tools/weft-run", run_name="__main__")
except SystemExit:
    pass
print("took", 48000 * sum(spent) / len(spent), len(spent))
"""], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    found = re.search(r"took ([\d.]+) (\d+)", got.stdout)
    if not found:
        return got.stdout + got.stderr
    print(f"# a look at 48 cores takes {float(found[1]):.1f} ms", file=sys.stderr)
    return None if float(found[1]) < 10 and int(found[2]) >= 96 else found[0]


def refused():
    image = "build/scc-sim/tests/plant.elf"
    return expect(run(["tools/weft-run", "--watch-every", "0", image]), 2,
                  "--watch-every takes 0.05 s or more") or expect(
        run(["tools/weft-run", "--watch", "-o", "explore=all", image]), 2,
        "-o explore: the run is many, which cannot be watched")


for name in BOARDS:
    check(f"{name}: a core holds up the others", held_up, name)
    check(f"{name}: bytes", bytes_moved, name)
if "scc-sim" in BOARDS:
    check("48 cores in 10 lines", small)
    check("no terminal", plain)
    check("how far it is", progress)
    check("counts that wrap", wraps)
    check("the same time", same)
    check("what a look takes", cheap)
    check("what cannot be", refused)
finish(workers=1)
