#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Published figures: each is reached, or says what keeps ours from it, or why it has no row.

What stands beside them is bench/measured.tsv, rows of make bench that are kept, and
docs/results.md is made from both.
"""

import importlib.machinery
import importlib.util
import os
import sys
from types import SimpleNamespace

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import ROOT, check, expect, finish, run, scratch  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tools"))
from published import (figures, params_of, published_from,  # noqa: E402
                       reached, shortfall, verdict, with_scatter)

base = scratch("published")


def lines_of(name, columns):
    with open(os.path.join(ROOT, "bench", name), encoding="utf-8") as f:
        found = [line.rstrip("\n").split("\t") for line in f
                 if not line.startswith("#")]
    for fields in found:
        if len(fields) != columns:
            raise ValueError(f"{name}: {len(fields)} fields: {fields}")
    return found


def row(params, value, bench="b", metric="m", board="one"):
    return SimpleNamespace(board=board, bench=bench, text=params, metric=metric,
                           params=params_of(params), value=float(value))


def figure(relation, value, unit, params="a=1", metric="m"):
    return published_from([["b", params, metric, relation, str(value), unit,
                            "somebody", "-"]])[0]


def judged():
    """Who is faster reaches; who is slower by more than a fifth does not."""
    for relation, value, unit, yes, no in (
            ("=", 10, "us", (1, 12), (12.1,)),
            ("about", 10, "MB/s", (100, 8.4), (8.3,)),
            ("about", 2, "times", (3, 1.67), (1.66,)),
            ("about", 1.18, "times", (1.09,), (1.08, 0.99)),  # half of the gain
            ("about", 0.9, "times", (0.76,), (0.74,)),
            ("at least", 2, "times", (2, 3), (1.99,)),
            ("above", 50, "%", (51,), (49,)),
            ("at most", 1.19, "times", (1, 1.19), (1.2,)),
            ("below", 200, "ops", (199,), (201,)),
            ("about", 0, "% lower", (0, -5, 40), (-5.1,)),
            ("about", 90, "% lower", (90, 76), (74,))):
        p = figure(relation, value, unit)
        for ours in yes:
            if not reached(p, ours):
                return f"{relation} {value} {unit}: {ours} is not reached"
        for ours in no:
            if reached(p, ours):
                return f"{relation} {value} {unit}: {ours} is reached"
    return None


def compared():
    rows = [row("k=x,n=1", 30), row("k=y,n=1", 10), row("k=x,n=2", 8),
            row("k=z,n=1", 5)]
    found = figures(rows, figure("about", 3, "times", "k=x vs k=y"))
    if found != [("k=x,n=1 vs k=y,n=1", 3.0)]:
        return f"times: {found}"
    found = figures(rows, figure("=", 50, "% lower", "k=z vs k=y"))
    if found != [("k=z,n=1 vs k=y,n=1", 50.0)]:
        return f"lower: {found}"
    rows = [row("k=x", 6), row("k=x", 3, metric="n")]
    found = figures(rows, figure("=", 2, "x", "k=x", "m/n"))
    return None if found == [("k=x", 2.0)] else f"a/b: {found}"


def seeded():
    """Rows that differ in seeds only are one figure, with its deviation."""
    rows = [row(f"k={k},seed={n}", v * n) for k, v in (("x", 4), ("y", 2))
            for n in (1, 2, 3)]
    p = figure("=", 8, "us", "k=x")
    found = figures(rows, p)
    if found != [("k=x, mean of 3 seeds, standard deviation 4", 8.0)]:
        return f"{found}"
    if with_scatter(rows, p) != "8 ± 4 (3 seeds)":
        return with_scatter(rows, p)
    found = figures(rows, figure("about", 2, "times", "k=x vs k=y"))
    if found != [("k=x vs k=y, mean of 3 seeds, standard deviation 0", 2.0)]:
        return f"{found}"
    return None


def worst():
    """One row that is not reached decides; none at all is no row."""
    p = figure("=", 10, "us", "k=x")
    if verdict(p, []) != "no row":
        return "no rows"
    rows = [row("k=x,n=1", 9), row("k=x,n=2", 20)]
    if verdict(p, rows) != "short" or shortfall(p, rows) != 2:
        return f"{verdict(p, rows)}, {shortfall(p, rows)}"
    if verdict(p, rows[:1]) != "reached":
        return "not reached"
    p.remark = "differs: another machine"
    said = [verdict(p, some) for some in (rows[:1], rows, [])]
    return None if said == ["differs", "differs", "no row"] else str(said)


def refused(fields, said):
    def wrong():
        try:
            published_from([fields])
        except ValueError as error:
            return None if said in str(error) else str(error)
        return "taken"
    return wrong


def boards():
    """Two rows of one board are compared where both boards have them; board=x is x's."""
    rows = [row("k=1", 10), row("k=2", 5), row("k=1", 8, board="other"),
            row("k=2", 1, board="other"), row("k=3", 20, board="other")]
    for params, right in (("k=1 vs k=2", [2, 8]), ("k=3 vs k=1", [2.5]),
                          ("k=2 vs k=3", [0.25, 0.05]),
                          ("k=1,board=other vs k=1,board=one", [0.8])):
        ours = [value for _, value in figures(rows, figure("=", 1, "times", params))]
        if ours != right:
            return f"{params}: {ours}"
    one = [value for _, value in figures(rows, figure("=", 1, "us", "k=1,board=other"))]
    return None if one == [8] else f"board=other: {one}"


def remarks():
    """Each line of the file has the remark that its verdict asks for."""
    rows = []
    for board, bench, text, metric, value, _ in lines_of("measured.tsv", 6):
        rows.append(row(text, value, bench, metric, board))
    wrong = []
    for p in published_from(lines_of("published.tsv", 8)):
        said = verdict(p, rows)
        kind = p.remark.partition(": ")[0]
        if kind != ("-" if said == "reached" else said):
            wrong.append(f"{p.bench} {p.text} {p.metric}: {said}, its remark: "
                         f"{p.remark}")
    return "\n".join(wrong) or None


def page():
    made = os.path.join(base, "results.md")
    wrong = expect(run(["tools/results", "page", made]), 0, "")
    if wrong:
        return wrong
    with open(made, encoding="utf-8") as one, open(
            os.path.join(ROOT, "docs", "results.md"),
            encoding="utf-8") as other:
        return (None if one.read() == other.read() else
                "docs/results.md is stale: tools/results page docs/results.md")


GOOD = ["b", "a=1", "m", "=", "1", "us", "somebody", "-"]
check("what counts as reached", judged)
check("two rows, and two metrics, compared", compared)
check("seeds are one figure", seeded)
check("the worst of several rows decides; another experiment is never reached", worst)
for at, bad, what in ((3, "nearly so", "relation"), (5, "miles", "unit"),
                      (7, "why not", "remark")):
    check(f"a bad {what} is named", refused(
        GOOD[:at] + [bad] + GOOD[at + 1:], what + " " + bad))
check("rows of several boards", boards)
check("each published figure: reached, or what keeps ours from it, or why no row",
      remarks)
check("docs/results.md is made from the rows", page)
def performance():
    made = os.path.join(base, "performance.md")
    wrong = expect(run(["tools/performance", "page", made]), 0, "")
    if wrong:
        return wrong
    with open(made, encoding="utf-8") as one, open(
            os.path.join(ROOT, "docs", "performance.md"), encoding="utf-8") as other:
        return (None if one.read() == other.read() else
                "docs/performance.md is stale: tools/performance page docs/performance.md")


def changed():
    """A time that is longer is worse, a rate that is higher is better."""
    sys.path.insert(0, os.path.join(ROOT, "tools"))
    spec = importlib.util.spec_from_loader("performance", importlib.machinery.SourceFileLoader(
        "performance", os.path.join(ROOT, "tools", "performance")))
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    said = [tool.text_of(tool.change(*row)) for row in (
        (10, 11, "us"), (10, 11, "MB/s"), (10, 8, "cycles"), (10, 10.05, "us"), (0, 1, "us"))]
    return None if said == ["10 % worse", "10 % better", "20 % better", "", ""] else str(said)


check("docs/performance.md is made from the rows", performance)
check("what is better, and what is worse", changed)
check("tools/results says how it is called", lambda: expect(
    run(["tools/results"]), 1, "usage"))

finish()
