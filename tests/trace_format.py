# SPDX-License-Identifier: Apache-2.0
"""What a file of Chrome's trace event format must hold to, of the events that ours have:
"Trace Event Format" (Nielsen and others), and what Perfetto refuses or draws wrongly.
Each function returns what is wrong, or None."""

import collections

COMMON = {"ph": str, "pid": int, "name": str}
OF_KIND = {  # what an event of that kind has beside these
    "M": {"args": dict},
    "X": {"tid": int, "ts": float, "dur": float},
    "i": {"tid": int, "ts": float, "s": str},
    "s": {"tid": int, "ts": float, "id": int, "cat": str},
    "f": {"tid": int, "ts": float, "id": int, "cat": str, "bp": str},
}


def wrong_fields(events, cores):
    """A field is missing or of another type, a core has no name, a time is none."""
    named = set()
    for e in events:
        if e.get("ph") not in OF_KIND:
            return f"{e}: no such kind"
        for key, kind in (COMMON | OF_KIND[e["ph"]]).items():
            value = e.get(key)
            if not isinstance(value, (int, float) if kind is float else kind) \
                    or isinstance(value, bool):
                return f"{e}: {key}"
        if any(e.get(key, 0) < 0 for key in ("ts", "dur", "tid")):
            return f"{e}: below 0"
        if e["name"] == "thread_name":
            named.add(e["tid"])
        elif e.get("tid", 0) not in range(cores):
            return f"{e}: there are {cores} cores"
    chips = sum(e["name"] == "chip" for e in events)
    return None if named == set(range(cores)) and chips == 1 \
        else f"names of {named}, {chips} chips"


def tracks(events):
    """Slices of each core, as (from, until, event), outer ones first."""
    found = collections.defaultdict(list)
    for e in events:
        if e["ph"] == "X":
            found[e["tid"]].append((e["ts"], e["ts"] + e["dur"], e))
    for slices in found.values():
        slices.sort(key=lambda s: (s[0], -s[1]))
    return found


def crossing(events):
    """Slices that neither follow nor hold each other."""
    for core, slices in tracks(events).items():
        around = []
        for start, end, e in slices:
            while around and around[-1] <= start + 1e-6:
                around.pop()
            if around and end > around[-1] + 1e-6:
                return f"core {core}: {e} ends after what it lies in"
            around.append(end)
    return None


def loose(events):
    """Arrows from nowhere, to nowhere, or back in time."""
    ends = {e["id"]: e for e in events if e["ph"] == "f"}
    slices = tracks(events)
    count = 0
    for e in events:
        if e["ph"] != "s":
            continue
        count += 1
        end = ends.pop(e["id"], None)
        if not end or end["ts"] < e["ts"]:
            return f"{e} leads to {end}"
        for at in (e, end):
            if not any(a - 1e-6 <= at["ts"] <= b + 1e-6
                       for a, b, _ in slices[at["tid"]]):
                return f"{at} is in no slice"
    return f"{ends} come from nowhere" if ends or not count else None
