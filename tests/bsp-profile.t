#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The profiler of BSPlib: its figures are those of the program, on each kind of board."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, check, expect, finish, make, run, scratch  # noqa: E402

CORES = 3
WHERE = [b for b in ("scc-sim", "scc-qemu") if b in BOARDS]
HEAD = 3  # words of a put's record
PUT, GOT = 100, 10
folder = scratch()


def console(board):
    """The run's, in a file; the program is tests/target/bsp/bsp_profile.c."""
    path = os.path.join(folder, board)
    if not os.path.exists(path):
        image = f"build/{board}/tests/bsp_profile.elf"
        status, out, err = make(f"BOARD={board}", image, "vehicle")
        if status:
            raise RuntimeError(out + err)
        mode = ["--mode", "icount"] if board == "scc-qemu" else []
        status, out, err = run(["tools/weft-run", "--board", board, *mode,
                                "--cores", str(CORES), "--tap", image])
        if status:
            raise RuntimeError(out + err)
        with open(path, "w", encoding="utf-8") as f:
            f.write(out)
    return path


def rows(text):
    """Each superstep's cells, and those of its processes."""
    found = []
    for line in text.splitlines():
        cells = line.split()
        if cells and cells[0].isdigit():
            found.append([cells[2:], []])
        elif cells[:1] == ["process"]:
            found[-1][1].append(cells[2:])
    return found


def figures(board):
    status, out, err = run(["tools/bsp-profile", "-p", "l=5", "g=100",
                            console(board)])
    if status:
        return out + err
    steps = rows(out)
    if len(steps) != 4 or any(len(own) != CORES for _, own in steps):
        return f"supersteps or processes are missing\n{out}"
    slow, own = steps[1]
    w = [float(cells[0]) for cells in own]
    waits = [float(cells[1]) for cells in own]
    # Under -icount one core runs at a time, and waits are those for a turn.
    turns = board != "scc-sim"
    if w[-1] <= max(w[:-1]) or (waits[-1] >= min(waits[:-1]) and not turns):
        return f"the last process is not the slow one\n{out}"
    if float(slow[1]) != max(w) or float(slow[3]) <= 1.5:
        return f"its superstep is not what its processes are\n{out}"
    moved = [[[int(n) for n in cells[3:5]] for cells in own] for _, own in steps]
    if any(h != [0, 0] for h in moved[0] + moved[1]):
        return f"words, where none are sent\n{out}"
    if any(h != [HEAD + PUT, HEAD + PUT] for h in moved[2]):
        return f"not what is put\n{out}"
    # A request each way, and an answer each way.
    if any(h[0] != h[1] or not GOT < h[0] < 3 * GOT for h in moved[3]):
        return f"not what is got\n{out}"
    put = steps[2][0]
    model = float(put[1]) + (HEAD + PUT) * 0.1 + 5
    if abs(float(put[-1]) - model) > 0.11:
        return f"{put[-1]} is not w + h g + l, {model}\n{out}"
    return None


def sums(board):
    """Rows by line add up to that of all; times of supersteps to the run's."""
    status, out, err = run(["tools/bsp-profile", console(board)])
    cells = [line.split() for line in out.splitlines()[1:-1]]
    if status or [c[1] for c in cells] != ["1"] * 4 + ["4"]:
        return f"not four lines and their sum\n{out}{err}"
    for column in (2, 9):
        each = [float(c[column]) for c in cells]
        if abs(sum(each[:-1]) - each[-1]) > 0.3:
            return f"column {column} does not add up\n{out}"
    return None


def timeline(board):
    path = os.path.join(folder, f"{board}.json")
    status, out, err = run(["tools/bsp-profile", "-t", path, console(board)])
    if status:
        return out + err
    with open(path, encoding="utf-8") as f:
        slices = [e for e in json.load(f)["traceEvents"] if e["ph"] == "X"]
    for pid in range(CORES):
        own = [e for e in slices if e["tid"] == pid]
        if [e["name"] for e in own] != ["compute", "wait", "communicate"] * 4:
            return f"process {pid}: {own}"
        for one, after in zip(own, own[1:]):
            if abs(one["ts"] + one["dur"] - after["ts"]) > 1e-6:
                return f"process {pid}: a gap or an overlap at {after}"
    return None


def spaced():
    """A source whose path has a space."""
    with open(console(WHERE[0]), encoding="utf-8") as f:
        text = f.read().replace(" tests/target/", " my tests/")
    return expect(run(["tools/bsp-profile"], input=text.encode()), 0,
                  "my tests/bsp/bsp_profile.c:")


def refused():
    lines = [line for line in open(console(WHERE[0]), encoding="utf-8")]
    lost = [n for n, line in enumerate(lines) if "bsp-profile superstep" in line]
    for text, said in (("", "no line of bsp-profile"),
                       ("bsp-profile process 2 0 x\n", "a damaged line"),
                       ("bsp-profile process 1 0 0 x\n", "a damaged line"),
                       ("".join(lines[:lost[-1]]), "lines are missing"),
                       ("".join(lines[:lost[0]] + lines[lost[0] + 1:]),
                        "comes too soon")):
        wrong = expect(run(["tools/bsp-profile"], input=text.encode()), 2, said)
        if wrong:
            return wrong
    return (expect(run(["tools/bsp-profile", "l=1", console(WHERE[0])]), 2,
                   "together")
            or expect(run(["tools/bsp-profile", "-x"]), 2, "what is -x"))


for b in WHERE:
    check(f"{b}: words and times of each process", figures, b)
    check(f"{b}: sums", sums, b)
    check(f"{b}: the timeline", timeline, b)
if WHERE:
    check("a path with a space", spaced)
    check("what it cannot read", refused)
finish(1)
