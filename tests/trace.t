#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make trace: the timeline is whole, nests, and says what has happened."""

import collections
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, check, expect, finish, in_time, make, run  # noqa: E402
from lib import scratch  # noqa: E402
from trace_format import crossing, loose, wrong_fields  # noqa: E402

CORES = 6
MESSAGE = 11358  # the file that examples/broadcast sends by itself


def trace(app, *more):
    status, out, err = make("trace", f"APP=examples/{app}", f"CORES={CORES}",
                            *more, time_out=300)
    if status:
        return f"status {status}\n{out}{err}", None
    with open(f"build/trace/{app}.json", encoding="utf-8") as f:
        return None, json.load(f)


def said(events):
    """The root puts, the others wait for news and get all of the file."""
    got, waits = collections.Counter(), collections.Counter()
    for e in events:
        words = e["name"].split()
        if words[0] == "put" and e["tid"] == 0:
            got[0] += e["args"]["bytes"]
        if words[0] == "copy" and int(words[3]) == e["tid"]:
            got[e["tid"]] += e["args"]["bytes"]
        if e["name"] in ("wait: news of an OC-Bcast chunk", "wait: ocbcast"):
            waits[e["tid"]] += 1
    few = [c for c in range(CORES) if got[c] < MESSAGE]
    idle = [c for c in range(1, CORES) if not waits[c]]
    return f"less than the file: {few}; never waited: {idle}" \
        if few or idle else None


def broadcast():
    failed, events = trace("broadcast")
    # By name: what weft_bcast chooses may change.
    return failed or crossing(events) or loose(events) or said(events)


def interrupts():
    failed, events = trace("kvtable")
    if failed:
        return failed
    handlers = {e["tid"] for e in events if e["name"] == "handler"}
    told = {e["tid"] for e in events if e["ph"] == "f"}
    if len(handlers) < CORES or not handlers <= told:
        return f"handlers on {handlers}, arrows to {told}"
    return crossing(events) or loose(events)


def any_bytes():
    """The file is UTF-8 and JSON, whatever a program prints."""
    path = scratch() + "/trace.json"
    wrong = expect(run([
        "tools/weft-run", "--cores", "1", "-o", "trace=" + path,
        "build/scc-sim/tests/console.elf", "1",
        b"\xff \"\\ caf\xc3\xa9 \xe2\x82 \xed\xa0\x80 \xf0\x9f\x98\x80\t\xc3"]),
        0)
    if wrong:
        return wrong
    with open(path, encoding="utf-8") as f:
        marks = [e["name"] for e in json.load(f) if e["ph"] == "i"]
    bad = "\ufffd"
    want = f"[00] {bad} \"\\ caf\u00e9 {bad}{bad} {bad}{bad}{bad} " \
           f"\U0001f600{bad}|"
    return None if want in marks else f"{want} is not in {marks}"


def cut_off():
    """Whenever time is up, the file is whole as far as it goes."""
    path, cut = scratch() + "/trace.json", 0
    for tenths in [*(range(6, 16) if FULL else (6, 8)), 30, 150]:
        if cut and tenths > 15:
            break
        got = run(["tools/weft-run", "--cores", "8", "--time-out",
                   str(tenths / 10), "-o", "trace=" + path,
                   "build/scc-sim/tests/plant.elf", "for_ever"])
        if "weft: boot" not in got[1]:
            continue  # a slow machine
        wrong = expect(got, 124, "who waits for whom")
        if wrong:
            return wrong
        cut += 1
        with open(path, encoding="utf-8") as f:
            json.load(f)
    return None if cut else "no run had begun by then"


def hang():
    """What a core waits for in vain is there, and in which call."""
    path = scratch() + "/trace.json"
    got = run(["tools/weft-run", "--cores", "4", "-o", "trace=" + path,
               "build/scc-sim/tests/plant.elf", "ring"])
    wrong = expect(got, 125, "a cycle: 1 -> 2 -> 3 -> 1")
    if wrong:
        return wrong
    with open(path, encoding="utf-8") as f:
        events = json.load(f)
    for core, other in ((1, 2), (2, 3), (3, 1)):
        mine = [e for e in events if e["ph"] == "X" and e["tid"] == core]
        waits = [e for e in mine if e.get("args", {}).get("open")]
        if [e["args"]["from"] for e in waits] != [other]:
            return f"core {core} waits for {waits}"
        calls = [e for e in mine if e["name"] == "weft_flag_wait_from"]
        if len(calls) != 1 or calls[0]["ts"] > waits[0]["ts"]:
            return f"core {core}: {calls}"
    return crossing(events)


def calls():
    """Each call of the library is a slice, the next one of a loop another."""
    path = scratch() + "/input"
    with open(path, "wb") as f:
        f.write(bytes(100000))  # several pieces
    failed, events = trace("broadcast", "INPUT=" + path)
    if failed:
        return failed
    each = collections.Counter(e["tid"] for e in events
                               if e["name"] == "weft_bcast_ocbcast")
    # As many pieces as the program prints progress of.
    pieces = sum(e["ph"] == "i" and " bytes" in e["name"] and "%" in e["name"]
                 for e in events)
    return crossing(events) if pieces > 2 and each == {
        c: pieces for c in range(CORES)} else f"{pieces} pieces: {each}"


def elsewhere():
    status, out, err = make("trace", "BOARD=gpu-emu", "CORES=2", time_out=300)
    return None if status == 2 and "gpu-emu keeps no timeline; these do: " \
        in err else f"status {status}\n{out}{err}"


def rings(board):
    """Of boards that are no simulator: the file holds to the format, whole and nesting,
    its arrows lead forward in time, and the broadcast's bytes are all in it."""
    status, out, err = make("trace", f"BOARD={board}", f"CORES={CORES}", time_out=900)
    if status or "did not fit" in err:
        return f"status {status}\n{out}{err}"
    with open("build/trace/broadcast.json", encoding="utf-8") as f:
        events = json.load(f)
    wrong = wrong_fields(events, CORES) or crossing(events) or loose(events)
    got = collections.Counter()
    for e in events:
        if e["name"].startswith(("copy", "get")) and e["ph"] == "X":
            got[e["tid"]] += e["args"]["bytes"]
    few = [c for c in range(1, CORES) if got[c] < MESSAGE]
    told = {e["tid"] for e in events if e["ph"] == "f"}
    # Not all ports' ways to write a flag are events: some cores may wait for others alone.
    if not wrong and (few or len(told) < CORES // 2):
        wrong = f"less than the file: {few}; arrows to {told}"
    return wrong


def ring_hang(board):
    """.. and of a run that stands still, what each core waits for in vain is open."""
    out = f"build/traced/{board}"
    made = make("app", f"BOARD={board}", f"OUT={out}", "TRACE=1", "APP=tests/plant")
    if made[0]:
        return made[1] + made[2]
    path = scratch() + "/trace.json"

    def attempt(seconds):
        got = run(["tools/weft-run", "--cores", "4", "--time-out", str(seconds), "-o",
                   "trace=" + path, f"{out}/tests/plant.elf", "ring"])
        # Emulators see that nothing can happen any more.
        return expect(got, 125 if got[0] == 125 else 124, "a cycle: 1 -> 2 -> 3 -> 1")
    wrong = in_time(attempt, (5, 50))
    if wrong:
        return wrong
    with open(path, encoding="utf-8") as f:
        events = json.load(f)
    waits = {e["tid"]: e["args"]["from"] for e in events if e["ph"] == "X"
             and e["args"].get("open") and "from" in e["args"]}
    wanted = {1: 2, 2: 3, 3: 1}
    return wrong_fields(events, 4) or crossing(events) or (
        None if wanted.items() <= waits.items() else f"they wait for {waits}")


def last_only():
    """A ring that has gone round has the last events, and says how many are missing."""
    sys.path.insert(0, "tools")
    import struct
    import event_rings
    data = struct.pack("<II", 4, 6) + b"".join(
        struct.pack("<QIIII", n, 1, n, 0, 0) for n in (4, 5, 2, 3))
    ring = event_rings.ring_of(data, False)
    return None if [e.time for e in ring.events] == [2, 3, 4, 5] and ring.missing == 2 \
        else f"{ring.events}, {ring.missing}"


def untraced():
    image = f"build/{[b for b in BOARDS if 'qemu' in b][0]}/tests/plant.elf"
    return expect(run(["tools/weft-run", "-o", "trace=" + scratch() + "/t", image]), 2,
                  "keeps no events: build it with TRACE=1, or by make trace")


if "scc-sim" in BOARDS:
    check("a broadcast", broadcast)
    check("interrupts", interrupts)
    check("any bytes", any_bytes)
    check("a hang", hang)
    check("calls", calls)
    check("time is up", cut_off)
    check("a board without", elsewhere)
    check("a ring that has gone round", last_only)
# A library each to compile: make test has one board of each kind of vehicle.
KINDS = ("scc-qemu", "epiphany-emu", "mpi")
for name in BOARDS:
    if not name.endswith("-sim") and (FULL or name in KINDS or not set(KINDS) & set(BOARDS)):
        check(f"{name}: rings", rings, name)
        check(f"{name}: a hang", ring_hang, name)
if any("qemu" in b for b in BOARDS):
    check("an image without", untraced)
# Two build one image at a time.
finish(workers=1)
