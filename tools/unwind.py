# SPDX-License-Identifier: Apache-2.0
"""Walk a core's stack from outside: which calls led to where it stands.

The compiler's tables say where each function keeps its return address
(.debug_frame, which is in the ELF file and never in a core's memory).  Code without
any, assembly and the C library, is walked by a search: the nearest word of the stack
that is the address behind a call of the function at hand.
"""

import bisect
import struct

DEPTH = 4096  # calls
SEARCH = 512  # words of stack


class Machine:
    """What a walk needs of an instruction set."""

    # Registers by the tables' numbers, and other names of some; which are the
    # stack pointer, the program counter and, if there is one, the link register.
    NAMES, ALSO = (), {}
    SP = PC = LR = None
    # So much less than what tables count from the stack pointer of the caller is.
    BELOW = 0

    @staticmethod
    def called(text, address):
        """What the call calls that ends the 8 bytes of text before the address, 0 if
        that is not to be seen; None: there is none."""
        raise NotImplementedError

    @classmethod
    def numbered(cls, named):
        """{number: value} of {name: value}."""
        named = {cls.ALSO.get(k, k): v for k, v in named.items()}
        return {cls.NAMES.index(k): v for k, v in named.items()
                if k in cls.NAMES}


class I386(Machine):
    NAMES = ("eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", "eip")
    SP, PC = 4, 8

    @staticmethod
    def called(text, address):
        if text[3] == 0xE8:
            return address + struct.unpack("<i", text[4:])[0]
        direct = {2: text[6:], 3: text[5:], 6: text[2:], 7: text[1:]}
        return 0 if any(t[0] == 0xFF and t[1] >> 3 & 7 == 2
                        for t in direct.values()) else None


class Arm(Machine):
    NAMES = tuple(f"r{n}" for n in range(16))
    ALSO = {"fp": "r11", "ip": "r12", "sp": "r13", "lr": "r14", "pc": "r15"}
    SP, PC, LR = 13, 15, 14

    @staticmethod
    def called(text, address):
        word, = struct.unpack("<I", text[4:])
        if word >> 24 == 0xEB:
            return address + 4 + ((word & 0xFFFFFF ^ 0x800000)
                                  - 0x800000 << 2)
        return 0 if word & 0x0FFFFFF0 == 0x012FFF30 else None


MACHINES = {3: I386, 40: Arm}  # by the ELF file's number


class Cursor:
    def __init__(self, data, at):
        self.data, self.at = data, at

    def take(self, form):
        value, = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return value

    def uleb(self):
        value = shift = 0
        while True:
            byte = self.take("B")
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def sleb(self):
        start = self.at
        value = self.uleb()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) & 1 else value


class Tables:
    """.debug_frame of a 32-bit image."""

    def __init__(self, data):
        self.data, self.rows = data, []
        self.common = {}
        at = 0
        while at + 8 <= len(data):
            size, owner = struct.unpack_from("<II", data, at)
            if owner == 0xFFFFFFFF:
                self.common[at] = self._common(at)
            elif owner in self.common:
                start, n = struct.unpack_from("<II", data, at + 8)
                self.rows.append((start, start + n, owner, at + 16,
                                  at + 4 + size))
            at += 4 + size
        self.rows.sort()
        self.starts = [r[0] for r in self.rows]

    def _common(self, at):
        end = at + 4 + struct.unpack_from("<I", self.data, at)[0]
        c = Cursor(self.data, at + 8)
        version, letters = c.take("B"), b""
        while letters[-1:] != b"\0":
            letters += c.data[c.at:c.at + 1]
            c.at += 1
        if version >= 4:
            c.take("H")  # sizes of addresses and segments
        code, step = c.uleb(), c.sleb()
        link = c.take("B") if version == 1 else c.uleb()
        return code, step, link, b"S" in letters, c.at, end

    def find(self, address):
        """(where its function keeps what, by what number the return address, is it
        an interrupt's entry); None: it is in no table."""
        i = bisect.bisect_right(self.starts, address) - 1
        if i < 0 or address >= self.rows[i][1]:
            return None
        start, _, owner, first, end = self.rows[i]
        code, step, link, signal, at, until = self.common[owner]
        state = {"at": start, "cfa": (0, 0), "rules": {}}  # some name no offset
        self._run(state, at, until, None, code, step, {})
        self._run(state, first, end, address, code, step,
                  dict(state["rules"]))
        return state["cfa"], state["rules"], link, signal

    def _run(self, state, at, end, address, code, step, initial):
        """The table's program, as far as the line that holds for the address."""
        c, kept = Cursor(self.data, at), []
        while c.at < end:
            op = c.take("B")
            low, advance = op & 0x3F, None
            rules = state["rules"]
            if op >> 6 == 1:
                advance = low
            elif op >> 6 == 2:
                rules[low] = c.uleb() * step
            elif op >> 6 == 3 or op == 0x06:
                n = low if op >> 6 == 3 else c.uleb()
                rules.pop(n, None)
                if n in initial:
                    rules[n] = initial[n]
            elif op in (0x02, 0x03, 0x04):
                advance = c.take("BHI"[op - 2])
            elif op == 0x05:
                n = c.uleb()
                rules[n] = c.uleb() * step
            elif op == 0x11:
                n = c.uleb()
                rules[n] = c.sleb() * step
            elif op == 0x07:
                rules[c.uleb()] = None  # it is lost
            elif op == 0x08:
                rules.pop(c.uleb(), None)
            elif op == 0x09:
                n = c.uleb()
                rules[n] = ("register", c.uleb())
            elif op == 0x0A:
                kept.append((dict(rules), state["cfa"]))
            elif op == 0x0B:
                state["rules"], state["cfa"] = kept.pop()
            elif op == 0x0C:
                state["cfa"] = c.uleb(), c.uleb()
            elif op == 0x0D:
                state["cfa"] = c.uleb(), state["cfa"][1]
            elif op == 0x0E:
                state["cfa"] = state["cfa"][0], c.uleb()
            elif op == 0x0F:
                n = c.uleb()
                state["cfa"] = self.data[c.at:c.at + n], None
                c.at += n
            elif op == 0x2E:
                c.uleb()
            elif op != 0:
                raise ValueError(f"call frame instruction {op:#x}")
            if advance is not None:
                state["at"] += advance * code
                if address is not None and state["at"] > address:
                    return


def value_of(expression, registers, read):
    """Of an expression as our own assembly has them."""
    c, stack = Cursor(expression, 0), []
    while c.at < len(expression):
        op = c.take("B")
        if 0x70 <= op < 0x90:
            stack.append(registers[op - 0x70] + c.sleb())
        elif op == 0x06:
            stack.append(read(stack.pop()))
        elif op == 0x22:
            stack.append(stack.pop() + stack.pop())
        elif op == 0x23:
            stack.append(stack.pop() + c.uleb())
        else:
            raise ValueError(f"operation {op:#x}")
    return stack.pop()


class Walker:
    """Of one image.  read(address) gives a word of the core, or None."""

    def __init__(self, elf, machine=None):
        self.elf, self.machine = elf, machine or MACHINES[elf.machine]
        self.tables = Tables(elf.section(".debug_frame"))
        self.sp, self.pc = self.machine.SP, self.machine.PC
        self.lr = self.machine.LR

    def calls(self, registers, read, trap=None):
        """Addresses inside of the calling instructions, innermost first; 0: an
        interrupt came between.  trap: (a function that was not called but entered by
        an exception, where it would have gone on, the stack taken before it)."""
        registers, path, exact = dict(registers), [], True
        try:
            while len(path) < DEPTH:
                pc, before = registers[self.pc], registers[self.sp]
                at = pc if exact else pc - 1
                if not self.elf.is_text(at):
                    break
                path.append(at)
                registers, exact = self._caller(at, registers, read, exact)
                if not registers or registers[self.sp] < before:
                    break
                if exact:
                    path.append(0)
                if trap and self.elf.function_start(at) == trap[0]:
                    registers[self.pc] = trap[1]
                    registers[self.sp] += trap[2]
        except (ValueError, KeyError, TypeError, IndexError, struct.error):
            pass  # a table that is wrong there, or a stack: as far as we came
        return path

    def _caller(self, at, registers, read, exact):
        """Its registers, None if there is none to be found; and whether an interrupt
        has come between, so that it has called nobody."""
        hit = self.interrupted(at, registers, read)
        if hit:
            return hit, True
        left = exact and self.leaving(at, registers)
        if left:
            return left, False
        found = self.tables.find(at)
        if found:
            return self._by_table(registers, read, *found[:3]), found[3]
        return self._by_search(registers, read, at, exact), False

    def interrupted(self, _at, _registers, _read):
        """The registers of whom an interrupt's entry has interrupted that stands
        there, if it is in no table; else None."""
        return None

    def leaving(self, _at, _registers):
        """The caller's registers where a function stands that has given up its frame,
        if the tables do not say so; else None."""
        return None

    def _by_table(self, registers, read, cfa, rules, link):
        frame = (registers[cfa[0]] + cfa[1] if cfa[1] is not None
                 else value_of(cfa[0], registers, read)) & 0xFFFFFFFF
        caller = dict(registers)
        for n, rule in rules.items():
            if rule is None:
                caller.pop(n, None)
            elif isinstance(rule, tuple):
                caller[n] = registers[rule[1]]
            else:
                caller[n] = read(frame + rule & 0xFFFFFFFF)
        if self.sp not in rules:
            caller[self.sp] = frame - self.machine.BELOW
        caller[self.pc] = caller[link]
        return caller

    def _by_search(self, registers, read, at, exact):
        def is_here(target):
            return (0 < target <= at and self.elf.function_start(target)
                    == self.elf.function_start(at))

        if self.lr is not None and exact:
            link = registers[self.lr]
            if is_here(self._called_from(link) or 0):
                return {**registers, self.pc: link}  # it has saved nothing
        weak, sp = None, registers[self.sp]
        for place in range(sp & -4, (sp & -4) + 4 * SEARCH, 4):
            word = read(place)
            if word is None:
                break
            target = self._called_from(word)
            if target is None:
                continue
            caller = {**registers, self.pc: word, self.sp: place + 4}
            if is_here(target):
                return caller
            weak = weak or caller
        return weak

    def _called_from(self, address):
        text = self.elf.text_before(address, 8)
        return self.machine.called(text, address) if len(text) == 8 else None
