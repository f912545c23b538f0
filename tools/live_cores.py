# SPDX-License-Identifier: Apache-2.0
"""What the cores of a run do now, read out of the memory of its vehicle's processes
by /proc/PID/mem.  The run does nothing for it, and does not wait.

A vehicle says where its cores lie: a dict a core, as host/view.h has them; boards on
QEMU ask its monitor.  A record may be read while it changes: what makes no sense is
taken for a core that runs.
"""

import json
import os
import struct

import wait_table


WAITS, SLEEPS = 1, 2  # host/view.h


class Gone(Exception):
    """The process has ended, or lets nobody look into its memory."""


class Memories:
    """/proc/PID/mem of each process, opened once."""

    def __init__(self):
        self.files = {}

    def read(self, pid, address, size):
        try:
            if pid not in self.files:
                self.files[pid] = os.open(f"/proc/{pid}/mem", os.O_RDONLY)
            data = os.pread(self.files[pid], size, address)
        except (OSError, OverflowError) as e:
            raise Gone(str(e)) from e
        if len(data) != size:
            raise Gone("nothing is there")
        return data

    def close(self):
        for file in self.files.values():
            os.close(file)
        self.files = {}


class Core:
    """One core: its records by the addresses that it sees itself."""

    def __init__(self, view, elf, memories):
        self.view, self.elf, self.memories = view, elf, memories
        self.prefix = "_" if "_rt_wait" in elf.symbols else ""
        self.pointer = "Q" if elf.wide else "I"
        self.moved, self.counted = 0, 0  # in all, and the image's own count, which wraps

    def bytes(self, address, size):
        for at, length, here in self.view["parts"]:
            if at <= address and address + size <= at + length:
                return self.memories.read(self.view["pid"], here + address - at, size)
        raise Gone("the core has no such memory")

    def symbol(self, name, form):
        at = self.elf.symbols[self.prefix + name][0] + self.view["base"]
        return struct.unpack("<" + form, self.bytes(at, struct.calcsize("<" + form)))

    def has(self, name):
        return self.prefix + name in self.elf.symbols

    def text(self, pointer):
        return self.elf.string_at(pointer - self.view["base"]) if pointer else None

    def number(self, name, form="<Q"):
        """Of the vehicle's own; None where it has none.  Several are a tuple."""
        at = self.view.get(name)
        found = at and struct.unpack(form, self.memories.read(
            self.view["pid"], at, struct.calcsize(form)))
        return found[0] if found and len(found) == 1 else found or None

    def word(self, offset):
        """Of its own window."""
        if not self.view["window"] or offset & 3:
            return None
        return struct.unpack("<I", self.memories.read(
            self.view["pid"], self.view["window"] + offset, 4))[0]

    def row(self):
        """As wait_table has it; `clock_us` and `moved` where the vehicle knows them."""
        phase = self.text(self.symbol("rt_phase", self.pointer)[0])
        row = {"phase": phase}
        what, site, since, rank, offset, value, origin = self.symbol(
            "rt_wait", f"{2 * self.pointer}Q4I")
        said = self.text(what)
        if phase and said:
            row.update(what=said, since=since, site=self.elf.function_at(
                           site - self.view["base"]),
                       from_rank=None if origin == wait_table.NONE else origin)
            if self.word(0) is not None and rank in (0, self.view["index"]) \
                    and offset < wait_table.A_COPY:
                row.update(offset=offset, wants=value, has=self.word(offset) or 0)
        waiting = self.number("waiting", "<I")
        if phase and waiting == WAITS and "what" not in row:
            at, offset, value, seen = self.number("word", "<4I")
            row.update(what="a word, for a moment", at_rank=at, offset=offset,
                       wants=value, has=seen)
        elif waiting == SLEEPS:
            row["sleeps"] = True
        if self.has("rt_context"):
            row["handler"] = self.symbol("rt_context", "I")[0] & 255 == 1
        clock = self.number("clock")
        if clock is not None:
            row["clock_us"] = clock * self.view["us"]
        moved = self.copied() if self.has("port_moved") else self.number("moved")
        if moved is not None:
            row["moved"] = moved
        return row

    def copied(self):
        """Bytes, by a count of the image's as wide as its pointers."""
        before, (self.counted,) = self.counted, self.symbol("port_moved", self.pointer)
        self.moved += (self.counted - before) % (1 << (64 if self.elf.wide else 32))
        return self.moved


def views_of(path, count):
    """Of the file that host/view.c writes; none before all cores are there."""
    try:
        with open(path, encoding="utf-8") as f:
            views = [json.loads(line) for line in f]
    except (OSError, ValueError):
        return []
    return views if len(views) >= count else []
