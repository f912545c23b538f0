# SPDX-License-Identifier: Apache-2.0
"""Time-outs that mean the same on a loaded machine as on an idle one.

What counts is the time that the vehicle had: seconds in which it ran, or
waited for something of its own, but not those in which it wanted to run and the
host gave its processors to others.  Linux counts them for every thread; the
longest that one was kept waiting is what the run has lost.
"""

import glob
import time

MOST = 10  # in all, times what was asked for
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


class Deadline:
    def __init__(self, seconds, pid):
        self.start, self.pid = time.monotonic(), pid
        self.seconds, self.more = seconds, 0.0

    def left(self):
        """Seconds from now; None for ever."""
        if self.seconds <= 0:
            return None
        left = self.start + self.seconds + self.more - time.monotonic()
        if left <= 0:
            more = min(lost(self.pid), self.seconds * (MOST - 1))
            if more > self.more + LEAST:
                left += more - self.more
                self.more = more
        return left

    def passed(self):
        left = self.left()
        return left is not None and left <= 0
