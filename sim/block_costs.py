# SPDX-License-Identifier: Apache-2.0
"""How many instructions each basic block of an image has.

The compiler puts a call of __sanitizer_cov_trace_pc at the start of a block;
its return address names the block.  A block's instructions are those from
there to the next such call, along the fall-through way and along jumps that
go nowhere else; a function's prologue belongs to its first block.  The calls
themselves, and padding, do not count.

The table lies beside the image, or, if that place cannot be written, in the
directory of the run: a line "return address, instructions" a block, hex and
decimal.  Its first line has the image's CRC-32, so a rebuilt image gets a
new table.
"""

import os
import re
import subprocess
import zlib

TRACE = "__sanitizer_cov_trace_pc"
LONGEST = 1000  # instructions of one block; a longer way is a loop
FUNCTION = re.compile(r"^([0-9a-f]+) <(.+)>:$")
INSTRUCTION = re.compile(r"^ *([0-9a-f]+):\s+(.*?)\s*$")
TARGET = re.compile(r"\b([0-9a-f]+) <")
PADDING = re.compile(r"(data16 |cs )*nop|xchg +%ax,%ax|endbr|bti\b")
CALL = re.compile(r"(call|bl)\b")
JUMP = re.compile(r"(notrack )?(jmp|b)\b(?!\.)")
END = re.compile(r"(repz )?ret|ud2|hlt|brk\b|br\b|udf\b")


def disassemble(image):
    try:
        done = subprocess.run(
            ["objdump", "-d", "--no-show-raw-insn", image],
            capture_output=True, text=True, check=True)
    except FileNotFoundError:
        raise ValueError("objdump is needed (package binutils)") from None
    except subprocess.CalledProcessError as e:
        raise ValueError(f"{image}: {e.stderr.strip()}") from e
    return done.stdout


class Code:
    """The image's instructions in order, and where each address is."""

    def __init__(self, text):
        self.address, self.what, self.starts = [], [], []
        for line in text.splitlines():
            m = INSTRUCTION.match(line)
            if m:
                self.address.append(int(m[1], 16))
                self.what.append(m[2])
            elif FUNCTION.match(line):
                self.starts.append(len(self.address))
        self.index = {a: i for i, a in enumerate(self.address)}

    def is_trace(self, i):
        return CALL.match(self.what[i]) and f"<{TRACE}" in self.what[i]

    def follow(self, i):
        """Instructions from the i-th to the end of its block."""
        n = 0
        while i < len(self.what) and n < LONGEST and not self.is_trace(i):
            what = self.what[i]
            if PADDING.match(what):
                i += 1
                continue
            n += 1
            if END.match(what):
                break
            i += 1
            if JUMP.match(what):
                target = TARGET.search(what)
                i = self.index.get(int(target[1], 16), -1) if target else -1
                if i < 0 or i in self.function_starts:
                    break
        return n

    def blocks(self):
        self.function_starts = set(self.starts)
        prologue = {}
        for start in self.starts:
            i = start
            while i < len(self.what) and not self.is_trace(i):
                if JUMP.match(self.what[i]) or END.match(self.what[i]):
                    break
                i += 1
            else:
                prologue[i] = sum(not PADDING.match(w)
                                  for w in self.what[start:i])
        for i in range(len(self.what) - 1):
            if self.is_trace(i):
                yield (self.address[i + 1],
                       max(1, self.follow(i + 1) + prologue.get(i, 0)))


def table(image, directory):
    """The path of the image's table, made if there is none that fits."""
    with open(image, "rb") as f:
        head = f"crc {zlib.crc32(f.read()):08x}\n"
    beside = image + ".blocks"
    try:
        with open(beside, encoding="ascii") as f:
            if f.readline() == head:
                return beside
    except OSError:
        pass
    lines = [f"{a:x} {n}\n" for a, n in Code(disassemble(image)).blocks()]
    path = os.path.join(directory, "blocks")
    with open(path, "w", encoding="ascii") as f:
        f.writelines([head] + lines)
    try:
        new = f"{beside}.{os.getpid()}"
        with open(path, encoding="ascii") as f, \
                open(new, "w", encoding="ascii") as g:
            g.write(f.read())
        os.replace(new, beside)
    except OSError:
        return path
    return beside
