#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Detectors: each planted mistake is named, with both its ends; nothing is said
of what only looks like one, nor of any other program here; and looking on
changes no run.  So make test has each on-target test once, by tests/on-target.t: with
detectors where is_on() says so."""

import os
import re
import sys
import zlib

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import (BOARDS, FULL, NIGHTLY, check, expect,  # noqa: E402
                 finish, make, run, scratch)
import target  # noqa: E402

BOARD = "scc-sim"
FOUND = 71  # sim/detect_text.py

FRAMES = r"(weft-run:     .*\n)*"
WHO = r"weft-run:   [0-9.]+ us, rank {0}, core \d+: {1}\n" + FRAMES
CALL = r"weft-run:     {0} \S*(?:mistakes|unlanded|held_off).c:\d+\n" + FRAMES


def what(detector, text, *ends, where=""):
    """A pattern of a finding: who did what, by a call of which function."""
    pattern = rf"^weft-run: detect: {detector}: {text}{where}.*\n"
    for rank, deed, function in ends:
        pattern += WHO.format(rank, deed)
        pattern += CALL.format(function) if function else ""
    return pattern


def unlanded(function, told, last, deed="a get", target=0,
             by="a flag write"):
    """A pattern: rank 1 wrote, told, and `last` used it before it was there."""
    told = [(1, rf"{by}.*; weft_quiet\(\) is missing before that",
             told)] if told else []
    return what("quiet", r"no weft_quiet\(\) after a write, so it may not have "
                "landed", (1, "a put", function), *told, (last, deed, function),
                where=DATA.format(target, "0x0", 32))


RACE = "two accesses that nothing orders"
DATA = r"; window of rank {0}, offset 0x[0-9a-f]+ \(heap\+{1}\), {2} bytes"

MISTAKES = {
    "put_put": what("races", RACE, ("[12]", "a put", "put_put"),
                    ("[12]", "a put", "put_put"), where=DATA.format(0, "0x0", 32)),
    "put_get": what("races", RACE, (1, "a put", "put_get"),
                    (2, "a get", "put_get"), where=DATA.format(0, "0x0", 8)),
    "get_put": what("races", RACE, (3, "a get", "get_put"),
                    (2, "a put", "get_put"), where=DATA.format(0, "0x0", 1)),
    "two_writers": what("races", RACE, ("[12]", "a flag write", "two_writers"),
                        ("[12]", "a flag write", "two_writers"),
                        where=DATA.format(0, "0x44", 4)),
    "flag_as_data": what("races", RACE, (1, "a flag write", "flag_as_data"),
                         (2, "a get", "flag_as_data")),
    "data_as_flag": what("races", RACE, (1, "a put", "data_as_flag"),
                         (0, "a flag read", "data_as_flag")),
    "old_epoch": what("races", RACE, (1, "a put", "old_epoch"),
                      (2, "a get", "old_epoch"),
                      where=DATA.format(2, "0x0", 8)),
    "marks_as_flags": what("races", RACE, (1, "a put", "marks_as_flags"),
                           (2, "a get", "marks_as_flags"),
                           where=DATA.format(2, "0x0", 8)),
    "past_lock": what("races", RACE, (r"\d", "a (put|get)", "past_lock"),
                      (r"\d", "a (put|get)", "past_lock")),
    "source_lent": what("source", "a source changed before it might",
                        (1, "lent", "source_lent"),
                        (1, "given back", "source_lent")),
    "source_for_ever": what("source", "a source changed before it might",
                            (1, "lent", "source_for_ever"),
                            (1, "still at it", None)),
    "after_free": what("heap", "space used that is not allocated",
                       (1, "freed", "after_free"), (1, "a put", "after_free"),
                       where=DATA.format(0, "0x0", 8)),
    "never_allocated": what("heap", "space used that is not allocated",
                            (1, "a put", "never_allocated"),
                            where=DATA.format(2, "0x60", 8)),
    "past_the_end": what("heap", "space used that is not allocated",
                         (2, "allocated, but .*", "past_the_end"),
                         (2, "a put", "past_the_end"),
                         where=DATA.format(2, "0x80", 2)),
    "unwritten": what("unwritten", "read of what nobody has written",
                      (3, "freed", "unwritten"), (3, "a get", "unwritten"),
                      where=DATA.format(3, "0x14", 1)),
}
TOO_LONG = {
    "handler": what("handler", "a handler took longer than 1000 us",
                    (2, "interrupted", "handler"),
                    (2, "still at it", "take_long")),
    "masked": what("masked", "interrupts were off for longer than 200 us",
                   (1, "interrupts held off", "masked"),
                   (1, "still at it", "masked")),
    "masked_to_the_end": what(
        "masked", "interrupts were off for longer than 200 us",
        (1, "interrupts held off", "masked_to_the_end"),
        (1, "still at it", "masked_to_the_end")),
}
UNLANDED = {
    "two_targets": unlanded("two_targets", "two_targets", 2),
    "passed_on": unlanded("passed_on", "passed_on", 3),
    "quiet_too_soon": unlanded("quiet_too_soon", "quiet_too_soon", 2),
    "other_settled": unlanded("other_settled", "other_settled", 2),
    "own_window": unlanded("own_window", "own_window", 2, target=1),
    "overwritten": unlanded("overwritten", "overwritten", 2, "a put"),
    "read_back": unlanded("read_back", None, 1),
    "unlocked": unlanded("unlocked", "unlocked", r"\d", "a put",
                         by="a lock freed").replace("rank 1,", r"rank \d,"),
    "no_flag": unlanded("raised", "raised", 2, target=2,
                        by="an interrupt raised"),
}
LANDED = ("flag_and_interrupt", "same_target", "settled", "answered",
          "only_read")
NO_MISTAKES = ("nothing", "in_turn", "neighbours", "under_lock", "interrupted",
               "optimistic", "marks", "source_kept", "writers_alike")
# By program, tests/target/sim/*.c.
PLANTED = {"mistakes": MISTAKES, "unlanded": UNLANDED, "held_off": TOO_LONG}
SOUND = {"mistakes": NO_MISTAKES, "unlanded": LANDED}

# Tests that do what a detector calls a mistake, and mean it.
MEANT = {
    # A barrier, masked; and calls that are left out, to see what that does.
    "litmus": ("-o", "set=masked_limit_ns:10000000", "-o",
               "detect=races,source,heap,unwritten,handler,masked"),
    "port": ("-o", "set=masked_limit_ns:10000000"),
    "irq": ("-o", "set=masked_limit_ns:10000000"),  # what merges meanwhile
    "event": ("-o", "set=masked_limit_ns:10000000"),
    "timer": ("-o", "set=masked_limit_ns:10000000"),  # that come while held off
    # Words that several write: one that wakes who sleeps (models/fifo.pml); those of a core
    # that has stopped in the middle; flags that are read back, masked.
    **{name: ("-o", "set=masked_limit_ns:10000000", "-o",
              "detect=source,heap,unwritten,handler,masked")
       for name in ("fifo", "am_spill_dead", "masked", "hyblock")},
    **{name: ("-o", "set=masked_limit_ns:10000000")
       for name in ("calls", "calls_dead", "together", "delegate", "linear", "shmem_rma",
                    "shmem_sets", "shmem_heaps", "shmem_order", "elib_calls", "looks",
                    "explore_deadline", "explore_late", "explore_served")},
    # The same words, and counts in a heap that held something else.
    "any_lock": ("-o", "set=masked_limit_ns:10000000", "-o",
                 "detect=source,heap,handler,masked"),
    # Whoever is out changes what it sends no more.
    "abcast_out": ("-o", "detect=races,heap,unwritten,handler,masked"),
    # All of the window is looked at, whoever's it is.
    "handles": ("-o", "detect=source,handler,masked"),
    # The same words, and handlers that compare 20 KB.
    "compute": ("-o", "set=handler_limit_ns:100000000,masked_limit_ns:10000000", "-o",
                "detect=source,heap,unwritten,handler,masked"),
    # Eight pieces are combined in a round, by a core that is a hundred times slower, too.
    **{name: ("-o", "set=handler_limit_ns:10000000")
       for name in ("started_long", "gather_started")},
    # A hundred rings at once.
    "notify": ("-o", "set=masked_limit_ns:10000000"),
    # What is read back may be what has not landed: how long that takes is its test.
    "calibration": ("-o", "detect=races,source,heap,unwritten,handler,masked"),
    # A note that is forged, while its reader looks.
    "connection_calls": ("-o", "detect=source,heap,unwritten,handler,masked"),
}
for path in target.sources():
    if "/am/" in path:
        MEANT.setdefault(os.path.basename(path)[:-2],
                         ("-o", "set=masked_limit_ns:10000000"))
# With the least, an ask is half a word that is put, no flag, and what it says orders what is
# done then (models/asks.pml); the detector of races sees flags only.  So are bytes of credit
# in the least layout of Active Messages.
HALVES = ("started", "started_long", "gather_started", "asked_half", "together", "least")
# There a write lands up to 384 us late, and is waited for masked.
LATE = {"relaxed": ("-o", "set=masked_limit_ns:10000000")}
# Their handlers check what comes byte by byte, and catch up with what came early.
MEANT.update({os.path.basename(path)[:-2]: (
    "-o", "set=handler_limit_ns:100000000,masked_limit_ns:10000000")
              for path in target.sources() if "/abcast/" in path})
# Hangs and faults; a core that stops in the middle of a copy; a verdict that several
# cores write at once.
LEFT_OUT = ("plant", "abcast_dead", "abcast_stopped", "started_stopped",
            "am_dead", "am_barrier_dead", "am_store_dead", "abcast_loss", "liveness", "am_out",
            "abcast_out")


def mistake(name, mode, *options, image="mistakes"):
    return run(["tools/weft-run", "--board", BOARD, "--cores", "4", "--mode",
                mode, "--time-out", "30", *options,
                f"build/{BOARD}/tests/{image}.elf", name], 60)


def planted(name, mode, pattern, image):
    """It is found, by the detector that is for it, and no other says a word."""
    status, out, err = mistake(name, mode, "-o", "detect=all", image=image)
    kinds = set(re.findall(r"^weft-run: detect: (\w+):", err, re.M))
    if status != FOUND or not re.search(pattern, err, re.M) or \
            len(kinds) != 1:
        return f"status {status}, {kinds}, wanted:\n{pattern}\n{err}"
    return None


def silent(name, mode, *options, image="mistakes"):
    status, out, err = mistake(name, mode, *options, image=image)
    return f"status {status}\n{err}" if status or "detect" in err else None


def only_warns():
    status, out, err = mistake("put_put", "strict", "-o",
                               "detect=races,warn")
    if status or "detect: races: " not in err:
        return f"status {status}\n{err}"
    return None


def other_detector():
    """What was not asked for is not told."""
    return silent("put_put", "strict", "-o", "detect=heap,handler")


def wrong_name():
    status, out, err = mistake("nothing", "strict", "-o", "detect=race")
    if status != 2 or "no 'race'; there are: races " not in err:
        return f"status {status}\n{err}"
    return None


def too_many():
    status, out, err = run(
        ["tools/weft-run", "--cores", "257", "-o", "detect=races",
         f"build/{BOARD}/hello.elf"])
    if status != 125 or "at most 256 cores" not in err:
        return f"status {status}\n{err}"
    return None


def changes_nothing(image, *options):
    """Virtual times are the same, to the last digit."""
    runs = [run(["tools/weft-run", "--cores", "17", "--seed", "5", *options,
                 *look, f"build/{BOARD}/{image}.elf"])
            for look in ((), ("-o", "detect=all,warn"))]
    if runs[0][:2] != runs[1][:2] or runs[0][0]:
        return f"{runs[0]}\nis not\n{runs[1]}"
    return None


def broadcast():
    data = bytes(range(256)) * 40
    path = os.path.join(scratch(), "input")
    with open(path, "wb") as f:
        f.write(data)
    return expect(run(["tools/weft-run", "--cores", "48", "-o", "detect=all",
                       "--file", f"input={path}",
                       f"build/{BOARD}/broadcast.elf", f"bytes={len(data)}",
                       f"crc={zlib.crc32(data):08x}"]), 0)


def usual(name):
    """The test, of which that is an image with another layout of its words."""
    return re.sub("_(least|small)$", "", name)


def clean(r):
    meant = MEANT.get(usual(r.name), ())
    if (r.name in HALVES and "WEFT_MPB_LEAST=1" in r.row.get("env", "")) or (
            re.fullmatch("am_.*_least", r.name)):
        meant += ("-o", "detect=source,heap,unwritten,handler,masked")
    return target.execute(r, ("-o", "detect=all", *LATE.get(r.mode, ()),
                              *meant))


def worth_it(r):
    """With one seed, and few cores.  Mode fast has the times of strict, so it has its
    order of events, too; a missing order shows with few cores."""
    cores = {"strict": range(65), "relaxed": (1, 3, 17)} if NIGHTLY else {
        "strict": range(18), "relaxed": (3,)} if FULL else {
        "strict": (3, 4, 17)}
    return r.seed == 1 and r.cores in cores.get(r.mode, ())


def is_on(r):
    """Is this a run in which detectors look on?  Where the explorer lets a deadline pass
    at any moment, it may pass in an interrupt that is held off."""
    return r.board == BOARD and usual(r.name) not in LEFT_OUT and worth_it(r) and (
        "explore=time" not in r.row.get("o", ""))


if BOARD in BOARDS and __name__ == "__main__":
    status, out, err = make(f"BOARD={BOARD}")
    check("builds", lambda: out + err if status else None)
    for m in ("strict", "relaxed", "fast") if FULL else ("strict", "relaxed"):
        for program, kinds in PLANTED.items():
            for n, pattern in kinds.items():
                check(f"found in mode {m}: {n}", planted, n, m, pattern,
                      program)
        for program, kinds in SOUND.items():
            for n in kinds:
                check(f"no mistake in mode {m}: {n}", silent, n, m, "-o",
                      "detect=all", image=program)
    check("off: nothing is found", silent, "put_put", "strict")
    check("warnings do not fail a run", only_warns)
    check("only what was asked for", other_detector)
    check("a detector that there is not", wrong_name)
    check("too many cores", too_many)
    check("no time is taken", changes_nothing, "bench/ops")
    check("no time is taken, relaxed", changes_nothing, "tests/soak",
          "--mode", "relaxed")
    check("clean: hello", changes_nothing, "hello")
    check("clean: broadcast", broadcast)
    for t in filter(is_on, target.runs([BOARD], target.load_boards()) if FULL else ()):
        check(f"clean: {target.title(t)}", clean, t)
if __name__ == "__main__":
    finish()
