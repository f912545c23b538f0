#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make report: one page, with curves, published figures and nothing to fetch."""

import importlib.machinery
import importlib.util
import os
import re
import sys
from types import SimpleNamespace

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import (BOARDS, FULL, NIGHTLY, Skip, check, expect,  # noqa: E402
                 finish, make, run, scratch)
import browser  # noqa: E402

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
    found = re.findall(r"https?:|//[\w.]+/|@import|<(?:link|img|iframe)"
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
    if text.count("<figure>") != 2:
        return f"{text.count('<figure>')} graphs, not two"
    if 'class=bad><span class=name>bcast table=B,algo=ocbcast,k=7,l' \
            not in text:
        return "no mark for a latency of twice what is published"
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
    looks, most = {}, 0
    for figure in re.findall(r"<figure>(.*?)</figure>", content()):
        keys = re.findall(r'--c:var\(--s(\d)\)"><svg(.*?)</svg> (\S+)</button>', figure)
        most += len(keys)
        if len({colour for colour, _, _ in keys}) != len(keys):
            return f"a colour comes twice: {keys}"
        for colour, mark, name in keys:
            if looks.setdefault(name, (colour, mark)) != (colour, mark):
                return f"{name} looks otherwise in another graph"
    if len(set(looks.values())) != len(looks) or len(looks) < count or most < count + 3:
        return f"{len(looks)} names, {len(set(looks.values()))} looks, {most} keys"
    return None


def linear(text):
    for at in (1, 3, 5):
        c = int(text[at:at + 2], 16) / 255
        yield c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


# G. Machado and others, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency", 2009: all of the red, of the green, of the blue cones are missing.
EYES = {
    "as most": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                    (-0.003882, -0.048116, 1.051998)),
    "without green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                      (-0.011820, 0.042940, 0.968881)),
    "without blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                     (0.004733, 0.691367, 0.303900)),
}


def lab(rgb):
    """CIE L*a*b* of linear light, white point D65."""
    def root(t):
        return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
    x, y, z = (sum(m * max(0, min(1, c)) for m, c in zip(row, rgb)) for row in (
        (0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)))
    fx, fy, fz = root(x / 0.9505), root(y), root(z / 1.089)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def for_all_eyes():
    """Each two colours of a graph differ by 20 for every kind of colour blindness, and each
    stands out from its paper by 3 to 1."""
    sys.path.insert(0, "tools")
    from report_draw import PALETTE
    wrong = []
    for dark, paper in ((0, "#ffffff"), (1, "#191f27")):
        lights = [list(linear(pair[dark])) for pair in PALETTE]
        for who, eye in EYES.items():
            seen = [lab([sum(m * c for m, c in zip(row, rgb)) for row in eye])
                    for rgb in lights]
            for i, one in enumerate(seen):
                for j in range(i):
                    far = sum((p - q) ** 2 for p, q in zip(one, seen[j])) ** 0.5
                    if far < 20:
                        wrong.append(f"{who}, on {paper}: {PALETTE[j][dark]} and "
                                     f"{PALETTE[i][dark]} differ by {far:.0f}")
        bright = [0.2126 * r + 0.7152 * g + 0.0722 * b
                  for r, g, b in [*lights, list(linear(paper))]]
        for i, one in enumerate(bright[:-1]):
            high, low = max(one, bright[-1]), min(one, bright[-1])
            if (high + 0.05) / (low + 0.05) < 3:
                wrong.append(f"{PALETTE[i][dark]} does not stand out from {paper}")
    return "\n".join(wrong) or None


def axis_ends():
    """Logarithmic axes hold all, end at ticks, and say 10k and not 1e+04."""
    sys.path.insert(0, "tools")
    from report_draw import Axis, short
    axis = Axis([3.2, 45000], True, 0, 100, 6)
    said = [short(t) for t in axis.ticks]
    few = Axis([1, 48], True, 0, 100, 7, 2)
    line = Axis([0, 192], False, 0, 100, 7)
    ok = said == ["1", "10", "100", "1k", "10k", "100k"] and 0 < axis.at(3.2) < 100 \
        and few.ticks == [1, 2, 4, 8, 16, 32, 64] and few.at(64) == 100 \
        and line.ticks[0] == 0 and line.at(192) <= 100
    return None if ok else f"{said}, {few.ticks}, {line.ticks}"


def in_browser(**how):
    """A person at it: one work, one board, one series, by mouse and by keyboard."""
    program = browser.find()
    if not program:
        raise Skip("no browser; chromium would do")
    wrong = expect(run(["tools/report", rows, page, "bench/measured.tsv"]), 0, "written to")
    if wrong:
        return wrong
    b = browser.Browser(program, scratch())
    try:
        b.size(how["width"], 900, how.get("phone", False))
        b.dark(how.get("dark", False))
        b.open(page, 'document.documentElement?.dataset.ready === "yes"')
        return at_page(b, **how) or ("\n".join(b.said) if b.said else None)
    finally:
        b.close()


def at_page(b, width, phone=False, dark=False):
    wide = b.value("document.documentElement.scrollWidth - window.innerWidth")
    if wide > 0:
        return f"{wide} dots too wide at {width}"
    small = b.value("""[...document.querySelectorAll("button, select, summary")].filter(
        e => e.offsetHeight && e.offsetHeight < 38).length""")
    shown = b.value("""[...document.querySelectorAll("figure > svg")].filter(
        s => getComputedStyle(s).display !== "none").map(s => s.classList[0])""")
    if small or set(shown) != {"narrow" if phone else "wide"}:
        return f"{small} too small for a finger; {set(shown)} shown"
    works = b.value("document.querySelectorAll('.work').length")
    b.value("document.getElementById('work').focus()")
    b.value("document.getElementById('work').value = 'BSP';"
            "document.getElementById('work').dispatchEvent(new Event('change'))")
    left = b.value("[...document.querySelectorAll('.work')].filter(s => !s.hidden)"
                   ".map(s => s.dataset.work)")
    if works < 4 or left != ["BSP"]:
        return f"of {works} works {left} are left"
    b.value("document.querySelector('figcaption button').focus()")
    b.key(" ")
    on = b.value("[document.querySelectorAll('.chosen').length, document.querySelector("
                 "'figure.one button').getAttribute('aria-pressed')]")
    b.key(" ")
    if on != [2, "true"] or b.value("document.querySelectorAll('.chosen').length"):
        return f"one series stands out: {on}"
    paper = b.value("getComputedStyle(document.body).backgroundColor")
    return None if paper == ("rgb(17, 21, 27)" if dark else "rgb(244, 246, 249)") else paper


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


def stopped():
    """A bench that is stopped keeps the rows of what had ended, and the others' of before."""
    spec = importlib.util.spec_from_loader("bench", importlib.machinery.SourceFileLoader(
        "bench", "tools/bench"))
    bench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bench)
    path = os.path.join(base, "kept.tsv")
    with open(path, "w", encoding="utf-8") as f:
        f.write("a\tk=1\tlatency\t1\tus\nb\tk=1\tlatency\t2\tus\n")

    def measure(run, _cross):
        if run.name == "b":
            raise KeyboardInterrupt
        return [(run.name, "k=1", "latency", "9", "us")]

    bench.measure = measure
    try:
        bench.measured([SimpleNamespace(name=n, row={}) for n in "ab"], "", path)
    except KeyboardInterrupt:
        pass
    with open(path, encoding="utf-8") as f:
        left = sorted(f.read().splitlines())
    return None if left == ["a\tk=1\tlatency\t9\tus", "b\tk=1\tlatency\t2\tus"] else left


check("the page", drawn)
check("a bench that is stopped", stopped)
check("on a phone, in the dark", everywhere)
check("every series of a curve has its own look", told_apart)
check("for colour-blind people, too", for_all_eyes)
check("axes", axis_ends)
check("at a desk", in_browser, width=1200)
check("on a phone, in the dark, by a finger", in_browser, width=390, phone=True, dark=True)
check("a row with too few fields is named", refused, "short",
      "bcast\tk=7\tlatency", "x.tsv:1: 3 fields")
check("no rows at all", refused, "none", "", "make bench")
if FULL and BOARDS:
    check("make bench, make report", the_goals, "" if NIGHTLY else "barrier rma ops")
check("a bench that is not there", lambda: expect(make(
    "bench", "BENCHES=none", "BOARD=scc-sim"), 2, "no bench/none.c"))
# One after another: they write one page.
finish(workers=1)
