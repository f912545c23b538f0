#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make report: one page, with curves, published figures and nothing to fetch."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import (BOARDS, FULL, NIGHTLY, check, expect,  # noqa: E402
                 finish, make, run, scratch)

base = scratch(" with space")
rows = os.path.join(base, "rows")
page = os.path.join(base, "out", "index.html")
os.mkdir(rows)


def write(name, *lines):
    with open(os.path.join(rows, name), "w", encoding="utf-8") as f:
        f.writelines("\t".join(line) + "\n" for line in lines)


def latency(algo, lines, value):
    return ("bcast", f"table=B,algo={algo},lines={lines}", "latency",
            str(value), "us")


def content():
    """The page, without the places where a line may be broken."""
    with open(page, encoding="utf-8") as f:
        return f.read().replace("<wbr>", "")


def fetches(text):
    """What a browser would fetch for this page."""
    found = re.findall(r"https?:|//[\w.]+/|@import|<(?:link|script|img|iframe)"
                       r"\b|\bsrc\s*=", text, re.IGNORECASE)
    found += re.findall(r"href\s*=\s*['\"]?(?!['\"]?#)\S+", text)
    found += re.findall(r"url\(\s*['\"]?(?!['\"]?#)\S+", text)
    return f"it refers to {' '.join(found[:5])}" if found else None


def drawn():
    write("scc-sim.tsv", latency("ocbcast,k=7", 1, 33.2),
          latency("ocbcast,k=7", 32, 60), latency("binomial", 1, 66.4),
          latency("binomial", 32, 200),
          ("contend", "op=get,readers=48,target=9", "max", "90", "us"),
          ("contend", "op=get,readers=48,target=9", "min", "30", "us"),
          ("other", "a=<b>&'c'", "seconds", "1", "s"))
    wrong = expect(run(["tools/report", rows, page]), 0, "written to")
    if wrong:
        return wrong
    text = content()
    for what in ("scc-sim are simulated", "no row",
                 "<td class=n>33.2</td><td>us</td><td class=n>2.00</td>",
                 "<td class=n>50</td><td>% lower</td>",
                 "op=get,readers=48,target=9</td><td class=n>above 2</td>"
                 "<td class=n>3</td>", "a=&lt;b&gt;&amp;&#x27;c&#x27;"):
        if what not in text:
            return f"the page has no {what}"
    if text.count("<svg") != 4 or text.count("</svg>") != 4:
        return f"{text.count('<svg')} drawings, not two of two curves"
    return fetches(text)


def everywhere():
    """On a phone, in the dark: its width, no colour that is the paper's."""
    text = content()
    for what in ("<meta name=viewport content='width=device-width'>",
                 "color-scheme: light dark", "(prefers-color-scheme: dark)",
                 "(max-width: 40em)"):
        if what not in text:
            return f"the page has no {what}"
    drawings = "".join(re.findall(r"<svg.*?</svg>", text, re.DOTALL))
    black = re.findall(r"(?:stroke|fill|\bcolor)=['\"](?:black|rgb\( *0, *0, *0\)"
                       r")['\"]", drawings)
    return f"black on black: {black[0]}" if black else None


def told_apart():
    """No two series of a curve look the same, however many there are."""
    count = 20
    write("scc-sim.tsv", *(latency(f"a{n}", lines, n + lines)
                           for n in range(count) for lines in (1, 32)),
          *(("barrier", f"algo=a{count - n},cores={cores}", "latency", str(n),
             "us") for n in range(3) for cores in (2, 48)))
    wrong = expect(run(["tools/report", rows, page]), 0, "written to")
    if wrong:
        return wrong
    text, looks = content(), []
    for items in re.findall(r"<ul class=legend>(.*?)</ul>", text):
        found = re.findall(r'style="color:(#\w+)">(.)</b> (\S+?)( \w+)?(?=<|$)',
                           items)
        looks.append({name: (c, m, d) for c, m, name, d in found})
    many, few = looks
    if len(set(many.values())) != count or len(set(few.values())) != 3:
        return f"{many}\n{few}"
    lines = {c for c, _, _ in many.values()}
    drawn_in = set(re.findall(r"stroke='(?:rgb\(([^)]*)\)|(#\w+))'", text))
    if len(drawn_in) < len(lines):
        return f"{len(lines)} colours in the list, {drawn_in} drawn"
    return None


def refused(name, line, said):
    other = os.path.join(base, name)
    os.mkdir(other)
    if line:
        with open(os.path.join(other, "x.tsv"), "w", encoding="utf-8") as f:
            f.write(line + "\n")
    return expect(run(["tools/report", other, page + ".no"]), 1, said)


def the_goals(some):
    """The real thing: with a few programs' rows, or with all, which takes an hour."""
    few = ["BENCHES=" + some] if some else []
    for board in BOARDS:
        wrong = expect(make(f"BOARD={board}", "bench", *few, time_out=5400), 0,
                       "written to")
        if wrong:
            return wrong
    wrong = expect(make(f"BOARD={BOARDS[0]}", "report"), 0, "written to")
    if wrong:
        return wrong
    with open("build/report/index.html", encoding="utf-8") as f:
        return fetches(f.read())


check("the page", drawn)
check("on a phone, in the dark", everywhere)
check("every series of a curve has its own look", told_apart)
check("a row with too few fields is named", refused, "short",
      "bcast\tk=7\tlatency", "x.tsv:1: 3 fields")
check("no rows at all", refused, "none", "", "make bench")
if FULL and BOARDS:
    check("make bench, make report", the_goals, "" if NIGHTLY else "barrier rma ops")
check("a bench that is not there", lambda: expect(make(
    "bench", "BENCHES=none", "BOARD=scc-sim"), 2, "no bench/none.c"))
# One after another: they write one page.
finish(workers=1)
