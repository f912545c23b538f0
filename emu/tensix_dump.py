# SPDX-License-Identifier: Apache-2.0
"""Who waits for whom on Tensix tiles (dump_table.py): how BRISC's calls are followed in
registers, L1 and local RAM; of a dump of L1 alone, by the runtime's records there."""

import struct

import dump_table
from unwind import Machine, Walker

LOCAL = 0xFFB00000  # BOARD_LOCAL of arch/tensix/board.h
HANDLER = "tensix_interrupt_entry"  # boot/tensix/interrupt.S
HANDLER_FRAME = 64
RETURN_PC = "return_pc"  # among a core's registers
JAL, JALR, AUIPC = 0xEF, 0xE7, 0x97  # with their results in ra


class RiscV(Machine):
    NAMES = tuple(f"x{n}" for n in range(64)) + ("pc",)
    SP, PC, LR = 2, 64, 1

    @staticmethod
    def called(text, address):
        before, call = struct.unpack("<II", text)
        if call & 0xFFF == JAL:
            away = (call >> 31 << 20 | (call >> 12 & 0xFF) << 12
                    | (call >> 20 & 1) << 11 | (call >> 21 & 0x3FF) << 1)
            return address - 4 + ((away ^ 0x100000) - 0x100000)
        if call & 0x7FFF != JALR:
            return None
        if before & 0xFFF != AUIPC or call >> 15 & 0x1F != 1:
            return 0
        low = (call >> 20 ^ 0x800) - 0x800
        return address - 8 + (before & 0xFFFFF000) + low & 0xFFFFFFFF


class Stacks(Walker):
    def interrupted(self, at, registers, read):
        """Of whom the handler has interrupted; its frame has ra first."""
        start, size = self.elf.symbols.get(HANDLER, (0, 0))
        if not start <= at < start + size:
            return None
        caller = {**registers, self.pc: registers[RETURN_PC]}
        if start < at < start + size - 4:
            caller[self.lr] = read(registers[self.sp])
            caller[self.sp] = registers[self.sp] + HANDLER_FRAME
        return caller


class Core(dump_table.Core):
    WINDOW = "tensix_window"
    HELPERS = ("NCRISC",)  # of a tile; the thread is BRISC's

    def place(self, address):
        return (self.state["l1"] + address - LOCAL if address >= LOCAL
                else address)

    def where(self):
        own = {"x": self.state["x"], "y": self.state["y"]}
        if "chip" in self.state:
            return {"chip": self.state["chip"], "core": self.state["of_chip"], **own}
        return {"core": self.state["index"], **own}

    def calls(self, walker):
        if "r" not in self.state:  # a loader sees L1 alone
            return []
        registers = {n: v for n, v in enumerate(self.state["r"])}
        registers.update({walker.pc: self.state["pc"],
                          RETURN_PC: self.state["return_pc"]})
        return walker.calls(registers, self.word)


def lines(run, path):
    return dump_table.lines(run, path, Core,
                            lambda elf: Stacks(elf, RiscV))
