# SPDX-License-Identifier: Apache-2.0
"""What the test scripts share: TAP, and running commands with a time-out.

A script adds checks, functions that return nothing when they pass and a text
that says what is wrong when they do not, and calls finish().  Checks run two
at a time, since most of them wait for a vehicle; their results are printed in
the order in which they were added.
"""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
FULL = os.environ.get("TEST_LEVEL", "test") != "test"
BOARDS = os.environ.get("TEST_BOARDS", "scc-qemu scc-sim").split()
os.chdir(ROOT)
sys.dont_write_bytecode = True


class Skip(Exception):
    """The check cannot be made here; its text says why."""


_checks = []


def check(name, function, *args, **options):
    _checks.append((name, function, args, options))


def one_line(text):
    return " ".join(text.split()).replace("#", "no.")


def finish(workers=None):
    """Run all checks, print TAP, and exit with 1 if any failed."""
    print(f"1..{len(_checks)}" if _checks else "1..0 # SKIP nothing to test",
          flush=True)
    failed = 0
    with ThreadPoolExecutor(workers or os.cpu_count() or 2) as pool:
        jobs = [pool.submit(f, *a, **o) for _, f, a, o in _checks]
        for number, ((name, *_), job) in enumerate(zip(_checks, jobs), 1):
            name = one_line(name)
            try:
                wrong = job.result()
            except Skip as e:
                print(f"ok {number} - {name} # SKIP {e}", flush=True)
                continue
            except Exception as e:  # a broken test is a failed one
                wrong = f"{type(e).__name__}: {e}"
            if wrong:
                failed += 1
                print(f"not ok {number} - {name}")
                for line in str(wrong).splitlines()[-80:]:
                    print(f"# {line}", flush=True)
            else:
                print(f"ok {number} - {name}", flush=True)
    sys.exit(1 if failed else 0)


def run(command, time_out=60, **options):
    """Run a command; returns (status, standard output, standard error)."""
    options.setdefault("stdin", subprocess.DEVNULL)
    if "input" in options:
        del options["stdin"]
    try:
        done = subprocess.run(command, timeout=time_out, capture_output=True,
                              check=False, **options)
    except subprocess.TimeoutExpired as e:
        return (-1, (e.stdout or b"").decode("utf-8", "replace"),
                f"timed out after {time_out} s")
    return (done.returncode, done.stdout.decode("utf-8", "replace"),
            done.stderr.decode("utf-8", "replace"))


def make(*args, time_out=600, **options):
    """Run make as from a shell: none of an outer make's settings."""
    env = {k: v for k, v in os.environ.items()
           if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "BOARD")}
    env.update(options.pop("env", {}))
    return run(["make", *args], time_out=time_out, env=env, **options)


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
    d = tempfile.TemporaryDirectory(prefix="weft-test.", suffix=suffix)
    _keep.append(d)
    return d.name


_keep = []
