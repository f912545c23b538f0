#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The simulator's time against the published model and measurements."""

import collections
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import (BOARDS, FULL, NIGHTLY, ROOT, Skip, check, finish,  # noqa: E402
                 make, note, run)

sys.path.insert(0, os.path.join(ROOT, "sim"))
import software_rows  # noqa: E402

ROW = re.compile(r"weft-row: (\S+)\t(\S+)\t(\S+)\t([\d.]+)\t")
BENCH = "build/scc-sim/bench/"
FEW = 3  # instructions


def weft_run(image, *args, options=(), cores=48, mode="strict"):
    command = ["tools/weft-run", "--board", "scc-sim", "--cores", str(cores),
               "--mode", mode]
    for option in options:
        command += ["-o", option]
    status, out, err = run(command + [BENCH + image, *args], 300)
    if status:
        raise RuntimeError(f"status {status}\n{out[-2000:]}{err[-2000:]}")
    return out


def rows(*args, **options):
    """{params: {metric: value}}"""
    found = collections.defaultdict(dict)
    for _, params, metric, value in ROW.findall(weft_run(*args, **options)):
        found[params][metric] = float(value)
    return found


def copies():
    found = rows("rma.elf", options=["software=free", "contention=off",
                                     "links=off"])
    bad = [f"{p}: {v}" for p, v in found.items()
           if abs(v["completion"] / v["model"] - 1) > 0.01]
    return "\n".join(bad) or (None if len(found) == 324 else f"{len(found)}")


def contend(op, target, *more):
    found = rows("contend.elf", f"op={op}", f"target={target}",
                 options=["software=free", *more])
    return {int(re.search(r"readers=(\d+)", p)[1]): v
            for p, v in found.items()}


def many_getters(target):
    on, off = contend("get", target), contend("get", target, "contention=off")
    wrong = [f"{n} readers: {on[n]}, without contention {off[n]}"
             for n in on if n <= 24 and on[n]["mean"] > 1.1 * off[n]["mean"]]
    if on[48]["max"] < 2 * on[48]["min"]:
        wrong.append(f"48 readers: {on[48]}")
    return "\n".join(wrong)


def many_putters():
    """The center of the mesh; at a corner, core 0, it is 3.6 times."""
    at = contend("put", 30)[48]
    return None if at["max"] > 4 * at["min"] else f"48: {at}"


def link():
    slow, free = (rows("contend.elf", "op=link", options=["software=free",
                                                          f"links={links}"])
                  ["op=link,readers=24"] for links in ("on", "off"))
    return None if slow["max"] < 1.02 * free["max"] else f"{slow} {free}"


def irq(via):
    found = rows("irq.elf", f"via={via}", options=["software=free",
                                                   f"irq={via}"])
    return {int(re.search(r"targets=(\d+)", p)[1]): v
            for p, v in found.items()}


def interrupts():
    gic, unread, direct = irq("gic"), irq("gic-unread"), irq("direct")
    wrong = []
    if not 1900 < gic[1]["max"] < 2100:
        wrong.append(f"one target: {gic[1]}")
    if not 5000 < gic[48]["max"] < 6000 or gic[48]["min"] > 2100:
        wrong.append(f"48 targets: {gic[48]}")
    if gic[20]["max"] > 1.25 * gic[1]["max"]:
        wrong.append(f"20 targets: {gic[20]}")
    wrong += [f"untouched, {n} targets: {v}" for n, v in unread.items()
              if not 1850 < v["min"] <= v["max"] < 2200]
    wrong += [f"direct, {n} targets: {v}" for n, v in direct.items()
              if v["min"] < 612]
    return "\n".join(wrong)


def port_test(via, seed):
    """Interrupts masked, nested, pending and merged, by that way."""
    status, out, err = run(["tools/weft-run", "--board", "scc-sim", "-o",
                            f"irq={via}", "--seed", str(seed),
                            "build/scc-sim/tests/port.elf"])
    return f"{out[-2000:]}{err[-2000:]}" if status else None


def instructions():
    if not os.path.exists(software_rows.COUNTED):
        if "scc-qemu" not in BOARDS:
            raise Skip("no counts of scc-qemu: make bench BOARD=scc-qemu")
        status, out, err = make("bench", "BOARD=scc-qemu")
        if status:
            return out + err
    found = list(software_rows.rows())
    # The bench's own loop, which each compiler makes in its way.
    loop = next(abs(ours - theirs) for op, ours, theirs in found
                if op.startswith("op=nothing,"))
    return "\n".join(f"{op}: charged {ours:.0f}, counted {theirs:.0f}"
                     for op, ours, theirs in found
                     if abs(ours - theirs) > max(0.2 * theirs, loop + FEW))


def throughput():
    published = {"2": 35.2, "7": 34.3, "47": 35.9}
    found = rows("bcast.elf", "table=A", options=["table=A"])
    wrong = []
    for k, theirs in published.items():
        ours = found[f"table=A,algo=ocbcast,k={k},lines=32768"]["throughput"]
        if abs(ours / theirs - 1) > 0.05:
            wrong.append(f"k={k}: {ours}, published {theirs}")
    return "\n".join(wrong)


TIMED = """
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print("used", used.ru_utime + used.ru_stime, used.ru_maxrss >> 10)
sys.exit(status)
"""


def host(cores, size, seconds):
    """Processor time: other work on the host must not fail a test."""
    status, out, err = run([sys.executable, "-c", TIMED, "tools/weft-run",
                            "--cores", str(cores), BENCH + "host.elf",
                            f"bytes={size}"], 600)
    used = re.search(r"^used ([\d.]+) (\d+)$", out, re.MULTILINE)
    if status or not used:
        return f"status {status}\n{out[-2000:]}{err[-2000:]}"
    took, megabytes = float(used[1]), int(used[2])
    note(f"{cores} cores, {size} bytes: {took:.1f} s, {megabytes} MB")
    if took < seconds and megabytes < 4096:
        return None
    return f"{took:.1f} s, {megabytes} MB; allowed {seconds} s"


def settings():
    """An unknown one, and a value that is none, are told."""
    wrong = []
    for option, text in (("set=cpi:x", "expected a number"),
                         ("set=nothing:1", "no 'nothing'"),
                         ("set=gic:maybe", "expected on or off"),
                         ("irq=nmi", "not one of"),
                         ("nothing=1", "no option 'nothing'")):
        said = run(["tools/weft-run", "--board", "scc-sim", "-o", option,
                    BENCH + "ops.elf"])
        if said[0] == 0 or text not in said[1] + said[2]:
            wrong.append(f"{option}: {said}")
    return "\n".join(wrong)


def same_twice():
    one, two = (weft_run("contend.elf", "op=put", "target=30")
                for _ in range(2))
    return None if one == two else "two runs differ"


def modes_alike(cores):
    """Broadcasts of all kinds, lines that are shared, combined and cached."""
    strict, fast = (weft_run("choice.elf", "most=128", "calls=1", cores=cores,
                             mode=mode) for mode in ("strict", "fast"))
    return None if strict == fast else f"strict:\n{strict}fast:\n{fast}"


if "scc-sim" in BOARDS:
    status_, out_, err_ = make("BOARD=scc-sim")
    check("scc-sim builds", lambda: out_ + err_ if status_ else None)
    check("copies take what the formulas say, within 1 %", copies)
    for core in (0, 30):
        check(f"getters of core {core}'s MPB: 24 do not slow each other "
              f"down, 48 do", many_getters, core)
    check("48 putters into core 30's MPB: the slowest takes 4 times",
          many_putters)
    check("24 readers do not saturate a link", link)
    check("interrupts: direct, by the controller, and left alone", interrupts)
    for way in ("gic", "gic-unread"):
        for number in (0, 1, 2):
            check(f"the port's test with irq={way}, seed {number}", port_test,
                  way, number)
    check("charged instructions are those of scc-qemu, within 20 %",
          instructions)
    check("OC-Bcast's throughput as published, within 5 %", throughput)
    check("two runs are the same", same_twice)
    for number in (48, 256):
        check(f"modes strict and fast take the same time, {number} cores",
              modes_alike, number)
    check("settings are checked", settings)
    check("48 cores, 1 MB: under 3 s", host, 48, 1 << 20, 3)
    if FULL:
        # A host whose caches others use, too, takes three times as long.
        check("2048 cores, 64 KB: under 100 s", host, 2048, 65536, 100)
    if NIGHTLY:
        check("4096 cores, 64 KB: under 300 s", host, 4096, 65536, 300)
finish(workers=1)
