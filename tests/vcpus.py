# SPDX-License-Identifier: Apache-2.0
"""Takes the processor away from single cores of a running QEMU, and gives it back.

In mode mttcg a core is a thread of QEMU's.  ptrace(2) stops one thread and leaves the
others alone, as a host does that has no processor for it.
"""

import ctypes
import os
import subprocess
import time

from lib import ROOT, Skip, scratch

SEIZE, INTERRUPT, DETACH = 0x4206, 0x4207, 17  # linux/ptrace.h
WALL = 0x40000000
LOOK = 0.01  # s between two looks at a run

_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p,
                         ctypes.c_void_p]
_libc.ptrace.restype = ctypes.c_long


def ptrace(request, thread):
    if _libc.ptrace(request, thread, None, None) < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


def below(process):
    """The process, and all that it has started."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="latin-1") as f:
                parents[int(name)] = int(f.read().rpartition(")")[2].split()[1])
        except OSError:
            pass  # it has ended
    found = [process]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def threads_of(process, ranks):
    """The threads that are these cores, in the QEMU below the process."""
    names = {f"CPU {rank}/TCG\n" for rank in ranks}
    threads = []
    for one in below(process):
        try:
            for thread in os.listdir(f"/proc/{one}/task"):
                with open(f"/proc/{one}/task/{thread}/comm") as f:
                    if f.read() in names:
                        threads.append(int(thread))
        except OSError:
            pass  # it has ended
    return threads


class Run:
    """A run of weft-run on a board of QEMU's in mode mttcg; its output is in a file."""

    def __init__(self, board, cores, app, *args, env=(), time_out=60):
        self.path = os.path.join(scratch(), "out")
        with open(self.path, "wb") as out:
            self.process = subprocess.Popen(
                ["tools/weft-run", "--board", board, "--mode", "mttcg",
                 "--cores", str(cores), "--time-out", str(time_out),
                 "--vehicle-arg=-name", "--vehicle-arg=debug-threads=on",
                 *(word for pair in env for word in ("--env", pair)),
                 f"build/{board}/tests/{app}.elf", *args],
                stdin=subprocess.DEVNULL, stdout=out, cwd=ROOT,
                stderr=subprocess.STDOUT)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()  # weft-run takes QEMU along
        self.process.wait()

    def out(self):
        with open(self.path, encoding="utf-8", errors="replace") as f:
            return f.read()

    def ended(self):
        return self.process.poll() is not None

    def until(self, said, seconds=None):
        """Has it said this, before it ended and the time was over?"""
        end = None if seconds is None else time.monotonic() + seconds
        while said not in self.out():
            if self.ended() or end and time.monotonic() > end:
                return said in self.out()
            time.sleep(LOOK)
        return True

    def suspend(self, ranks, said, seconds):
        """Stop these cores until the run says that, or for so long."""
        stopped = []
        try:
            for thread in threads_of(self.process.pid, ranks):
                ptrace(SEIZE, thread)
                stopped.append(thread)
                ptrace(INTERRUPT, thread)
                os.waitpid(thread, WALL)
            return self.until(said, seconds)
        except (ProcessLookupError, ChildProcessError):
            return self.until(said)  # QEMU has ended
        except PermissionError as e:
            raise Skip(f"threads cannot be stopped here: {e}") from e
        finally:
            for thread in stopped:
                try:
                    ptrace(DETACH, thread)
                except ProcessLookupError:
                    pass

    def result(self):
        status = self.process.wait()
        return status, self.out()
