#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make page: one file that needs no other, and a person at it in a real browser.

Without a browser only what needs none is looked at; `apt-get install chromium` has one.
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, Skip, check, expect, finish, make, note, run  # noqa: E402
from lib import scratch  # noqa: E402
import browser  # noqa: E402

LARGEST = 10 << 20
FOLDER = scratch()
READY = 'document.documentElement?.dataset.ready === "yes"'
PAGES = {}


def content(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def made():
    """48 cores and a megabyte; nothing is fetched from anywhere."""
    with open(FOLDER + "/input", "wb") as f:
        f.write(bytes(i * 7 % 251 for i in range(1 << 20)))
    status, out, err = make("page", "CORES=48", f"INPUT={FOLDER}/input", time_out=300)
    if status:
        return f"status {status}\n{out}{err}"
    text = content("build/page/broadcast.html")
    PAGES["broadcast"] = os.path.abspath("build/page/broadcast.html")
    note(f"48 cores, 1 MB: {len(text) >> 10} KB")
    outside = re.findall(r"https?:|src=|@import|url\(", re.sub(r"xmlns=\S*", "", text))
    return f"{len(text)} bytes, asks for {outside}" \
        if len(text) > LARGEST or outside else None


def hang():
    """A run that stands still has a page, too."""
    page = FOLDER + "/hang.html"
    got = run(["tools/weft-run", "--cores", "4", "--page", page,
               "build/scc-sim/tests/plant.elf", "ring"])
    PAGES["hang"] = page
    return expect(got, 125, "hang.html: ", "a cycle: 1 -> 2 -> 3 -> 1")


def refused():
    image = "build/scc-sim/tests/plant.elf"
    wrong = expect(run(["tools/weft-run", "--page", FOLDER + "/no/page", image]),
                   2, "cannot be written")
    return wrong or expect(make("page", "BOARD=gpu-emu", "CORES=2"), 2,
                           "keeps no timeline; these do: ")


def of_rings():
    """A board that is no simulator: no calls, no bytes of links, all else."""
    wrong = expect(make("page", "BOARD=scc-qemu", "CORES=48", time_out=900), 0,
                   "broadcast.html: ")
    PAGES["rings"] = os.path.abspath("build/page/broadcast.html")
    return wrong


def without_calls(b):
    """It plays, a core can be picked, and messages are drawn."""
    b.key(" ")
    b.wait_for("page.playing && page.frames > 20")
    b.key(" ")
    b.key("ArrowDown")
    b.wait_for("page.core === 0 || page.core === 1")
    found = b.value("[run.places.length, run.arrows.length]")
    return None if found[0] == 48 and found[1] > 100 else f"cores, arrows: {found}"


def opened(page, width=1440, height=1100, phone=False, dark=False):
    program = browser.find()
    if not program:
        raise Skip("no browser; chromium would do")
    if page not in PAGES:
        raise Skip("there is no page")
    found = browser.Browser(program, scratch())
    found.size(width, height, phone)
    found.dark(dark)
    found.open(PAGES[page], READY)
    return found


def in_browser(look):
    """look(browser), and what the page had to complain about."""
    def checked(page, **how):
        found = opened(page, **how)
        try:
            return look(found) or ("\n".join(found.said) if found.said else None)
        finally:
            found.close()
    return checked


def playing(b):
    """By the keyboard: play, stop, seek, zoom; then by its buttons."""
    began = b.value("page.t")
    b.key(" ")
    b.wait_for(f"page.playing && page.t > {began} && page.frames > 20")
    b.value("page.cost = page.frames = 0")
    b.wait_for("page.frames > 60")
    note(f"a frame of 48 cores takes {b.value('page.cost / page.frames'):.1f} ms to draw")
    b.key(" ")
    b.wait_for("!page.playing")
    b.key("Home")
    if b.value("page.t") != 0:
        return f"Home leads to {b.value('page.t')}"
    b.key("ArrowRight")
    b.key("ArrowRight", shift=True)
    if abs(b.value("page.t / (page.until - page.from)") - 0.11) > 1e-6:
        return f"two steps lead to {b.value('page.t / run.end')}"
    span = b.value("page.until - page.from")
    b.key("+")
    if abs(b.value("page.until - page.from") * 2 - span) > 2:
        return "+ does not halve what is shown"
    b.click_on("#all")
    b.click_on("#play")
    b.wait_for("page.playing")
    b.click_on("#play")
    x, y, w, h = b.box("#time")
    b.click(x + w / 2, y + h / 2)
    half = b.value("page.t / run.end")
    return None if abs(half - 0.5) < 0.03 else f"the slider's middle is {half}"


def picking(b):
    """A core by a click on its box, another by the arrows, a third on the timeline."""
    x, y, *_ = b.box("#mesh")
    cx, cy = b.value("middle(17)")
    b.click(x + cx, y + cy)
    b.wait_for("document.querySelector('#now h3').textContent.startsWith('Core 17,')")
    b.value("document.activeElement.blur()")
    b.key("ArrowDown")
    b.wait_for("page.core === 18")
    b.value("byId('mesh').focus()")
    b.key("ArrowRight")
    if b.value("run.places[page.core]") != b.value("run.places[19]"):
        return f"right of core 18 is {b.value('page.core')}"
    x, y, w, _ = b.box("#timeline")
    row = b.value("rowMiddle(5)")
    b.click(x + w / 2, y + row)
    b.wait_for("page.core === 5")
    return None if b.value("byId('live').textContent").startswith("Core 5 ") \
        else "nothing is said for those who do not see it"


# For every call: steps follow one another without a gap, all the way to who began.
WHOLE = """run.groups.map(g => {
	const p = findPath(run, g);
	let t = p.steps[0].until, bad = p.steps[0].what === "enter" ? [] : ["no beginning"];
	for (const s of p.steps.slice(1)) {
		if (Math.abs((s.sent === undefined ? s.from : s.sent) - t) > 1) {
			bad.push(`${told(run, s)} begins at ${s.from}, not ${t}`);
		}
		t = s.until;
	}
	const all = p.sum.reduce((a, b) => a + b), want = g.until - p.steps[0].from;
	if (Math.abs(t - g.until) > 1 || Math.abs(all - want) > p.steps.length) {
		bad.push(`ends at ${t} of ${g.until}, sum ${all} of ${want}`);
	}
	return bad.slice(0, 3).map(text => `${g.name} ${g.nth}: ${text}`).join("; ");
}).filter(Boolean).slice(0, 5)"""


def path(b):
    b.key("p")
    b.wait_for("document.querySelectorAll('#steps li').length > 5")
    wrong = b.value(WHOLE)
    if wrong:
        return "\n".join(wrong)
    said = b.value("byId('path').textContent")
    if not re.search(r"weft_bcast_ocbcast, \d+(st|nd|rd|th) time took [\d,]+ \S+", said):
        return said[:500]
    # Of another call, chosen from the list: chunks of other cores are waited for.
    b.value("byId('call').value = '0'; byId('call').onchange({target: byId('call')})")
    said = b.value("byId('steps').textContent")
    waits = re.findall(r"core (\d+) waited [\d.]+ \S+ for core (\d+)\u2019s 1st message", said)
    if not waits:
        return said[:1500]
    b.click_on("#steps li:nth-child(3) button")
    step = b.value("page.path.told[2].until")
    return None if b.value("page.t") == step else "a step does not lead to its time"


def stood(b):
    """The ring is named, drawn, and each core tells whom it waits for."""
    said = b.value("byId('stands').textContent")
    for text in ("cores 1 \u2192 2 \u2192 3 \u2192 1 wait for each other",
                 "ring at tests/target/sim/plant.c:"):
        if text not in said:
            return f"no '{text}' in: {said}"
    b.key("ArrowDown")
    b.key("ArrowDown")
    b.wait_for("page.core === 1")
    # Core 0's text, which is there before, has the ring as well: core 1's has a line of its own.
    b.wait_for("byId('now').textContent.includes('It waits for core 2')")
    now = b.value("byId('now').textContent")
    return None if all(text in now for text in (
        "1 \u2192 2 \u2192 3 \u2192 1", "that never came")) else now


def fits(b):
    """No scrolling sideways, tabs by the keyboard, nothing too small for a finger."""
    over = b.value("document.documentElement.scrollWidth - window.innerWidth")
    small = b.value("""[...document.querySelectorAll("button")].filter(b => b.offsetHeight &&
        b.offsetHeight < 38 && !b.closest("#steps, #now")).map(b => b.textContent)""")
    b.value("byId('tab-now').focus()")
    b.key("ArrowRight")
    b.wait_for("!byId('path').hidden && document.activeElement.id === 'tab-path'")
    dark = b.value("getComputedStyle(document.body).backgroundColor")
    return None if over <= 0 and not small and dark == "rgb(17, 21, 27)" \
        else f"{over} dots too wide, small: {small}, paper {dark}"


if "scc-sim" in BOARDS:
    check("48 cores, 1 MB", made)
    check("a hang", hang)
    check("what cannot be", refused)
    check("play and seek", in_browser(playing), "broadcast")
    check("pick a core", in_browser(picking), "broadcast")
    check("find the path", in_browser(path), "broadcast")
    check("what stood still", in_browser(stood), "hang")
    check("on a phone, in the dark", in_browser(fits), "broadcast", width=390, height=844,
          phone=True, dark=True)
if {"scc-sim", "scc-qemu"} <= set(BOARDS):
    check("a board with rings", of_rings)
    check("its page", in_browser(without_calls), "rings")
finish(workers=1)
