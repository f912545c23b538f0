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


def _status(connection, time_out):
    """The run's, -1 if it has none, and what to say of that."""
    lines = connection.makefile("r")
    pid = int(lines.readline())
    _pids.add(pid)
    connection.settimeout(time_out)
    try:
        return int(lines.readline() or -1), ""
    except TimeoutError:
        os.kill(pid, signal.SIGTERM)  # it takes its vehicle along
        connection.settimeout(60)
        lines = connection.makefile("r")
        lines.readline()
        return -1, f"timed out after {time_out} s\n"
    finally:
        _pids.discard(pid)


def run(command, time_out, env):
    """(status, standard output, standard error), as lib.run."""
    with socket.socket(socket.AF_UNIX) as connection, \
            tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        connection.connect(_address())
        _ask(connection, command, env, out, err)
        status, late = _status(connection, time_out)
        texts = []
        for file in out, err:
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
        return status, texts[0], late + texts[1]


def stop():
    """End the runs that are under way."""
    for pid in list(_pids):
        try:
            os.kill(pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
