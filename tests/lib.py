# SPDX-License-Identifier: Apache-2.0
"""What the test scripts share: TAP, and running commands with a time-out.

A script adds checks, functions that return nothing when they pass and a text
that says what is wrong when they do not, and calls finish().  Twice as many checks
as there are processors run at a time, since most of them wait for a vehicle; their
results are printed in the order in which they were added.
"""

import atexit
import contextlib
import glob
import os
import random
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
FULL = os.environ.get("TEST_LEVEL", "test") != "test"
NIGHTLY = os.environ.get("TEST_LEVEL") == "test-nightly"
LOADED = 10  # so much longer may anything take while others use the machine
SCRIPT = os.path.relpath(os.path.realpath(sys.argv[0]), ROOT)
os.chdir(ROOT)
# Time-outs of runs, too, whoever starts them.
os.environ["WEFT_RUN_PATIENCE"] = str(LOADED)
os.environ["LC_ALL"] = "C.UTF-8"  # what other people's tools say is looked at

sys.path.append(os.path.join(ROOT, "tools"))
import board_words  # noqa: E402
import run_client  # noqa: E402
from own_folder import OwnFolder  # noqa: E402


def _boards():
    """Those that were asked for, or that this script is for by their makefiles."""
    if "TEST_BOARDS" in os.environ:
        return os.environ["TEST_BOARDS"].split()
    unasked = os.environ.get("TEST_UNASKED")
    return [b for b in (board_words.unasked("test") if unasked is None
                        else unasked.split())
            if any(SCRIPT in glob.glob(pattern)
                   for pattern in board_words.words(b, "SCRIPTS"))]


BOARDS = _boards()


class Skip(Exception):
    """The check cannot be made here; its text says why."""


_checks = []


def check(name, function, *args, **options):
    _checks.append((name, _timed(name, function), args, options))


def _timed(name, function):
    """The same; with TEST_TIMES=FILE it adds a line there: seconds, script, check."""
    path = os.environ.get("TEST_TIMES")
    if not path:
        return function

    def timed(*args, **options):
        begun = time.monotonic()
        try:
            return function(*args, **options)
        finally:
            with open(path, "a", encoding="utf-8") as f:
                f.write(f"{time.monotonic() - begun:.2f}\t{SCRIPT}\t{one_line(name)}\n")
    return timed


def one_line(text):
    return " ".join(text.split()).replace("#", "no.")


def note(text):
    """For people: prove shows what comes by standard error."""
    print(f"# {text}", file=sys.stderr, flush=True)


def finish(workers=None):
    """Run all checks, print TAP, and exit with 1 if any failed; with TEST_UNTIL=failure in the
    environment none after the first that failed."""
    print(f"1..{len(_checks)}" if _checks else "1..0 # SKIP nothing to test",
          flush=True)
    failed, told = 0, time.monotonic()
    with ThreadPoolExecutor(workers or 2 * (os.cpu_count() or 1)) as pool:
        jobs = [pool.submit(f, *a, **o) for _, f, a, o in _checks]
        for number, ((name, *_), job) in enumerate(zip(_checks, jobs), 1):
            wrong = skipped = None
            try:
                wrong = job.result()
            except Skip as e:
                skipped = e
            except Exception as e:  # a broken test is a failed one
                wrong = f"{type(e).__name__}: {e}"
            line = f"{'not ok' if wrong else 'ok'} {number} - {one_line(name)}"
            print(f"{line} # SKIP {skipped}" if skipped else line, flush=True)
            if wrong:
                failed += 1
                note(f"{SCRIPT}: {line}")
                for text in str(wrong).splitlines()[-80:]:
                    note(f"  {text}")
                if os.environ.get("TEST_UNTIL") == "failure":
                    pool.shutdown(wait=False, cancel_futures=True)
                    break
            if time.monotonic() > told + 30:
                told = time.monotonic()
                note(f"{SCRIPT}: {number} of {len(_checks)}")
    sys.exit(1 if failed else 0)


def run(command, time_out=60, **options):
    """Run a command; returns (status, standard output, standard error).

    The time-out is an idle machine's, and only a net: weft-run keeps its own.
    """
    time_out *= LOADED
    if command[0] == run_client.TOOL and not set(options) - {"env"}:
        with _start():
            begun = run_client.Run(command, options.get("env", os.environ))
        return begun.result(time_out)
    given = options.pop("input", None)
    with _start():
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL if given is None else subprocess.PIPE,
            **options)
        _running.add(process)
    with process:
        try:
            out, err = process.communicate(given, timeout=time_out)
            status, late = process.returncode, ""
        except subprocess.TimeoutExpired:
            process.terminate()  # weft-run and make take theirs along
            out, err = process.communicate()
            status, late = -1, f"timed out after {time_out} s\n"
        finally:
            _running.discard(process)
    return (status, out.decode("utf-8", "replace"),
            late + err.decode("utf-8", "replace"))


_running = set()
_starting = threading.RLock()  # held while there is a process that stop() does not know
_by_main, _late = [], []  # not empty: the main thread holds it; and was told to stop


@contextlib.contextmanager
def _start():
    main = threading.current_thread() is threading.main_thread()
    with _starting:
        if main:
            _by_main.append(1)
        try:
            yield
        finally:
            if main:
                _by_main.pop()
                if _late:
                    stop()


def stop(*_):
    """We are not wanted any more: take along what we started, and made."""
    if _by_main:
        _late.append(1)
        return
    _starting.acquire()
    run_client.stop()
    for process in list(_running):
        process.terminate()
    for process in list(_running):
        try:
            process.wait(5)  # it may write there still
        except subprocess.TimeoutExpired:
            pass
    for function in reversed(_ends):
        function()
    os._exit(130)


for _signal in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP,
                signal.SIGPIPE):
    signal.signal(_signal, stop)


def make(*args, time_out=600, **options):
    """Run make as from a shell: none of an outer make's settings."""
    env = {k: v for k, v in os.environ.items()
           if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "BOARD",
                        "WEFT_SEED")}
    env.update(options.pop("env", {}))
    return run(["make", *args], time_out=time_out, env=env, **options)


def settings(board):
    """{name: value}: what `make words` tells of a board."""
    status, out, err = make("-s", "words", f"BOARD={board}")
    if status:
        raise RuntimeError(err)
    return dict(word.split("=", 1) for word in shlex.split(out))


def in_time(attempt, seconds=(1, 5, 25, 100)):
    """Of runs that stand still until their time is up, attempt(seconds): None if one is as
    it should be.  On a busy machine cores need longer until each has come to its wait."""
    for s in seconds:
        wrong = attempt(s)
        if not wrong:
            return None
    return wrong


_ports = set()


def free_ports(n, kind=socket.SOCK_STREAM):
    """Numbers of ports that nobody has at the moment, nor gets who asks for any port."""
    found = []
    while len(found) < n:
        port = random.SystemRandom().randrange(10000, 32000)
        with socket.socket(type=kind) as s, contextlib.suppress(OSError):
            s.bind(("127.0.0.1", port))
            if port not in _ports:
                _ports.add(port)
                found.append(port)
    return found


def expect(result, status, *texts):
    """None if the status is as expected and the output has all texts."""
    got, out, err = result
    missing = [t for t in texts if t not in out + err]
    if got == status and not missing:
        return None
    said = f"status {got}, expected {status}"
    for t in missing:
        said += f"; no '{t}'"
    return f"{said}\n{out}\n{err}"


def scratch(suffix=""):
    """A directory that goes when the script does."""
    folder = OwnFolder("weft-test-", suffix)
    at_end(folder.remove)
    return folder.path


def at_end(function):
    """Called when the script ends, also by a signal."""
    atexit.register(function)
    _ends.append(function)


_ends = []
