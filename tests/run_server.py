# SPDX-License-Identifier: Apache-2.0
"""Runs of tools/weft-run, each in a fork of a process that has loaded it.

The tests start it some thousand times, and to load Python and its modules takes as long
as a short run.  lib.py starts this server when it first needs it; each connection to its
socket is one run:

    client: {"argv": [..], "env": {..}}, a line, with standard output and error
    server: the process's number, a line; when it has ended its status and the processor
            time of all that it was, in seconds, a line

A run that a signal has ended sends no status.  The server ends when its standard input
does.
"""

import array
import gc
import importlib.machinery
import importlib.util
import json
import os
import resource
import select
import signal
import socket
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
TOOL = "tools/weft-run"
REQUEST_MOST = 1 << 22


def load():
    """The tool as a module, and what it would load later."""
    loader = importlib.machinery.SourceFileLoader("weft_run", os.path.join(ROOT, TOOL))
    spec = importlib.util.spec_from_loader("weft_run", loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    module.load_boards()
    gc.freeze()  # a fork copies what it touches
    return module


def request(connection):
    """Its words, and the two descriptors that come with the first of them."""
    size = array.array("i", [0, 0])
    text, extra, _, _ = connection.recvmsg(
        65536, socket.CMSG_SPACE(len(size) * size.itemsize))
    fds = array.array("i")
    for _, _, data in extra:
        fds.frombytes(data)
    while not text.endswith(b"\n") and len(text) < REQUEST_MOST:
        more = connection.recv(65536)
        if not more:
            os._exit(1)  # the client has gone before it had asked
        text += more
    return json.loads(text), list(fds)


def serve(tool, connection):
    """In the fork: this process becomes the run."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    words, fds = request(connection)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, fd in zip((1, 2), fds):
        os.dup2(fd, number)
        os.close(fd)
    connection.sendall(b"%d\n" % os.getpid())
    os.environ.clear()
    os.environ.update(words["env"])
    sys.argv = words["argv"]
    try:
        tool.program.end("weft-run", tool.main)
    except SystemExit as e:
        status = e.code or 0
    spent = sum(sum(resource.getrusage(who)[:2])
                for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    connection.sendall(f"{status} {spent:.3f}\n".encode())
    os._exit(status)


def main():
    tool = load()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    listener = socket.socket(fileno=int(sys.argv[1]))
    while True:
        ready, _, _ = select.select([listener, 0], [], [])
        if 0 in ready:
            break
        connection, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            serve(tool, connection)
        connection.close()


if __name__ == "__main__":
    main()
