# SPDX-License-Identifier: Apache-2.0
"""What the simulator's detectors have found, in words, with names of functions.

The engine writes a line of JSON a finding (sim/detect/detect_report.c); addresses
count from the image's first byte, and addr2line knows what is there.
"""

import json
import re

from source_lines import frames_of

STATUS = 89       # sim/chip/host.h: it passed, but something was found
EXIT = 71         # what the run then ends with
MOST = 20         # findings told of a run
WORDS = ("races", "quiet", "source", "heap", "unwritten", "handler", "masked", "all",
         "warn")

# Of what is not ours to show: the clock of basic blocks, ways into the image.
HIDDEN = re.compile(r"__sanitizer_cov|arch_hint|sim_tick$")
DEEDS = {
    "put": "a put", "get": "a get", "flag write": "a flag write",
    "flag read": "a flag read", "alloc": "allocated, but only before that",
    "free": "freed", "lend": "lent", "give back": "given back",
    "free lock": "a lock freed", "raise": "an interrupt raised",
    "mask": "interrupts held off", "enter": "interrupted",
    "go on": "still at it", "end": "the end of it",
}
KEYS = ("first", "told", "then")
TELLS = ", which tells others of it; weft_quiet() is missing before that"
SAYS = {
    "races": "two accesses that nothing orders",
    "quiet": "no weft_quiet() after a write, so it may not have landed",
    "source": "a source changed before it might",
    "heap": "space used that is not allocated",
    "unwritten": "read of what nobody has written",
    "handler": "a handler took longer than {limit_us:g} us",
    "masked": "interrupts were off for longer than {limit_us:g} us",
}


def parse(value):
    """-o detect=..: the list, checked."""
    unknown = [w for w in value.split(",") if w not in WORDS]
    if unknown:
        raise ValueError(f"-o detect={value}: no '{unknown[0]}'; there are: "
                         f"{' '.join(WORDS)}")
    return value


def read(path):
    try:
        with open(path, encoding="utf-8") as f:
            return [json.loads(line) for line in f]
    except FileNotFoundError:
        return []


def symbols(image, addresses):
    """For each address the functions there, inlined ones first, with line."""
    found = frames_of(image, addresses)
    return {a: list(map(str, found.get(a, []))) or [hex(a)]
            for a in addresses}


def calls(path, names):
    """A path's frames as texts, innermost first."""
    frames = []
    for address in path:
        if not address:
            frames += ["by an interrupt, in"] if frames else []
            continue
        # A return address belongs to the call before it.
        for frame in names.get(address - 1, [hex(address)]):
            if HIDDEN.match(frame):
                continue
            # The compiler has split a function in two: that is one call.
            if not frames or frames[-1].split()[0] != frame.split()[0]:
                frames.append(frame)
    return frames


def deed(event, names, more=""):
    yield (f"  {event['us']:.3f} us, rank {event['rank']}, core "
           f"{event['core']}: {DEEDS[event['did']]}{more}")
    for frame in calls(event["path"], names):
        yield f"    {frame}"


def place(row):
    text = (f"; window of rank {row['window']}, offset "
            f"{row['offset']:#06x}")
    if "region" in row:
        text += f" ({row['region']}+{row['into']:#x})"
    return f"{text}, {row['bytes']} bytes"


def table(image, rows):
    """Lines for people; none if there is nothing to say."""
    events = [row[key] for row in rows
              for key in KEYS
              if key in row]
    names = symbols(image, sorted({a - 1 for e in events for a in e["path"] if a}))
    for n, row in enumerate(rows):
        if "dropped" in row or n == MOST:
            more = sum("detector" in r for r in rows[n:])
            yield f"detect: and {more or row['dropped']} more"
            return
        times = f", {row['count']} times" if row["count"] > 1 else ""
        says = SAYS[row["detector"]].format(**row)
        where = place(row) if "window" in row else ""
        yield f"detect: {row['detector']}: {says}{where}{times}"
        for key in KEYS:
            if key in row:
                yield from deed(row[key], names, TELLS * (key == "told"))
