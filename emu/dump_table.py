# SPDX-License-Identifier: Apache-2.0
"""Who waits for whom, from the dump that an emulator leaves of a run that did not
pass: FILE has a line of JSON a core with its registers, FILE.mem their memories, one
behind the other.  What differs from chip to chip is a Core's.
"""

import json
import os
import struct

import call_paths
import wait_table
from elf_file import ElfFile


class Core:
    """One that took part; addresses as it sees them itself."""

    PREFIX = ""  # of C's names in the image
    WINDOW = None  # symbol of window 0
    HELPERS = ()  # processors that are not a core of the run

    def __init__(self, state, memory, elf):
        self.state, self.memory, self.elf = state, memory, elf

    def place(self, address):
        """Where in its memory that is; it may be outside."""
        return address

    def words(self, address, form):
        return struct.unpack_from(form, self.memory, self.place(address))

    def word(self, address):
        at = self.place(address)
        if address & 3 or not 0 <= at <= len(self.memory) - 4:
            return None
        return self.words(address, "<I")[0]

    def in_window(self, offset):
        window = self.elf.symbols[self.WINDOW][0]
        return self.word(window + offset & 0xFFFFFFFF)

    def symbol(self, name, form):
        return self.words(self.elf.symbols[self.PREFIX + name][0], form)

    def has(self, name):
        return self.PREFIX + name in self.elf.symbols

    def sleeps(self):
        return False

    def note(self):
        """What else is to be said of it, or None."""
        return None

    def where(self):
        """Its number on the chip and its coordinates, for the table."""
        raise NotImplementedError

    def calls(self, walker):
        """As Walker.calls has them."""
        raise NotImplementedError


def row_of(core, walker):
    """For wait_table, from rt_phase and rt_wait (runtime/wait.h)."""
    elf = core.elf
    if core.state.get("state") == "stopped":
        return {"phase": None, "stopped": "with its chip"}
    phase = elf.string_at(core.symbol("rt_phase", "<I")[0])
    row = {"phase": phase}
    if "pc" in core.state:
        row["pc"] = elf.function_at(core.state["pc"])
    what, site, since, _, offset, value, origin = core.symbol(
        "rt_wait", "<IIQIIII")
    if phase and what:
        row.update(what=elf.string_at(what) or "?", since=since,
                   from_rank=None if origin == wait_table.NONE else origin,
                   site=elf.function_at(site),
                   **wait_table.about(offset, value, core.in_window))
    elif core.sleeps() and phase in ("main", "ending"):
        row["sleeps"] = True
    if phase and core.has("rt_parked"):
        row["fibers"] = wait_table.fibers(
            core.symbol("rt_parked", "<I")[0], core.word, elf.string_at,
            elf.function_at, core.in_window)
    if core.note():
        row["note"] = core.note()
    if phase:
        row["calls"] = core.calls(walker)
    return row


def read(run, path, kind):
    """{index: Core} of the dump, which is there, and its ELF file."""
    elf = ElfFile(run.image)
    with open(path, encoding="utf-8") as f:
        states = [json.loads(line) for line in f]
    with open(path + ".mem", "rb") as f:
        memory = f.read()
    each = len(memory) // len(states)
    return {s["index"]: kind(s, memory[n * each:(n + 1) * each], elf)
            for n, s in enumerate(states) if s.get("core") not in kind.HELPERS}, elf


def lines(run, path, kind, walker_of):
    """The table of those that have started; none if nothing was left behind."""
    if not os.path.exists(path + ".mem"):
        return []
    cores, elf = read(run, path, kind)
    if kind.PREFIX + "rt_wait" not in elf.symbols:
        return [f"core {c.state['index']} {c.state['state']} at "
                f"{elf.function_at(c.state['pc'])}" for c in cores.values()]
    walker, rows = walker_of(elf), []
    for rank, index in enumerate(run.cores):
        if index in cores:
            core = cores[index]
            rows.append({"rank": rank, **core.where(), **row_of(core, walker)})
    run.rows = rows
    return call_paths.table(run.image, rows)
