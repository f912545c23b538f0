# SPDX-License-Identifier: Apache-2.0
"""The client of run_server.py: tools/weft-run, as subprocess.run would start it."""

import array
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading

TOOL = "tools/weft-run"
HERE = os.path.dirname(os.path.realpath(__file__))

_lock = threading.Lock()
_server = None  # (process, address); its standard input ends with this process
_pids = set()


def _address():
    """Where the server listens: a name without a file."""
    global _server
    with _lock:
        if not _server:
            listener = socket.socket(socket.AF_UNIX)
            listener.bind("")  # the system chooses one
            listener.listen(64)
            process = subprocess.Popen(
                [sys.executable, os.path.join(HERE, "run_server.py"),
                 str(listener.fileno())], stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL, pass_fds=[listener.fileno()])
            _server = process, listener.getsockname()
            listener.close()
        return _server[1]


def _ask(connection, command, env, out, err):
    words = [os.fsdecode(w) for w in command]  # bytes need not be UTF-8
    request = json.dumps({"argv": words, "env": dict(env)}).encode() + b"\n"
    fds = array.array("i", [out.fileno(), err.fileno()])
    sent = connection.sendmsg([request], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fds)])
    connection.sendall(request[sent:])


spent = threading.local()


def time_spent():
    """Seconds of processor time that the runs had which this thread has waited for."""
    return getattr(spent, "seconds", 0.0)


class Run:
    """One that has begun: stop() knows its process."""

    def __init__(self, command, env):
        self.connection = socket.socket(socket.AF_UNIX)
        self.files = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.connection.connect(_address())
        _ask(self.connection, command, env, *self.files)
        self.lines = self.connection.makefile("r")
        self.pid = int(self.lines.readline())
        _pids.add(self.pid)

    def result(self, time_out):
        """(status, standard output, standard error), as lib.run."""
        with self.connection, self.files[0], self.files[1]:
            status, late = self._status(time_out)
            texts = []
            for file in self.files:
                file.seek(0)
                texts.append(file.read().decode("utf-8", "replace"))
            return status, texts[0], late + texts[1]

    def _status(self, time_out):
        """The run's, -1 if it has none, and what to say of that."""
        self.connection.settimeout(time_out)
        try:
            status, seconds = (self.lines.readline() or "-1 0").split()
            spent.seconds = time_spent() + float(seconds)
            return int(status), ""
        except TimeoutError:
            end(self.pid)  # it takes its vehicle along
            self.connection.settimeout(600)
            self.connection.makefile("r").readline()
            return -1, f"timed out after {time_out} s\n"
        finally:
            _pids.discard(self.pid)


def end(pid):
    try:
        os.kill(pid, signal.SIGTERM)
    except ProcessLookupError:
        pass  # just now


def stop():
    """End the runs that are under way."""
    for pid in list(_pids):
        end(pid)
