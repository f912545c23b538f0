# SPDX-License-Identifier: Apache-2.0
"""Who waits for whom on an Epiphany, from the dump that the emulator leaves of a run
that did not pass (docs/epiphany-emulator.md): registers, and a core's own memory.
"""

import json
import os
import struct

import call_paths
import wait_table
from elf_file import ElfFile
from unwind import Machine, Walker

EXCEPTION = "_epi_exception_entry"  # arch/epiphany/traps.c
EXCEPTION_FRAME = 8  # of what boot/epiphany/start.S has before it

IRET = "iret"  # among a core's registers
LEAVE, RETURN = b"\x1b\xb4", b"\x4f\x19\x02\x04"  # add sp, sp, n; rts


class Epiphany(Machine):
    NAMES = tuple(f"r{n}" for n in range(64)) + ("pc",)
    SP, PC, LR, BELOW = 13, 64, 14, 8

    @staticmethod
    def called(text, address):
        word, half = struct.unpack("<I", text[4:])[0], text[6] | text[7] << 8
        if word & 0xFF == 0xF8:
            return address - 4 + ((word >> 8 ^ 0x800000) - 0x800000 << 1)
        if half & 0xFF == 0xF0:
            return address - 2 + ((half >> 8 ^ 0x80) - 0x80 << 1)
        return 0 if (half & 0x3FF == 0x152
                     or word & 0xF03FF == 0x2015F) else None


class Stacks(Walker):
    """The assembler knows no tables: what boot/epiphany/start.S does is here, too."""

    FRAME, LR, PC = 176, 4 * 37, 4 * 39

    def interrupted(self, at, registers, read):
        def place(name):
            return self.elf.symbols[name][0]

        sp = registers[self.sp]
        if place("framed") <= at < place("raised"):
            return {**registers, self.sp: sp + self.FRAME,
                    self.lr: read(sp + self.LR), self.pc: read(sp + self.PC)}
        if place("lowered") <= at < place("framed"):
            sp += self.FRAME
        elif not (at < place("epi_reset")
                  or place("epi_alarm_taken") <= at < place("_epi_idle")):
            return None
        return {**registers, self.sp: sp, self.pc: registers[IRET]}

    def leaving(self, at, registers):
        """GCC's tables do not say when the frame is gone."""
        code = self.elf.text_before(at + 14, 14)
        end = code.find(RETURN)
        if end < 0 or LEAVE in code[:end]:
            return None
        return {**registers, self.pc: registers[self.lr]}


class Core:
    """One that took part; addresses as it sees them itself."""

    def __init__(self, state, memory, elf):
        self.state, self.memory, self.elf = state, memory, elf

    def words(self, address, form):
        return struct.unpack_from(form, self.memory, address)

    def symbol(self, name, form):
        return self.words(self.elf.symbols[name][0], form)

    def word(self, address):
        if address & 3 or address + 4 > len(self.memory):
            return None
        return self.words(address, "<I")[0]

    def calls(self, walker):
        registers = {n: v for n, v in enumerate(self.state["r"])}
        registers.update({walker.pc: self.state["pc"],
                          IRET: self.state["iret"]})
        entry = self.elf.symbols.get(EXCEPTION)
        trap = (entry[0], self.state["iret"], EXCEPTION_FRAME) if entry \
            else None
        return walker.calls(registers, self.word, trap)


def row_of(core, walker):
    """For wait_table, from rt_phase and rt_wait (runtime/wait.h)."""
    elf, state = core.elf, core.state
    phase = elf.string_at(core.symbol("_rt_phase", "<I")[0])
    row = {"phase": phase, "pc": elf.function_at(state["pc"])}
    what, site, since, _, offset, value, origin = core.symbol(
        "_rt_wait", "<IIQIIII")
    window = elf.symbols["_epi_window"][0]
    if phase and what:
        row.update(what=elf.string_at(what) or "?", since=since,
                   from_rank=None if origin == wait_table.NONE else origin,
                   site=elf.function_at(site),
                   **wait_table.about(offset, value,
                                      lambda o: core.word(
                                          window + o & 0xffffffff)))
    elif state["state"].startswith("idle") and phase in ("main", "ending"):
        row["sleeps"] = True
    if phase and "_rt_parked" in elf.symbols:
        row["fibers"] = wait_table.fibers(
            core.symbol("_rt_parked", "<I")[0], core.word, elf.string_at,
            elf.function_at, lambda o: core.word(window + o & 0xffffffff))
    if state["state"] == "idle for good":
        row["note"] = "it is idle with interrupts off: nothing can wake it"
    if phase:
        row["calls"] = core.calls(walker)
    return row


def lines(run, path, columns):
    """None if the emulator has left nothing behind."""
    if not os.path.exists(path + ".mem"):
        return []
    elf = ElfFile(run.image)
    with open(path, encoding="utf-8") as f:
        states = {s["index"]: s for s in map(json.loads, f)}
    if "_rt_wait" not in elf.symbols:
        return [f"core {s['id']:03x} {s['state']} at "
                f"{elf.function_at(s['pc'])}" for s in states.values()]
    with open(path + ".mem", "rb") as f:
        memory = f.read()
    each, walker, rows = len(memory) // len(states), Stacks(elf, Epiphany), []
    own = {index: memory[n * each:(n + 1) * each]
           for n, index in enumerate(states)}
    for rank, index in enumerate(run.cores):
        core = Core(states[index], own[index], elf)
        rows.append({"rank": rank, "core": states[index]["id"],
                     "x": index % columns, "y": index // columns,
                     **row_of(core, walker)})
    paths = call_paths.show(run.image, rows)
    return wait_table.table(rows) + paths
