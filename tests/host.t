#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""weft-run with a vehicle that does what it is told."""

import glob
import os
import shutil
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import LOADED, ROOT, Skip, check, expect, finish, run, scratch  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tools"))
import patience  # noqa: E402

def patience_lasts():
    """Time that others had does not count, up to a limit."""
    clock, lost = [0], [0]
    patience.time = SimpleNamespace(monotonic=lambda: clock[0])
    patience.lost = lambda pid: lost[0]
    deadline, said = patience.Deadline(10, 1, 10), []
    for clock[0], lost[0] in ((9, 8), (10, 8), (18, 12), (22, 12.05)):
        said.append(round(deadline.left(), 3))
    said += [deadline.passed(), patience.Deadline(0, 1).left()]
    deadline = patience.Deadline(10, 1, 10)
    clock[0], lost[0] = 32, 1000
    said.append(deadline.left())
    # Without patience seconds are seconds.
    deadline = patience.Deadline(10, 1)
    clock[0] += 10
    said.append(deadline.passed())
    return None if said == [1, 8, 4, 0, True, None, 90, True] else str(said)


check("with patience, a time-out's seconds are the vehicle's", patience_lasts)


def patience_for_children():
    """What a process of the vehicle's own has had counts while it runs."""
    if not glob.glob("/proc/self/task/*/children"):
        raise Skip("this system does not say who started whom")
    with subprocess.Popen(["sh", "-c", "while :; do :; done & wait"],
                          start_new_session=True) as process:
        try:
            until = time.monotonic() + 60 * LOADED
            while patience.processor_time(process.pid) < 0.1:
                if time.monotonic() > until:
                    return "it is not seen"
        finally:
            os.killpg(process.pid, signal.SIGKILL)
    return None


check("what a vehicle's children have had is its own", patience_for_children)


LAST_WORDS = """
import importlib.machinery, importlib.util, os, sys
from types import SimpleNamespace
spec = importlib.util.spec_from_loader(
    "weft_run", importlib.machinery.SourceFileLoader("weft_run", "tools/weft-run"))
program = importlib.util.module_from_spec(spec)
spec.loader.exec_module(program)
end, said = os.pipe(), []
def poll():
    if not said:
        said.append(os.write(end[1], b"last"))
    return 0
program.pump(
    None, SimpleNamespace(watch=None), SimpleNamespace(stdout=os.fdopen(end[0], "rb"), poll=poll),
    SimpleNamespace(feed=print, panicked=False, code=None), program.Deadline(0, 1))
"""


def last_words():
    """What a vehicle says just before it ends counts, though nothing had come for so long
    that the runner looks whether it has ended; a child of its own keeps the pipe open."""
    return expect(run([sys.executable, "-c", LAST_WORDS]), 0, "b'last'")


check("a vehicle's last words are heard", last_words)


# weft-run, with a shell as vehicle -------------------------------------------

FAKE = '''"""says what -o sh= tells it to"""
import boot_record
from board_options import Option
BOARD, DEFAULT_CORES, MAX_CORES = "fake", 4, 8
OPTIONS = {n: Option("TEXT", n) for n in ("argv", "refuse", "sh")}
PASS_STATUS, FAIL_STATUS, MODES = 33, 35, ("one", "two")
def command(run):
    if "refuse" in run.options:
        raise ValueError(run.options["refuse"])
    files = [(f.name, f.rank, 0, f.size) for f in run.files]
    record = boot_record.pack(run.cores, run.args, run.env, files)
    with open(run.dir + "/record", "wb") as f:
        f.write(record)
    text = "%s|%s|%s|%s|%s|%s" % (run.cores, run.mode, run.seed, run.args,
                                  run.env, files)
    env = ["env", "RUN=" + text, "RUNDIR=" + run.dir]
    return run.options.get("argv", "").split() or env + [
        "sh", "-c", run.options["sh"]]
def on_timeout(run, process):
    return ["rank 3 waits for word 12"]
'''
base = scratch(" with space")
runner = os.path.join(base, "tools", "weft-run")
image = os.path.join(base, "build", "fake", "app.elf")
for d in ("tools", "qemu", "build/fake", "build/other", "tmp"):
    os.makedirs(os.path.join(base, d))
shutil.copy(os.path.join(ROOT, "tools/weft-run"), runner)
for part in os.listdir(os.path.join(ROOT, "tools")):
    if part.endswith(".py"):
        shutil.copy(os.path.join(ROOT, "tools", part), base + "/tools")
for name in "fake", "second":
    with open(f"{base}/qemu/{name}.py", "w", encoding="utf-8") as f:
        f.write(FAKE.replace('"fake"', f'"{name}"'))
for path, content in ((image, b"\x7fELF"), (base + "/build/other/x.elf",
                                            b"\x7fELF"),
                      (base + "/build/named.elf",
                       b"\x7fELF..weft: boot board=fake cores="),
                      (base + "/build/fake/no.elf", b"text")):
    with open(path, "wb") as f:
        f.write(content)

PASS = "weft: end code=0 core=0"
SHOW = f'echo "$RUN"; echo "{PASS}"; exit 33'


def weft_run(*args, img=None, **options):
    env = dict(os.environ, TMPDIR=base + "/tmp")
    return run([runner, *args[:-1], img or image, *args[-1]], env=env,
               **options)


def says(line, status, *options):
    """A vehicle that prints a line and ends; which status do we give?"""
    end, want = status
    return expect(weft_run("-o", f"sh=printf '{line}\\n'; exit {end}",
                           *options, []), want)


def shows(options, args, *texts, img=None, **more):
    return expect(weft_run("-o", "sh=" + SHOW, *options, args, img=img,
                           **more), 0, *texts)


def refused(options, *texts, img=None):
    return expect(weft_run("-o", "sh=" + SHOW, *options, [], img=img), 2,
                  *texts)


check("pass", says, PASS, (33, 0))
check("end line without the status is no pass", says, PASS, (0, 125))
check("fail status with code 0 is no pass", says, PASS, (35, 125))
check("status without the end line is no pass", says, "hello", (33, 125))
check("an application cannot forge the end line", says, "[00] " + PASS,
      (33, 125))
check("code 7", says, "weft: end code=7 core=3", (35, 7))
check("code 256 is not 0", says, "weft: end code=256 core=3", (35, 1))
check("code of all ones", says, "weft: end code=4294967295 core=3", (35, 255))
check("failure stays one", says, f"weft: end code=7 core=3\\n{PASS}", (33, 7))
check("end line without newline", lambda: expect(weft_run(
    "-o", f"sh=printf '{PASS}'; exit 33", []), 0))
check("killed vehicle", lambda: expect(weft_run("-o", "sh=kill -9 $$", []),
                                       125, "signal 9"))
check("vehicle not found", lambda: expect(weft_run("-o", "argv=/no/such", []),
                                          127, "not found"))
check("vehicle not executable", lambda: expect(
    weft_run("-o", f"argv={ROOT}/Makefile".replace(" ", "?"), []), 126)
    if " " not in ROOT else None)
check("board refuses", refused, ["-o", "refuse=too big for me"],
      "too big for me")

check("defaults", shows, [], [], "[0, 1, 2, 3]|one|0|['app']|{}|[]")
check("arguments pass untouched", shows, [], ["-x", "--cores", "a b", "--"],
      "['app', '-x', '--cores', 'a b', '--']")
check("core list", shows, ["--cores", "0-2,7"], [], "[0, 1, 2, 7]|")
check("skip", shows, ["--skip", "1,3"], [], "[0, 2]|")
check("skip of 8", shows, ["--cores", "8", "--skip", "0-5"], [], "[6, 7]|")
check("mode, seed", shows, ["--mode", "two", "--seed", "9"], [],
      "|two|9|", "'WEFT_SEED': '9'")
check("env", shows, ["--env", "A=b=c", "--env", "D="], [],
      "{'A': 'b=c', 'D': ''}")
check("board by content", shows, [], [], "|one|",
      img=base + "/build/named.elf")
check("board by name", shows, ["--board", "fake"], [], "|one|",
      img=base + "/build/other/x.elf")
with open(base + "/in put@1", "wb") as f:
    f.write(b"12345")
check("file", shows, ["--file", f"n={base}/in put@1@2"], [],
      "[('n', 2, 0, 5)]")
check("standard input", lambda: expect(weft_run(
    "-o", "sh=" + SHOW, "--input-rank", "3", [], input=b"1234567"), 0,
    "[('stdin', 3, 0, 7)]"))
check("empty standard input", lambda: expect(weft_run(
    "-o", "sh=" + SHOW, [], input=b""), 0, "|[]"))

for bad in (["--cores", "0"], ["--cores", "9"], ["--cores", "abc"],
            ["--cores", "-1"], ["--cores", ""], ["--cores", "1,1"],
            ["--cores", "3-1"], ["--cores", "7,8"], ["--skip", "0-3"],
            ["--skip", "x"], ["--mode", "three"], ["--icount"],
            ["--board", "none"], ["--seed", "-1"], ["--seed", "x"],
            ["--env", "x"], ["--env", "=x"], ["--file", "x"],
            ["--file", "x=/no/such"], ["--file", f"x={image}@4"],
            ["--input-rank", "4"], ["--input-rank", "-1"],
            ["--time-out", "x"], ["--time-out", "-1"],
            ["--stdout-dir", image], ["--no-such-option"]):
    check("refused: " + " ".join(bad).replace(base, ""), refused, bad)
check("no image", lambda: expect(run([runner]), 2, "no image"))
check("image not there", refused, [], "No such file", img=base + "/none.elf")
check("image a directory", refused, [], "directory", img=base)
check("image no ELF", refused, [], "not an ELF", img=base +
      "/build/fake/no.elf")
check("image of another board", refused, ["--board", "second"],
      "is for board fake, not second", img=base + "/build/named.elf")
check("board unknown", refused, [], "cannot tell", img=base +
      "/build/other/x.elf")


def tap():
    got = weft_run("--tap", "-o", "sh=printf 'weft: boot\\n[00] ok 1\\n"
                   f"[01] not ok 9\\nqemu: eh\\n{PASS}\\n'; exit 33", [])
    want = f"# weft: boot\nok 1\n# [01] not ok 9\n# qemu: eh\n# {PASS}\n"
    return expect(got, 0) or (None if got[1] == want else got[1])


def stdout_dir():
    d = base + "/a file a core"
    got = weft_run("--stdout-dir", d, "-o", "sh=printf '[00] a\\n[01] b\\n"
                   f"[00]  c\\n{PASS}\\n'; exit 33", [])
    files = {}
    for path in glob.glob(glob.escape(d) + "/*"):
        with open(path, encoding="utf-8") as f:
            files[os.path.basename(path)] = f.read()
    want = {"00.out": "a\n c\n", "01.out": "b\n"}
    return expect(got, 0, PASS) or (None if files == want else str(files))


def ours(number):
    """How long a process sleeps that no other script's is taken for."""
    return f"{number}.{os.getpid()}"


def alive(marker):
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path, "rb") as f:
                words = f.read().split(b"\0")
        except OSError:
            continue
        if words[:2] == [b"sleep", marker.encode()]:
            return True
    return False


def gone(marker):
    """None once no `sleep marker` is left, our run directory neither."""
    for _ in range(600 * LOADED):
        if not alive(marker):
            return None
        time.sleep(0.05)
    return "a process of the vehicle is left"


def timed_out():
    start = time.monotonic()
    got = weft_run("--time-out", "1", "-o",
                   f"sh=echo hi; sleep {ours(7001)} & sleep {ours(7001)}", [])
    wrong = expect(got, 124, "hi", "rank 3 waits for word 12", "timed out")
    if time.monotonic() - start > 60 * LOADED:
        wrong = wrong or "took too long"
    return wrong or gone(ours(7001))


def interrupted(number, status, marker, start="echo up; "):
    with subprocess.Popen(
            [runner, "-o", f"sh={start} exec sleep {marker}",
             image], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            env=dict(os.environ, TMPDIR=base + "/tmp")) as p:
        p.stdout.readline()  # live: it comes while the vehicle runs
        p.send_signal(number)
        out, err = p.communicate(timeout=60 * LOADED)
    if number == signal.SIGKILL:
        return gone(marker)
    return (expect((p.returncode, out.decode(), err.decode()), status)
            or gone(marker))


SLEEPER = """
import sys
sys.path.insert(0, %r)
from lib import check, finish, run, scratch
path = scratch()
print(path, flush=True)
check("never ends", lambda: run(["sleep", "%s"], 100))
finish()
"""


def test_stopped():
    """A test script that is told to end leaves neither process nor files."""
    marker = ours(7006)
    script = SLEEPER % (os.path.join(ROOT, "tests"), marker)
    with subprocess.Popen([sys.executable, "-c", script],
                          stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as p:
        path = p.stdout.readline().decode().strip()
        p.stdout.readline()  # the plan: its first check is about to begin
        while not alive(marker) and p.poll() is None:
            time.sleep(0.05)
        p.send_signal(signal.SIGTERM)
        p.communicate(timeout=60 * LOADED)
    if p.returncode != 130 or not path or os.path.exists(path):
        return f"status {p.returncode}, '{path}' is there"
    return gone(marker)


check("a test script that is stopped leaves nothing", test_stopped)
check("--tap", tap)
check("--stdout-dir", stdout_dir)
check("time-out kills all, says who waits", timed_out)
check("Ctrl-C", interrupted, signal.SIGINT, 130, ours(7002))
check("SIGTERM", interrupted, signal.SIGTERM, 143, ours(7003))
check("Ctrl-C with children", interrupted, signal.SIGINT, 130, ours(7004),
      f"echo up; sleep {ours(7004)} &")
check("boards", lambda: expect(run([runner, "--boards"]), 0, "fake"))


def nothing_left():
    left = os.listdir(base + "/tmp")
    return f"left: {left}" if left else None


check("no directory is left (one worker: all before have ended)",
      nothing_left)
# Killed so, weft-run cannot tidy up its directory; the vehicle goes anyway.
check("killed outright, the vehicle goes too", interrupted, signal.SIGKILL,
      -9, ours(7005))
finish(workers=1)
