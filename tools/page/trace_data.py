# SPDX-License-Identifier: Apache-2.0
"""A timeline (sim/report/timeline.h) as columns of whole numbers, for the page of a run.

Times become nanoseconds, all rounded down, so that what lay within something still does.
Slices are kept by core and beginning, outer ones first.
"""

import json
import re

MOST = 1 << 20  # slices; of a longer run the last ones are kept
KINDS = (("wait", 1), ("sleep", 1), ("handler", 3), ("try lock", 1))
MOVE = 2
COPY = re.compile(r"(copy|get from|put to|flag of|interrupt|lock|try lock) (\d+)"
                  r"(?: to (\d+))?$")


def ns(us):
    return int(us * 1000 + 1e-7)


class Names:
    def __init__(self):
        self.list, self.number = [], {}

    def of(self, text):
        if text not in self.number:
            self.number[text] = len(self.list)
            self.list.append(text)
        return self.number[text]


def kind_of(name):
    return next((k for prefix, k in KINDS if name.startswith(prefix)), MOVE)


class Trace:
    def __init__(self, path):
        self.chip, self.places, self.names = {}, [], Names()
        self.slices, self.calls, self.arrows, self.marks = [], [], [], []
        self.cut = 0
        self._last, self._sent, self._early = {}, {}, {}
        try:
            self._read(path)
        except (KeyError, TypeError, IndexError, AttributeError, OverflowError) as e:
            raise ValueError(f"{path}: a damaged timeline: {e}") from e

    def _read(self, path):
        with open(path, encoding="utf-8") as f:
            for line in f:
                text = line.strip().rstrip(",")
                if text.startswith("{"):
                    self._event(json.loads(text))
        tracks = {s[0] for s in self.slices} | {c[0] for c in self.calls}
        if tracks - set(range(len(self.places))):
            raise KeyError(f"cores {sorted(tracks)} of {len(self.places)}")

    def _event(self, e):
        kind, args = e["ph"], e.get("args", {})
        if kind == "X" and "call" in args:
            self.calls.append((e["tid"], ns(e["ts"]), ns(e["ts"] + e["dur"]), e["name"],
                               ns(args["call"]), args["at"]))
        elif kind == "X":
            self._slice(e, args)
        elif kind == "i":
            self.marks.append((ns(e["ts"]), e["tid"], e["name"]))
        elif kind == "s":
            self._sent[e["id"]] = (e["tid"], ns(e["ts"]))
        elif kind == "f":
            self._arrow(e)
        elif e["name"] == "chip":
            self.chip = args
        elif e["name"] == "thread_name":
            self.places.append([int(n) for n in re.findall(r"\d+", args["name"])[1:]])

    def _slice(self, e, args):
        name, core = e["name"], e["tid"]
        at = re.match(COPY, name)
        source, target = args.get("from", -1), -1
        if at:
            name, first = at[1], int(at[2])
            if name in ("copy", "get from", "lock", "try lock"):
                source = first
            else:
                target = first
            target = int(at[3]) if at[3] else target
            if name == "try lock":
                source, target = args["from"], first
        begin, end = e["ts"], e["ts"] + e["dur"]
        found = [core, ns(begin), ns(end), self.names.of(name), source, target,
                 args.get("bytes", 4 if name == "flag of" else 0),
                 int(args.get("open", 0)), args.get("value", 0)]
        self.slices.append(found)
        self._last[core] = (begin, end, found)
        for arrow in self._early.pop((core, begin), []):
            arrow[4] = found
        if len(self.slices) > 2 * MOST:
            self.keep(MOST)

    def _arrow(self, e):
        """It leads to the slice that was written last, or to a handler still to come."""
        source, sent = self._sent.pop(e["id"])
        core = e["tid"]
        arrow = [source, sent, core, ns(e["ts"]), None]
        begin, end, last = self._last.get(core, (0, -1, None))
        if begin <= e["ts"] <= end:
            arrow[4] = last
        else:
            self._early.setdefault((core, e["ts"]), []).append(arrow)
        self.arrows.append(arrow)

    def keep(self, most):
        """The last slices only, and what belongs to their time."""
        if len(self.slices) > most:
            self.slices.sort(key=lambda s: s[2])
            del self.slices[:-most]
            self.cut = self.slices[0][2]
        self.calls = [c for c in self.calls if c[2] > self.cut]
        self.arrows = [a for a in self.arrows if a[1] >= self.cut and a[4]]
        self.marks = [m for m in self.marks if m[0] >= self.cut]

    def let_last(self):
        """What never came to an end goes on a little after all else, to be seen."""
        end = max((s[2] for s in self.slices), default=0)
        for s in self.slices:
            if s[7] and s[2] > end * 9 // 10:
                s[2] = end + end // 40
        begun = {s[0]: s[1] for s in self.slices if s[7]}
        self.calls = [(*c[:2], max(c[2], end + end // 40), *c[3:])
                      if c[1] <= begun.get(c[0], -1) <= c[2] else c for c in self.calls]

    def columns(self):
        self.slices.sort(key=lambda s: (s[0], s[1], -s[2], s[3]))
        number = {id(s): i for i, s in enumerate(self.slices)}
        arrows = [a for a in self.arrows if a[4] is not None and id(a[4]) in number]
        sites = Names()
        last, at = {}, []
        for core, begin, *_ in self.slices:
            at.append(begin - last.get(core, 0))
            last[core] = begin
        count = [0] * len(self.places)
        for s in self.slices:
            count[s[0]] += 1
        return {
            "chip": self.chip, "places": self.places, "cut": self.cut,
            "names": self.names.list, "kinds": [kind_of(n) for n in self.names.list],
            "count": count, "at": at,
            "long": [s[2] - s[1] for s in self.slices],
            **{key: [s[i] for s in self.slices] for i, key in enumerate(
                ("name", "from", "to", "bytes"), 3)},
            "open": [i for i, s in enumerate(self.slices) if s[7]],
            "arrows": [[a[0], a[1], a[2], a[3], number[id(a[4])]] for a in arrows],
            "calls": [[c, b, e, sites.of(n), entry, at] for c, b, e, n, entry, at
                      in sorted(self.calls)],
            "functions": sites.list,
            "marks": self.marks,
        }
