# SPDX-License-Identifier: Apache-2.0
"""A vehicle's process: started in a session of its own, and ended with all that it started."""

import contextlib
import ctypes
import os
import signal
import subprocess
import time

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
STEP = 0.005  # seconds between two looks


@contextlib.contextmanager
def uncut():
    """What a signal raises is raised behind this."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def die_with_parent():
    """In the child: should we be killed outright, take the vehicle along."""
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Vehicle(subprocess.Popen):
    """Popen.poll takes a lock, which it would keep for ever if a signal left it behind that."""

    def __init__(self, command, fds=()):
        super().__init__(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, pass_fds=fds,
            start_new_session=True, preexec_fn=die_with_parent)

    def poll(self):
        with uncut():
            return super().poll()

    def wait(self, timeout=None):
        end = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired(self.args, timeout)
            time.sleep(STEP)
        return self.returncode

    def kill_all(self):
        """It and whatever it started; its session is its own."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self.wait()
