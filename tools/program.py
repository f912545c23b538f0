# SPDX-License-Identifier: Apache-2.0
"""How our programs end: with a status and at most a line, never a traceback, when
someone presses Ctrl-C, the reader of their output goes, or a disk is full.
"""

import os
import signal
import sys

INTERRUPTED = 128 + signal.SIGINT
READER_GONE = 128 + signal.SIGPIPE


def say(name, text):
    """A line on standard error, if that is there."""
    try:
        if sys.stderr:
            print(f"{name}: {text}", file=sys.stderr, flush=True)
    except OSError:
        pass


def what(error):
    """An OSError in words; those of writing to a stream have no name."""
    return f"{error.filename or 'standard output'}: {error.strerror}"


def _streams(name):
    """What is opened later must not become a closed stream."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        say(name, "standard output is closed")
        sys.exit(2)


def end(name, main):
    """Run main and end the process with what it returns."""
    _streams(name)
    status = 1
    try:
        # From here on there is something to tidy up.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            status = main() or 0
        except SystemExit as e:
            status = e.code or 0
            if isinstance(status, str):
                print(status, file=sys.stderr)
                status = 1
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        status = READER_GONE
    except OSError as e:
        say(name, what(e))
        status = status or 1
    # What could not be written is written again when Python ends.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream:
                stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())
    sys.exit(status)
