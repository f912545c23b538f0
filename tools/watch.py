# SPDX-License-Identifier: Apache-2.0
"""weft-run --watch: what the cores do now, in the terminal, while the run goes on.

The table stands below what the run prints, and is drawn again every second.  Cores that
do the same share a line where the terminal has no room for a line each.  Without a
terminal a line comes now and then instead.
"""

import os
import re
import time

import live_cores
import wait_table
from call_paths import ranks
from elf_file import ElfFile
from weft_boards import Usage, load_boards

OUT = 2  # standard error: what a program prints may go elsewhere
EVERY, EVERY_PLAIN = 1.0, 10.0  # seconds
PERCENT = re.compile(rb"(\d+(?:\.\d+)?) ?%")
NOT_BOUND = 0.05  # of the work: earlier, its end cannot be told
UP, CLEAR = "\x1b[{}A", "\r\x1b[J"


def prepare(board, run, every):
    """Before the run begins: this board can be watched."""
    if every is not None and not every >= 0.05:
        raise Usage("--watch-every takes 0.05 s or more")
    if not hasattr(board, "views"):
        known = [n for n, b in sorted(load_boards().items()) if hasattr(b, "views")]
        raise Usage(f"{board.BOARD} cannot be watched: nothing can read its cores' memory while "
                    f"they run; these can: {' '.join(known)}")
    run.view = os.path.join(run.dir, "view")
    return Watch(board, run, every)


def amount(n):
    for unit in ("B", "KB", "MB", "GB", "TB"):
        if n < 10000:
            return f"{n:.0f} {unit}"
        n /= 1024
    return f"{n:.0f} PB"


def doing(row):
    """In a few words; what cores of one group have alike."""
    if row["phase"] is None:
        return "not started"
    if row.get("handler"):
        return "in a handler"
    if row["phase"] in ("failed", "ended"):
        return "has " + row["phase"]
    begun = row["phase"] != "main"
    if wait_table.waits(row):
        return (row["phase"] + ", " if begun else "") + f"waits for {row['what']}"
    return "sleeps" if row.get("sleeps") else row["phase"] if begun else "computes"


class Watch:
    def __init__(self, board, run, every):
        self.board, self.run, self.process = board, run, None
        self.terminal = os.isatty(OUT) and os.environ.get("TERM") != "dumb"
        self.every = every or (EVERY if self.terminal else EVERY_PLAIN)
        self.drawn = 0  # lines of the table that stand there
        self.cores, self.memories, self.elf = [], live_cores.Memories(), None
        self.seen = {}  # rank: its wait, and since when we have seen it
        self.part = None  # of its work that the program says is done
        self.gone = False

    def begin(self, process):
        self.process, self.began = process, time.monotonic()
        self.next = self.began + self.every

    def look(self):
        """A dict a core; none while the vehicle has not begun."""
        if not self.cores:
            views = {v["index"]: v for v in self.board.views(self.run, self.process)}
            if views and not self.elf:
                self.elf = ElfFile(self.run.image)
            self.cores = [(rank, live_cores.Core(views[core], self.elf, self.memories))
                          for rank, core in self.numbers() if core in views]
        return [{"rank": rank, **core.row()} for rank, core in self.cores]

    def numbers(self):
        return enumerate(range(len(self.run.cores))
                         if getattr(self.board, "VIEWS_BY_RANK", True) else self.run.cores)

    def lasting(self, row):
        """Seconds for which it has been in this same wait, as far as we have seen."""
        now, is_so = time.monotonic(), (row.get("what"), row.get("since"), row["phase"])
        was, since = self.seen.get(row["rank"], (None, 0))
        if was != is_so or not wait_table.waits(row):
            since = now
        self.seen[row["rank"]] = is_so, since
        return now - since

    # What is shown ---------------------------------------------------------

    def hears(self, data):
        """The run prints this: the table makes room, and is told how far the run is."""
        self.erase()
        found = PERCENT.findall(data)
        if found and float(found[-1]) <= 100:
            self.part = float(found[-1]) / 100

    def summary(self, rows):
        wall = time.monotonic() - self.began
        text = f"{self.board.BOARD}, {len(self.run.cores)} cores, {wall:.0f} s"
        clock = max((r["clock_us"] for r in rows if "clock_us" in r), default=None)
        if clock is not None:
            text += f", {clock:,.0f} us of the chip's time"
        waiting = sum(wait_table.waits(r) for r in rows)
        text += f"; {waiting} wait, {len(rows) - waiting} do not"
        moved = sum(r.get("moved", 0) for r in rows)
        if moved:
            text += f"; {amount(moved)} moved"
        if self.part is not None:
            text += f"; {self.part:.0%} done"
            if NOT_BOUND <= self.part < 1:
                text += f", ends in about {wall / self.part - wall:.0f} s"
        return text

    def line(self, group):
        first = group[0]
        text = f"{ranks([r['rank'] for r in group]).removeprefix('rank').lstrip('s '):>11}"
        text += f"  {doing(first)}"
        whom = sorted({r["from_rank"] for r in group if r.get("from_rank") is not None
                       and wait_table.waits(r)})
        if whom:
            text += f" from {ranks(whom)}"
        if wait_table.waits(first):
            text += f", for {max(self.lasts[r['rank']] for r in group):.0f} s"
            if len(group) == 1 and "since" in first:
                text += f", since cycle {first['since']:,}"
        moved = sum(r.get("moved", 0) for r in group)
        return text + (f", {amount(moved)} moved" if moved else "")

    def table(self, rows, room):
        """A line a core if there is room, else a line for those that do the same; the
        longest waits first if even these are too many."""
        self.lasts = {r["rank"]: self.lasting(r) for r in rows}
        groups = [[r] for r in rows]
        if len(groups) > room:
            alike = {}
            for row in rows:
                alike.setdefault(doing(row), []).append(row)
            groups = sorted(alike.values(), key=lambda g: -max(
                self.lasts[r["rank"]] for r in g))
        lines = [self.line(g) for g in groups[:room]]
        if len(groups) > room:
            lines[-1] = f"{'':11}  and {len(groups) - room + 1} lines more"
        ring = wait_table.find_cycle(rows)
        return lines + (["wait for each other: " + " -> ".join(
            map(str, ring + ring[:1]))] if ring else [])

    def tick(self):
        """Look again and draw, if it is time to; how long to the next time."""
        if not self.gone and time.monotonic() >= self.next:
            self.next = time.monotonic() + self.every
            self.draw()
        return self.every if self.gone else max(0.0, self.next - time.monotonic())

    def draw(self):
        try:
            rows = self.look()
        except live_cores.Gone as e:
            self.gone = self.process.poll() is None
            if self.gone:
                self.say(f"weft-run: --watch sees no more: {e}\n")
            return
        except (OSError, ValueError, KeyError):
            return  # it ends just now
        if not rows:
            return
        if not self.terminal:
            ring = wait_table.find_cycle(rows)
            self.say(f"weft-run: {self.summary(rows)}" + (
                f"; a cycle: {ring}" if ring else "") + "\n")
            return
        size = os.get_terminal_size(OUT)
        lines = [self.summary(rows), *self.table(rows, max(1, size.lines - 4))]
        text = "".join(line[:size.columns - 1] + "\n" for line in lines)
        before, self.drawn = self.drawn, len(lines)  # Ctrl-C may come once it is written
        self.say((UP.format(before) + CLEAR if before else "") + text)

    def erase(self):
        """Before anything else is printed."""
        if self.drawn:
            self.say(UP.format(self.drawn) + CLEAR)
            self.drawn = 0

    def say(self, text):
        os.write(OUT, text.encode(errors="replace"))

    def close(self):
        self.erase()
        self.memories.close()
