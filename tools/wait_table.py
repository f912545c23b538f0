# SPDX-License-Identifier: Apache-2.0
"""Who waits for whom: one line a core, and the cycle if there is one.

A core is a dict: rank, core, x, y, and phase (None: not started); where it
waits also what, from_rank (None: unknown), since, site, and, if it is for a
word, offset, wants, has; where it runs, pc; where it has some, events, oldest first.
"""


def find_cycle(cores):
    """Ranks that wait for each other in a ring, or None."""
    waits_for = {c["rank"]: c.get("from_rank") for c in cores if c.get("what")}
    for start in waits_for:
        path, at = [], start
        while at in waits_for and waits_for[at] is not None:
            if at in path:
                return path[path.index(at):]
            path.append(at)
            at = waits_for[at]
    return None


def state(core):
    if core["phase"] is None:
        return core.get("pc") or "not started"
    if core["phase"] == "ended":
        return "ended, waits for the others to end"
    if not core.get("what"):
        return f"{core['phase']}, runs at {core.get('pc', '?')}"
    text = f"waits for {core['what']}"
    if core.get("from_rank") is not None:
        text += f" from rank {core['from_rank']}"
    if core.get("wants") is not None:
        text += (f": word {core['offset']:#06x} is {core['has']}, "
                 f"wants {core['wants']}")
    return f"{text}; since cycle {core['since']:,}, in {core['site']}"


def culprits(cores):
    """Ranks that others wait for and that wait for nobody themselves."""
    waiting = {c["rank"] for c in cores if c.get("what")}
    wanted = {c.get("from_rank") for c in cores if c.get("what")}
    return sorted(r for r in wanted - waiting if r is not None)


def table(cores):
    lines = [f"who waits for whom ({len(cores)} cores)",
             "  rank  core (x,y)  state"]
    for c in cores:
        where = f"({c['x']},{c['y']})"
        lines.append(f"{c['rank']:6} {c['core']:5} {where:6} {state(c)}")
    ring = find_cycle(cores)
    if ring:
        lines.append("a cycle: " + " -> ".join(map(str, ring + ring[:1])))
    guilty = culprits(cores)
    if guilty:
        lines.append("waited for, but not waiting: rank "
                     + ", ".join(map(str, guilty)))
    for c in cores:
        for time, what, a, b in c.get("events", []):
            lines.append(f"rank {c['rank']:4} at {time:>14,}  {what} "
                         f"({a:#x}, {b:#x})")
    return lines
