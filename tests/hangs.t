#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Planted hangs and faults: the report names the culprit core and the word, and
the lines of the source where cores stand."""

import os
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, ROOT, check, finish, in_time, make, run  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tools"))
from weft_boards import load_boards  # noqa: E402
import wait_table  # noqa: E402

VEHICLES = load_boards()
WAITS = r"^weft-run: +{0} +{0} \(\d,\d\) +.*waits for {1}"
FLAG = r"a flag of the application from rank {0}: word 0x[0-9a-f]+ is {1}, " \
       r"wants {2}\b.*weft_flag_wait_from"

PLANT = "tests/target/sim/plant.c"
with open(os.path.join(ROOT, PLANT), encoding="utf-8") as source:
    LINES = source.read().splitlines()


def at(function, text):
    """The report's line of a call, or fault, in the one line that has the text."""
    found = [n for n, line in enumerate(LINES, 1) if text in line]
    if len(found) != 1:
        raise ValueError(f"{len(found)} lines of {PLANT} have '{text}'")
    return rf"^weft-run: +{function} {PLANT}:{found[0]}$"


def path(*calls):
    """These, innermost first, with nothing of the library before or between."""
    return r"^weft-run: ranks? [\d, -]+:\n" + r"\n".join(
        at(*c).lstrip("^").rstrip("$") for c in calls)


MAIN = ("main", "plants[i].plant();")


# What is planted, and what the report must say.
HANGS = {
    "lost_flag": [WAITS.format(0, FLAG.format(2, 0, 1)),
                  r"called by lost_flag at " + PLANT,
                  path(("lost_flag", "from(2, flags, 1,"), MAIN),
                  r"rank 2 has left main, but others wait for it"],
    "wrong_epoch": [WAITS.format(3, FLAG.format(1, 4, 5)),
                    r"rank 1 has left main"],
    "skipped_barrier": [WAITS.format(0, r"a (round|step) of .* from rank 2: "),
                        WAITS.format(3, r"a (round|step) of .* from rank 2: "),
                        r"rank 2 has left main"],
    "self_wait": [path(("self_wait", "from(1, flags, 1,"), MAIN),
                  WAITS.format(1, FLAG.format(1, 0, 1)),
                  r"a cycle: 1 -> 1\b"],
    "ring": [WAITS.format(2, FLAG.format(3, 0, 1)),
             r"a cycle: 1 -> 2 -> 3 -> 1\b"],
    "held_lock": [WAITS.format(0, "lock 1, held by rank 2; since"),
                  r"rank 2 has left main, but others wait for it"],
    "two_locks": [WAITS.format(0, "lock 0, held by rank 2; since"),
                  WAITS.format(2, "lock 3, held by rank 0; since"),
                  r"a cycle: 0 -> 2 -> 0\b"],
    "busy": [r"^weft-run: +1 +1 .*main, runs",
             r"^weft-run:   busy " + PLANT,
             r"rank 1 is waited for, and does not wait itself"],
}
PANIC = r"^weft: panic: {1}.*: rank {0} of 4, core {0} at \(\d,0\), cycle"
WHERE = r"^weft-run: +{0} +{0} \(\d,0\) +has failed, in {1} at " + PLANT
FAULTS = {
    "null_window": [PANIC.format(3, r"page fault at .*, address 0x0*8"),
                    WHERE.format(3, "null_window"),
                    path(("null_window", "window[2] = 1;"), MAIN)],
    "in_report": [PANIC.format(3, r"page fault at .*, address 0x0*c"),
                  r"^weft: end code=70 core=3$",
                  path(("in_report", "window[3] = 1;"), MAIN)],
    "bad_source": [PANIC.format(3, r"page fault at .*, address 0x0*8"),
                   path(("bad_source", "weft_put("), MAIN),
                   r"^weft-run:   in the library: .* < weft_put \S*/rma\.[ch]"],
    "bad_copy": [PANIC.format(3, r"page fault at .*, address 0x0*"),
                 path(("bad_copy", "strcpy(to"), MAIN),
                 r"^weft-run:   in the library: strcpy$"],
    "divide": [PANIC.format(1, "divide error"),
               path(("divide", "7 / none"), MAIN)],
    "stack_overflow": [PANIC.format(2, "stack overflow"),
                       at("stack_overflow", "deeper(1 << 20)")],
    "large_frame": [PANIC.format(2, "stack overflow"),
                    at("large_frame", "fill_frame();")],
    "panic": [PANIC.format(1, "planted"),
              path(("panic", 'weft_panic("planted"); /* rank 1'), MAIN),
              r"who waits for whom \(4 cores\)"],
}

# In an image of its own: with events there is a tick, which is no deadlock.
PARKED = [WAITS.format(2, r"an event to be posted from rank 0; since cycle "
                       r"[\d,]+, in weft_event_wait"),
          r"a cycle: 0 -> 2 -> 0\b"]

# So has a core whose fibers all wait.
FIBERS = [r"^weft-run: +fiber 0 waits for a fiber to end; since .*, in main",
          r"^weft-run: +fiber 1 waits for " + FLAG.format(3, 0, 7),
          r"^weft-run: +fiber 2 waits for lock 1, held by rank 1; since",
          r"^weft-run: +fiber 3 waits for a wake of this fiber; since .*waits_for_wake",
          r"rank 3 has left main, but others wait for it"]


def weft_run(board, mode, plant, *options, image="plant"):
    return run(["tools/weft-run", "--mode", mode, "--cores", "4", *options,
                f"build/{board}/tests/{image}.elf", plant], time_out=120)


def missing(texts, said):
    lost = [t for t in texts if not re.search(t, said, re.M)]
    return f"not said: {lost}\n{said}" if lost else None


def hang(run_for, texts):
    """A run that hangs says all this when its time is up."""
    def attempt(seconds):
        status, out, err = run_for("--time-out", str(seconds))
        # A simulator need not wait for the time-out to know.
        return f"status {status}\n{out}{err}" if status not in (124, 125) \
            else missing(texts, out + err)
    return in_time(attempt)


# Under icount a core that spins takes its turns whole, but they are short: others come
# to their waits within 100 ms of virtual time.
TURNS = [HANGS["busy"][0], HANGS["busy"][1],
         r"^weft-run: +0 +0 .*waits for .*; since cycle [\d,]{1,10}, in",
         r"rank 1 (is waited for, and|computes and) does not wait"]


def planted(board, mode, plant):
    said = TURNS if (plant, mode) == ("busy", "icount") else HANGS[plant]
    return hang(lambda *o: weft_run(board, mode, plant, *o), said)


def some_left_out(board):
    """A panic names the chip's core, not only the rank; so does the table."""
    first, last = (r"\(4,0\)", r"\(5,3\)") if board.startswith("scc-") else \
        (r"\(\d+,\d+\)",) * 2
    status, out, err = weft_run(board, VEHICLES[board].MODES[0], "panic",
                                "--cores", "3,9,20,46")
    if status != 70:
        return f"status {status}\n{out}{err}"
    return missing([r"rank 1 of 4, core 9 at " + first,
                    r"^weft-run: +3 +46 " + last,
                    r"^weft: end code=70 core=1"], out + err)


def parked(board, mode):
    return hang(lambda *o: weft_run(board, mode, "wait", *o, image="parked"),
                PARKED)


def fibers(board, mode):
    return hang(lambda *o: weft_run(board, mode, "hang", *o,
                                    image="fiber_plant"), FIBERS)


def fault(board, mode, plant):
    status, out, err = weft_run(board, mode, plant, "--time-out", "60")
    if status != 70:
        return f"status {status}\n{out}{err}"
    return missing(FAULTS[plant], out + err)


HANDLER = "tests/target/sim/in_handler.c"
IN_HANDLER = [rf"^weft-run:   handle {HANDLER}:\d+\n"
              r"weft-run:   \(called by the library, in an interrupt\)\n"
              rf"weft-run:   compute {HANDLER}:\d+\n"
              rf"weft-run:   main {HANDLER}:\d+$"]


def in_handler(board, mode):
    status, out, err = run(
        ["tools/weft-run", "--mode", mode, "--cores", "3", "--time-out", "60",
         f"build/{board}/tests/in_handler.elf", "fault"], time_out=120)
    return f"status {status}\n{out}{err}" if status != 70 \
        else missing(IN_HANDLER, out + err)


def minus(board, mode):
    """What main returned is what the end line says."""
    status, out, err = weft_run(board, mode, "minus", "--time-out", "60")
    return None if status == 255 and "weft: end code=-1 core=" in out \
        else f"status {status}\n{out}{err}"


def all_panic(board, mode):
    """Whoever is first, the run ends, with one line and one table, and the reason last; a
    few times, since they race for it."""
    for _ in range(4):
        status, out, err = weft_run(board, mode, "all_panic", "--time-out",
                                    "60")
        tables = err.count("who waits for whom (4 cores)")
        # A line that the end has cut in the middle is no second one.
        lines = len(re.findall(r"^weft: panic: .*: rank .*cycle \d+$", out,
                               re.M))
        last = re.match(r"weft-run: panic of ranks? [0-9, -]+: ", err.splitlines()[-1])
        if status != 70 or tables != 1 or lines != 1 or not last:
            return f"status {status}, {tables} tables\n{out}{err}"
    return None


IMPATIENT = {
    "lost_flag": r"waited for a flag of the application from rank 2: own MPB "
                 r"word 0x[0-9a-f]+ to reach 1, it is 0",
    "held_lock": r"waited for a lock at core 1, held by rank 2, since cycle",
}


def only_time(board, mode):
    """The simulator need not be stopped, though the cores tick for ever; and it is no
    hang while a deadline is still to come, however late."""
    for image, plant, texts in (("parked", "wait", PARKED), ("fiber_plant", "hang", FIBERS)):
        status, out, err = weft_run(board, mode, plant, "--time-out", "100", image=image)
        wrong = missing(["^weft-sim: only time passes", *texts], out + err)
        if status != 125 or wrong:
            return f"{plant}: status {status}; {wrong}"
    status, out, err = weft_run(board, mode, "late", "--time-out", "100",
                                image="parked")
    return f"status {status}\n{out}{err}" if status else None


def impatient(board, mode, plant):
    """WEFT_PATIENCE_US: the image itself ends a wait, and says which.  Where its time is
    the host's, others wait as long on a busy one."""
    def attempt(ms):
        status, out, err = weft_run(board, mode, plant, "--time-out", "60",
                                    "--env", f"WEFT_PATIENCE_US={ms}000")
        if status != 70:
            return f"status {status}\n{out}{err}"
        return missing([r"panic: a wait has lasted longer .*rank 0 of 4, core 0",
                        IMPATIENT[plant]], out + err)
    return in_time(attempt, (20, 200, 2000))


def bad_number(board):
    """What is no number in the environment is named, and nothing assumed."""
    for value in "x", "0x", "-1", "7 ", "0xA", "4294967296", "99999999999":
        status, out, err = weft_run(board, VEHICLES[board].MODES[0], "",
                                    "--env", "WEFT_TICK_US=" + value,
                                    image="parked")
        wrong = missing([f"cannot be: WEFT_TICK_US={value} is no number"], out + err)
        if status != 2 or wrong:
            return f"WEFT_TICK_US={value}: status {status}; {wrong}"
    return None


def traced(board):
    """With TRACE=1 the report has each core's last events; a wait is one when it ends."""
    out = f"build/traced/{board}"  # tests/trace.t's, too
    status, said, err = make(f"BOARD={board}", f"OUT={out}", "TRACE=1",
                             f"{out}/tests/plant.elf", *vehicle(board))
    if status:
        return said + err
    mode = VEHICLES[board].MODES[0]
    return hang(
        lambda *o: run(["tools/weft-run", "--board", board, "--mode", mode,
                        "--cores", "4", *o, f"{out}/tests/plant.elf",
                        "wrong_epoch"], time_out=120),
        [r"rank +1 at +[\d,]+ +flag write \(0x3, 0x4\)",
         r"rank +3 at +[\d,]+ +the start \(0x[0-9a-f]+, 0x1\)"])


def vehicle(board):
    return ["build/scc-sim/weft-sim"] if board == "scc-sim" else []


def interrupted(board, mode):
    """Ctrl-C gives the same table, and leaves nothing behind."""
    command = ["tools/weft-run", "--mode", mode, "--cores", "4",
               f"build/{board}/tests/plant.elf", "busy"]
    with subprocess.Popen(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL) as process:
        first = process.stdout.readline()  # it is up
        time.sleep(0.5)  # let it get into its loop; not needed to pass
        process.send_signal(signal.SIGINT)
        said = (first + process.stdout.read()).decode()
    if process.returncode != 130:
        return f"status {process.returncode}\n{said}"
    return missing([r"who waits for whom", r"stopped by SIGINT"], said)


def table():
    """The drawing alone: reached words are no waits; rings of three."""
    def core(rank, **what):
        return {"rank": rank, "core": rank, "x": 0, "y": 0, "phase": "main",
                "site": "f", "since": 0, **what}

    def wait(rank, on, has=0):
        return core(rank, what="w", from_rank=on, offset=0, wants=1, has=has)

    rows = [wait(0, 1), wait(1, 2), wait(2, 1), core(3)]
    if wait_table.find_cycle(rows) != [1, 2]:
        return "the ring of 1 and 2 was not found"
    rows[2] = wait(2, 1, has=1)
    if wait_table.find_cycle(rows):
        return "a reached word was taken for a wait"
    rows[2] = wait(2, 3, has=0xFFFFFFFF)
    if "rank 3 is waited for" not in "\n".join(wait_table.table(rows)):
        return "the culprit was not named"
    nobody = [{**wait(0, None), "what": wait_table.A_FLAG}]
    if "weft_flag_wait_from" not in "\n".join(wait_table.table(nobody)):
        return "a flag whose writer is not known"
    return None


# What is told of the same core by the same code in every mode: make test has all of it in
# the first one.
IN_ALL = ("ring", "busy", "panic")


def chosen(names, mode_number):
    return [n for n in names if FULL or mode_number == 0 or n in IN_ALL]


check("the table's logic", table)
for b in BOARDS:
    for number, m in enumerate(VEHICLES[b].MODES):
        for name in chosen(HANGS, number):
            check(f"{b} {m}: {name}", planted, b, m, name)
        for name in chosen(FAULTS, number):
            check(f"{b} {m}: {name}", fault, b, m, name)
        check(f"{b} {m}: all panic", all_panic, b, m)
        check(f"{b} {m}: in a handler", in_handler, b, m)
        check(f"{b} {m}: main returns -1", minus, b, m)
        check(f"{b} {m}: parked", parked, b, m)
        check(f"{b} {m}: fibers", fibers, b, m)
        if b == "scc-sim":
            check(f"{b} {m}: only time passes", only_time, b, m)
        check(f"{b} {m}: interrupted", interrupted, b, m)
        for name in chosen(IMPATIENT, number):
            check(f"{b} {m}: impatient, {name}", impatient, b, m, name)
    check(f"{b}: panic with cores left out", some_left_out, b)
    check(f"{b}: no number in the environment", bad_number, b)
    # It compiles the library, on this board for tests/trace.t, too.
    if FULL or b == next((x for x in BOARDS if x == "scc-qemu"), BOARDS[0]):
        check(f"{b}: the last events", traced, b)
finish()
