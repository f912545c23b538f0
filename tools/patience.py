# SPDX-License-Identifier: Apache-2.0
"""Time-outs in wall time and, for tests, such as mean the same on a loaded machine.

With patience what counts is the time that the vehicle had: seconds in which it ran, or
waited for something of its own, but not those in which it wanted to run and the
host gave its processors to others.  Linux counts them for every thread; the
longest that one was kept waiting is what the run has lost.  What the vehicle has
started is part of it.
"""

import glob
import os
import time

LEAST = 0.1  # seconds lost that are worth waiting for


def words(path):
    """Of a file of the system's about a process, which may have ended."""
    try:
        with open(path, encoding="utf-8") as f:
            return f.read().rpartition(")")[2].split()
    except OSError:
        return []


def family(pid):
    """The process, and those that it has started, and they."""
    yield pid
    for path in glob.glob(f"/proc/{pid}/task/*/children"):
        for child in words(path):
            yield from family(child)


def lost(pid):
    """Seconds; 0 where the system does not say."""
    threads = [words(path) for p in family(pid)
               for path in glob.glob(f"/proc/{p}/task/*/schedstat")]
    return max((int(t[1]) for t in threads if len(t) > 1), default=0) / 1e9


def processor_time(pid):
    """Seconds of all threads, and of children, those that have ended, too; None if the
    system does not say."""
    found = [stat for p in family(pid) if (stat := words(f"/proc/{p}/stat"))]
    ticks = sum(int(n) for stat in found for n in stat[11:15])
    return ticks / os.sysconf("SC_CLK_TCK") if found else None


class Deadline:
    """In `seconds` of wall time; up to `most` times that while others have the
    processors.  0 seconds are for ever."""

    def __init__(self, seconds, pid, most=1):
        self.start, self.pid, self.most = time.monotonic(), pid, most
        self.seconds, self.more = seconds, 0.0

    def left(self):
        """Seconds from now; None for ever."""
        if self.seconds <= 0:
            return None
        left = self.start + self.seconds + self.more - time.monotonic()
        if left <= 0 and self.most > 1:
            more = min(lost(self.pid), self.seconds * (self.most - 1))
            if more > self.more + LEAST:
                left += more - self.more
                self.more = more
        return left

    def passed(self):
        left = self.left()
        return left is not None and left <= 0

    def spent(self):
        """How long it was, and what the vehicle had of it, in words."""
        wall, own = time.monotonic() - self.start, processor_time(self.pid)
        had = "" if own is None else (
            f"; the vehicle had {own:.3g} s of processor time")
        return f"{wall:.3g} s", had
