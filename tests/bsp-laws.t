#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/bsp-laws: its constants, and what it says of samples that obey a law or none."""

import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import check, expect, finish, run  # noqa: E402

TOOL = "tools/bsp-laws"
SAMPLES = 2000
PARTS = {"links": lambda p: p * (p - 1) // 2, "edges": lambda p: p}
# The expected maximum of n standard normal numbers, in closed form.
KNOWN = {2: 0.5642, 3: 0.8463, 4: 1.0294, 5: 1.1630}


def drawn(law, more=lambda p: 0):
    """Samples of p = 2, 4, 8: the slowest of that law's parts; means grow by more(p)."""
    draw = random.Random(1)
    return "".join(
        f"sample {p} "
        f"{max(draw.gauss(100 + more(p), 5) for _ in range(PARTS[law](p))):.3f}\n"
        for p in (2, 4, 8) for _ in range(SAMPLES))


def told(text):
    """Errors in per cent by law and p, by samples and by normal; and the distance."""
    status, out, err = run([TOOL], input=text.encode())
    if status:
        raise RuntimeError(out + err)
    errors, law = {}, None
    for line in out.splitlines():
        begun = re.match(r"(links|edges): from p=2", line)
        law = begun[1] if begun else law
        row = re.match(r" *(\d+) +\S+ +(\S+)% +\S+ +(\S+)%$", line)
        if row:
            errors[law, int(row[1])] = float(row[2]), float(row[3])
    return errors, float(re.search(r"at most (\S+) apart", out)[1]), out


def constants():
    status, out, err = run([TOOL, "-c"])
    rows = {int(c[0]): c for c in map(str.split, out.splitlines()[1:])}
    if status or sorted(rows) != [2, 4, 8, 16, 32, 48, 64]:
        return out + err
    for p, n, column in ((2, 2, 5), (4, 4, 5)):
        if abs(float(rows[p][column]) - KNOWN[n]) > 0.001:
            return f"the maximum of {n}: {rows[p][column]}, not {KNOWN[n]}"
    one = [abs(float(x)) for x in rows[2][2:4]]
    return None if one == [0.0, 1.0] else f"one normal number: {one}"


def obeyed(law):
    """The law that the samples obey predicts them, and the other one does not."""
    errors, distance, out = told(drawn(law))
    other = "edges" if law == "links" else "links"
    for p in (4, 8):
        if max(map(abs, errors[law, p])) > 0.6:
            return f"{law}, p={p}: {errors[law, p]} %\n{out}"
    if abs(errors[other, 8][1]) < 0.6:
        return f"{other} predicts them as well\n{out}"
    # Two p-th roots of 2000 samples: their deviation is below 0.01.
    if (distance < 0.04) != (law == "edges"):
        return f"roots are {distance} apart\n{out}"
    return None


def disturbed():
    """Means that grow with p: no law predicts them, and the roots tell which drifts."""
    errors, distance, out = told(drawn("edges", lambda p: 2 * p))
    if errors["edges", 8][1] > -5 or distance < 0.2:
        return out
    return None if "p=8 below p=2" in out else out


def distances(draw):
    """Of 2000 samples: from a normal distribution, and from a log-normal one."""
    numbers = random.Random(2)
    text = "2 7.5\n2 7.5\n" + "".join(f"4 {draw(numbers):.6f}\n" for _ in range(SAMPLES))
    status, out, err = run([TOOL], input=text.encode())
    row = re.search(r"^ *4 +2000 +\S+ +\S+ +(\S+) +(\S+)$", out, re.M)
    if status or not row:
        raise RuntimeError(out + err)
    return row[1], row[2]


def shapes():
    """Each kind of samples is near its own distribution, and far from the other one."""
    normal, log = map(float, distances(lambda r: r.gauss(100, 40) + 500))
    if normal > 0.03:
        return f"normal samples: {normal}, {log}"
    normal, log = map(float, distances(lambda r: r.lognormvariate(1, 1)))
    if log > 0.03 or normal < 0.1:
        return f"log-normal samples: {normal}, {log}"
    none = distances(lambda r: 0.0 if r.random() < 0.5 else r.random())[1]
    return None if none == "none" else f"samples that are 0: {none}"


def same():
    """Without variance nothing grows."""
    errors, distance, out = told("2 7.5\n2 7.5\n4 7.5\n4 7.5\n")
    return None if set(errors.values()) == {(0.0, 0.0)} and distance == 0 else out


def refused():
    for text, said in (("", "no samples of two p"), ("2 1.0\n2 1.0\n1 5\n1 5\n",
                                                     "no samples of two p"),
                       ("2 1.0\n2 1.0\n4 2.0\n", "p=4 has one sample")):
        wrong = expect(run([TOOL], input=text.encode()), 2, said)
        if wrong:
            return wrong
    return expect(run([TOOL, "-x"]), 2, "what is -x")


check("constants", constants)
check("samples of links", obeyed, "links")
check("samples of edges", obeyed, "edges")
check("processes that disturb each other", disturbed)
check("no variance", same)
check("normal and log-normal samples", shapes)
check("what it cannot read", refused)
finish()
