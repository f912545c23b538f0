# SPDX-License-Identifier: Apache-2.0
"""Who waits for whom: one line a core, and the cycle if there is one.

A core is a dict: rank, core (and chip, of several), x, y, and phase (None: not started); where it
waits also what, from_rank (None: unknown), since, site, and, if it is for a
word, offset, wants, has; if it is for a lock, lock, the core where that is, and
from_rank is who holds it; where it runs, pc; where it only sleeps, sleeps; where it
gives way to others, for which it needs their turns to end, gives_way; where it
has some, events, oldest first; where its own source is known, place;
where a fault was injected that stopped it for good, stopped: when; where it has
fibers that wait, fibers: a dict each, as a core's, and fiber, its number.
"""

NONE = 0xFFFFFFFF  # RT_ANYONE, RT_NO_WORD of runtime/wait.h
A_LOCK = 0xFFFFFFFE  # RT_A_LOCK
A_COPY = 0xFFFFFFFD  # RT_A_COPY
A_FLAG = "a flag of the application"  # runtime/flag.c
FIBERS_SHOWN = 64


def about(offset, value, word):
    """What a record of runtime/wait.h says it waits for; word(offset) reads."""
    if offset == A_LOCK:
        return {"lock": value}
    return {} if offset in (NONE, A_COPY) else {
        "offset": offset, "wants": value, "has": word(offset)}


def fibers(head, read, string, function, word):
    """Of the fibers that wait, by the list at rt_parked (runtime/wait.h); read gives
    a word of the core's memory, or None."""
    rows = []
    while head and len(rows) < FIBERS_SHOWN:
        wait, following, number = (read(head + 4 * i) for i in range(3))
        what, site, low, high, _, offset, value, origin = (
            read(wait + 4 * i) if wait else None for i in range(8))
        if None in (following, number, origin):
            break
        rows.append({"fiber": number, "what": string(what) or "?",
                     "site": function(site), "since": high << 32 | low,
                     "from_rank": None if origin == NONE else origin,
                     **about(offset, value, word)})
        head = following
    return rows


def waits(core):
    """It waits, and not just for being scheduled: its word is not there yet."""
    if not core.get("what") or core.get("stopped"):
        return False
    return core.get("wants") is None or (
        core["has"] - core["wants"]) % (1 << 32) >= 1 << 31


def find_cycle(cores):
    """Ranks that wait for each other in a ring, or None."""
    waits_for = {c["rank"]: c.get("from_rank") for c in cores if waits(c)}
    for start in waits_for:
        path, at = [], start
        while at in waits_for and waits_for[at] is not None:
            if at in path:
                return path[path.index(at):]
            path.append(at)
            at = waits_for[at]
    return None


def state(core):
    if core.get("stopped"):
        alive = {**core, "stopped": None}
        return f"STOPPED for good {core['stopped']}; last: {state(alive)}"
    if core["phase"] is None:
        return core.get("pc") or "not started"
    if core["phase"] == "failed":
        return "has failed" + at_place(core, ", in ")
    if core["phase"] == "ended":
        return "ended, waits for the others to end"
    if core.get("sleeps"):
        return (f"{core['phase']}, sleeps until an interrupt"
                + at_place(core, ", in "))
    if not core.get("what"):
        if core.get("gives_way"):
            return (f"{core['phase']}, is about to wait, and gives way"
                    + at_place(core, ", in "))
        where = f" at {core['pc']}," if "pc" in core else ""
        return f"{core['phase']}, runs{where}{at_place(core, ' in ')}"
    text = "ending, " if core["phase"] == "ending" else ""
    text += f"waits for {core['what']}"
    if core.get("lock") is not None:
        holder = core.get("from_rank")
        text = f"{text.removesuffix('a lock')}lock {core['lock']}, " + (
            "and who holds it is not known" if holder is None
            else f"held by rank {holder}")
    elif core.get("from_rank") is not None:
        text += f" from rank {core['from_rank']}"
    if core.get("wants") is not None:
        whose = f"rank {core['at_rank']}'s " if "at_rank" in core else ""
        text += (f": {whose}word {core['offset']:#06x} is {core['has']}, "
                 f"wants {core['wants']}")
    if not waits(core):
        text += ", so it may go on"
    since = (f"cycle {core['since']:,}" if "since" in core
             else f"{core['since_us']:.3f} us")
    site = f", in {core['site']}" if "site" in core else ""
    return (f"{text}; since {since}{site}"
            + at_place(core, ", called by "))


def at_place(core, words):
    return words + core["place"] if "place" in core else ""


def culprits(cores):
    """Lines about the cores that keep others waiting and do not wait for
    anybody themselves: who runs on, and who has left main."""
    by_rank = {c["rank"]: c for c in cores}
    runs, left = set(), set()
    dead = [c["rank"] for c in cores if c.get("stopped")]
    for c, wait in ((c, w) for c in cores for w in [c, *c.get("fibers", [])]):
        other = by_rank.get(wait.get("from_rank"))
        if not waits(wait) or not other or other["rank"] in dead \
                or c["phase"] == "ending":
            continue
        if other["phase"] in ("ending", "ended"):
            left.add(other["rank"])
        elif not waits(other) and other["phase"] != "failed" \
                and not other.get("gives_way"):
            runs.add(other["rank"])
    spin = [c for c in cores if c["phase"] == "main" and not c.get("what")
            and not c.get("gives_way") and not c.get("sleeps")]
    if len(spin) == 1 and any(c.get("gives_way") for c in cores):
        runs.discard(spin[0]["rank"])
        spins = [f"rank {spin[0]['rank']} computes and does not wait; others "
                 "that want to wait have not had their turn"]
    else:
        spins = []
    return (spins + [f"rank {r} has left main, but others wait for it"
             for r in sorted(left)]
            + [f"rank {r} is waited for, and does not wait itself"
               for r in sorted(runs)]
            + [f"rank {r} was stopped for good by a fault; waited for by: "
               + (", ".join(str(c["rank"]) for c in cores if waits(c)
                            and c.get("from_rank") == r) or "nobody directly")
               for r in dead])


def table(cores):
    lines = [f"who waits for whom ({len(cores)} cores)",
             "  rank  core (x,y)  state"]
    for c in cores:
        where = f"({c['x']},{c['y']})"
        number = f"{c['chip']}.{c['core']}" if "chip" in c else c["core"]
        lines.append(f"{c['rank']:6} {number:>5} {where:6} {state(c)}")
        for fiber in c.get("fibers", []):
            lines.append(f"{'':21}fiber {fiber['fiber']} " + state(
                {**fiber, "phase": "main"}).removeprefix("main, "))
        if c.get("note"):
            lines.append(f"{'':21}({c['note']})")
    ring = find_cycle(cores)
    if ring:
        lines.append("a cycle: " + " -> ".join(map(str, ring + ring[:1])))
    named = culprits(cores)
    if not ring and not named and any(
            waits(c) and c["what"] == A_FLAG and c.get("from_rank") is None for c in cores):
        named = ["who is to write is not known: weft_flag_wait_from, in place of "
                 "weft_flag_wait, would say so here"]
    lines += named
    for c in cores:
        for time, what, a, b in c.get("events", []):
            lines.append(f"rank {c['rank']:4} at {time:>14,}  {what} "
                         f"({a:#x}, {b:#x})")
    return lines
