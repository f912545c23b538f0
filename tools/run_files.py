# SPDX-License-Identifier: Apache-2.0
"""What weft-run's arguments name: settings, and files of the host that a run lays into its
cores' private memory."""

import os
import re
import select
import sys
import time
from types import SimpleNamespace

import program
from weft_boards import Usage


def parse_pairs(texts, what, lists=()):
    """name=value, the last one counting; of `lists`, all, a line each."""
    pairs = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise Usage(f"{what} '{text}' is not name=value")
        if name in lists and name in pairs:
            value = pairs[name] + "\n" + value
        pairs[name] = value
    return pairs


def host_file(name, path, rank, cores):
    if not 0 <= rank < len(cores):
        raise Usage(f"file '{name}' is for rank {rank}; there are "
                    f"{len(cores)} ranks")
    try:
        with open(path, "rb"):
            size = os.path.getsize(path)
    except OSError as e:
        raise Usage(f"{path}: {e.strerror}") from e
    return SimpleNamespace(name=name, rank=rank, path=path, size=size)


def parse_file(text, cores):
    """name=path[@rank]; a rank is what follows the last @, if digits."""
    name, equals, path = text.partition("=")
    if not equals or not name or not path:
        raise Usage(f"--file '{text}' is not name=path[@rank]")
    m = re.fullmatch(r"(.+)@(\d{1,9})", path, re.ASCII | re.DOTALL)
    path, rank = (m[1], int(m[2])) if m else (path, 0)
    return host_file(name, path, rank, cores)


def read_stdin(rank, run):
    """Standard input, unless it is a terminal or empty, becomes a file."""
    if sys.stdin is None or sys.stdin.isatty():
        return
    data, fd, patience = bytearray(), sys.stdin.fileno(), 3
    start = time.monotonic()
    while True:
        # No thread: a signal that comes while one begins would break Python's own tables.
        left = None if patience is None else max(
            0, start + patience - time.monotonic())
        if not select.select([fd], [], [], left)[0]:
            program.say("weft-run", "reading standard input to its end "
                        "(use < /dev/null for none)")
            patience = None
            continue
        piece = os.read(fd, 1 << 20)
        if not piece:
            break
        data += piece
    if data:
        path = os.path.join(run.dir, "stdin")
        with open(path, "wb") as f:
            f.write(data)
        run.files.append(host_file("stdin", path, rank, run.cores))
