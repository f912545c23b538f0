# SPDX-License-Identifier: Apache-2.0
"""The timeline of a board that is no simulator, of the event rings that a traced image
keeps (runtime/trace.h, runtime/trace_calls.c): the same file as the simulator writes
(sim/report/timeline.h), for Perfetto and for the page of a run.

A board has rings(run): {rank: Ring}, and `cycles_a_us` of its clock.
"""

import bisect
import collections
import json
import struct

import wait_table
from elf_file import ElfFile
from weft_boards import Usage, load_boards

NO_WORD = 0xFFFFFFFF
SYMBOL = "rt_trace"
CALLS = ("put", "get", "copy", "flag write")  # what the public calls note
TIMER = 2  # arch_irq
Event = collections.namedtuple("Event", "time what a b took")


class Ring:
    """A core's events, in the order of their ends; how many are missing before them."""

    def __init__(self, events, missing=0):
        self.events, self.missing = events, missing


def symbol(elf):
    """Where the ring is, or None."""
    return elf.symbols.get(SYMBOL) or elf.symbols.get("_" + SYMBOL)


def ring_of(data, wide, base=0):
    """Of the bytes of a struct rt_trace."""
    form = "<QQIII4x" if wide else "<QIIII"
    each = struct.calcsize(form)
    places, following = struct.unpack_from("<II", data) if len(data) >= 8 else (0, 0)
    if not places or len(data) < 8 + places * each:
        raise ValueError("the ring of events is damaged")
    first = max(0, following - places)
    events = [Event(*struct.unpack_from(form, data, 8 + n % places * each))
              for n in range(first, following)]
    return Ring([e._replace(what=e.what - base) for e in events], first)


def rings_of(path):
    """{index: Ring} of the file that emu/common/rings.c writes."""
    found = {}
    with open(path, "rb") as f:
        data = f.read()
    for index, *event in struct.iter_unpack("<IQIIII", data[:len(data) // 28 * 28]):
        ring, event = found.setdefault(index, Ring([])), Event(*event)
        if event.what:
            ring.events.append(event)
        else:
            ring.missing += event.a
    return found


def can(board):
    return getattr(board, "TIMELINE", False) or hasattr(board, "rings")


def prepare(board, run):
    """Before the run begins, if it is to have a timeline: where, as run.trace, if it is
    we who write that."""
    run.trace = None
    if "trace" not in run.options or not hasattr(board, "rings"):
        return
    run.trace = run.options.pop("trace")
    try:
        with open(run.trace, "w", encoding="utf-8"):
            pass
    except OSError as e:
        raise Usage(f"{run.trace}: {e.strerror}") from e
    try:
        run.ring = symbol(ElfFile(run.image))
    except ValueError as e:
        raise Usage(str(e)) from e
    if not run.ring or run.ring[1] < 256:
        raise Usage(f"{run.image} keeps no events: build it with TRACE=1, or by make trace; "
                    "outside weft's tree, with a weft that make install TRACE=1 has made")


def refuse(board, what):
    known = [n for n, b in sorted(load_boards().items()) if can(b)]
    raise Usage(f"{board.BOARD} keeps no timeline{what}; these do: {' '.join(known)}")


class Timeline:
    """What the rings say, as events of Chrome's trace event format."""

    def __init__(self, image, rings, cycles_a_us):
        self.elf, self.rings, self.scale = ElfFile(image), rings, cycles_a_us
        self.texts, self.out, self.arrows = {}, [], 0
        self.zero = min((e.time for r in rings.values() for e in r.events), default=0)
        self.wrote = collections.defaultdict(list)  # (rank, word): (time, by), in order
        self.raised = collections.defaultdict(list)

    def us(self, time):
        return (time - self.zero) / self.scale

    def text(self, what):
        if what not in self.texts:
            self.texts[what] = self.elf.string_at(what)
        return self.texts[what]

    def put(self, kind, rank, time, name, **more):
        self.out.append({"ph": kind, "pid": 0, "tid": rank, "ts": self.us(time),
                         "name": name, **more})

    def collect(self):
        """Who wrote which word, and interrupted whom, and when."""
        for rank, ring in self.rings.items():
            for e in ring.events:
                if not e.took or self.text(e.what) not in ("flag", "raise"):
                    continue
                if self.text(e.what) == "raise":
                    for other in range(e.a, e.a + min(e.b, len(self.rings))):
                        self.raised[other].append((e.time, rank))
                    continue
                for n in range(e.b >> 24):
                    self.wrote[e.a, (e.b & 0xFFFFFF) + 4 * n].append((e.time, rank))
        for found in (*self.wrote.values(), *self.raised.values()):
            found.sort()

    def arrow(self, found, rank, time):
        """From the last that was done before that time, if anything was."""
        at = bisect.bisect_right(found, (time, len(self.rings))) - 1
        if at < 0:
            return
        self.arrows += 1
        begin, source = found[at]
        for kind, who, when in ("s", source, begin), ("f", rank, time):
            more = {"bp": "e"} if kind == "f" else {}
            self.put(kind, who, when, "tells", cat="tell", id=self.arrows, **more)

    def slice(self, rank, e, text):
        """Its name and arguments, and the arrow that leads to it: (list, time)."""
        end = e.time + e.took
        if text in ("put", "get"):
            way = "put to" if text == "put" else "get from"
            return f"{way} {e.a:02}", {"bytes": e.b}, None
        if text == "copy":
            return f"copy {e.a & 0xFFFF:02} to {e.a >> 16:02}", {"bytes": e.b}, None
        if text == "flag":
            return f"flag of {e.a:02}", {"offset": e.b & 0xFFFFFF, "words": e.b >> 24}, None
        if text == "raise":
            more = f" and {e.b - 1} more" if e.b > 1 else ""
            return f"interrupt {e.a:02}{more}", {}, None
        if text == "handler":
            return ("handler: timer" if e.a == TIMER else "handler"), {}, (
                None if e.a == TIMER else (self.raised[rank], e.time))
        more = {} if e.b == wait_table.NONE else {"from": e.b}
        if e.a == NO_WORD:
            return f"sleep: {text}", more, None
        return f"wait: {text}", {"offset": e.a, **more}, (self.wrote[rank, e.a], end - 1)

    def core(self, rank, ring):
        events = ring.events
        for e, after in zip(events, [*events[1:], None]):
            text = self.text(e.what)
            if text is None or not e.took and text in CALLS:
                continue  # half old; the port's call of the same says more
            if not e.took:
                self.put("i", rank, e.time, text, s="t", args={"a": e.a, "b": e.b})
                continue
            name, args, told = self.slice(rank, e, text)
            self.put("X", rank, e.time, name, dur=e.took / self.scale, args=args)
            late = after and not after.took and self.text(after.what) == "timed out"
            if told and not late:
                self.arrow(told[0], rank, max(told[1], e.time))

    def waits_on(self, row, until):
        """Of a run that did not end well: what a core still waits for."""
        if row.get("what") and row.get("since", 0) >= self.zero and wait_table.waits(row):
            args = {k: v for k, v in (("offset", row.get("offset")),
                                      ("value", row.get("wants")),
                                      ("from", row.get("from_rank"))) if v is not None}
            self.put("X", row["rank"], row["since"], f"wait: {row['what']}",
                     dur=(max(until, row["since"] + 1) - row["since"]) / self.scale,
                     args={**args, "open": True})

    def write(self, path, about, places, rows):
        """The number of events, and of those that are missing."""
        self.collect()
        for rank, ring in self.rings.items():
            self.core(rank, ring)
        until = max((e.time + e.took for r in self.rings.values() for e in r.events),
                    default=0)
        for row in rows:
            self.waits_on(row, until)
        head = [{"ph": "M", "pid": 0, "name": "process_name", "args": {"name": about}},
                {"ph": "M", "pid": 0, "name": "chip", "args": {
                    "columns": 1 + max(x for x, _ in places),
                    "rows": 1 + max(y for _, y in places),
                    "mhz": self.scale, "ways": False}}]
        head += [{"ph": "M", "pid": 0, "tid": rank, "name": "thread_name",
                  "args": {"name": f"{rank:02} ({x},{y})"}}
                 for rank, (x, y) in enumerate(places)]
        with open(path, "w", encoding="utf-8") as f:
            f.write("[\n" + ",\n".join(map(json.dumps, head + self.out)) + "\n]\n")
        return len(self.out), sum(r.missing for r in self.rings.values())


def finish(board, run):
    """Of a run that has ended: the line that says what there is."""
    rings = board.rings(run)
    timeline = Timeline(run.image, rings, board.CYCLES_A_US)
    places = [board.place(run, core) for core in run.cores]
    lowest = [min(p[i] for p in places) for i in (0, 1)]
    count, missing = timeline.write(
        run.trace, f"{len(run.cores)} cores, {board.BOARD}'s time",
        [(x - lowest[0], y - lowest[1]) for x, y in places], getattr(run, "rows", []))
    more = f"; {missing} before them did not fit the cores' rings" if missing else ""
    return f"{run.trace}: {count} events{more}"
