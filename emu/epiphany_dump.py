# SPDX-License-Identifier: Apache-2.0
"""Who waits for whom on an Epiphany (dump_table.py): how its calls are followed in
registers and a core's own memory (docs/epiphany-emulator.md)."""

import struct

import dump_table
from unwind import Machine, Walker

ORIGIN, ROW = 0x808, 64  # as epiphany_emu.py has them
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


class Core(dump_table.Core):
    PREFIX, WINDOW = "_", "_epi_window"

    def sleeps(self):
        return self.state["state"].startswith("idle")

    def note(self):
        return ("it is idle with interrupts off: nothing can wake it"
                if self.state["state"] == "idle for good" else None)

    def where(self):
        y, x = divmod(self.state["id"] - ORIGIN, ROW)
        return {"core": self.state["id"], "x": x, "y": y}

    def calls(self, walker):
        registers = {n: v for n, v in enumerate(self.state["r"])}
        registers.update({walker.pc: self.state["pc"],
                          IRET: self.state["iret"]})
        entry = self.elf.symbols.get(EXCEPTION)
        trap = (entry[0], self.state["iret"], EXCEPTION_FRAME) if entry \
            else None
        return walker.calls(registers, self.word, trap)


def lines(run, path):
    return dump_table.lines(run, path, Core,
                            lambda elf: Stacks(elf, Epiphany))
