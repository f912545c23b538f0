# SPDX-License-Identifier: Apache-2.0
"""Time-outs in wall time and, for tests, such as mean the same on a loaded machine.

With patience what counts is the time that the vehicle had: seconds in which it ran, or
waited for something of its own, but not those in which it wanted to run and the
host gave its processors to others.  Linux counts them for every thread; the
longest that one was kept waiting is what the run has lost.
"""

import glob
import os
import time

LEAST = 0.1  # seconds lost that are worth waiting for


def lost(pid):
    """Seconds; 0 where the system does not say."""
    longest = 0
    for path in glob.glob(f"/proc/{pid}/task/*/schedstat"):
        try:
            with open(path, encoding="ascii") as f:
                longest = max(longest, int(f.read().split()[1]))
        except (OSError, ValueError, IndexError):
            pass  # that thread has ended
    return longest / 1e9


def processor_time(pid):
    """Seconds of all threads, and of children that have ended; None if the system
    does not say."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
            fields = f.read().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError):
        return None


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
