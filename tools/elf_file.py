# SPDX-License-Identifier: Apache-2.0
"""Read what a dump needs of an ELF image: symbols, sections, and bytes by address.

Only little-endian ELF, 32 and 64 bit; no relocation.
"""

import bisect
import struct


class ElfFile:
    """self.symbols maps names to (address, size)."""

    def __init__(self, path):
        with open(path, "rb") as f:
            self.data = f.read()
        if self.data[:4] != b"\x7fELF" or self.data[5:6] != b"\1":
            raise ValueError(f"{path}: not a little-endian ELF file")
        self.wide = self.data[4] == 2
        try:
            self.machine, = struct.unpack_from("<H", self.data, 18)
            self.names, = struct.unpack_from("<H", self.data, 62 if self.wide else 50)
            self.sections = self._sections()
            self.symbols, self.functions = self._symbols()
        except (struct.error, IndexError, ValueError, OverflowError) as e:
            raise ValueError(f"{path}: a damaged ELF file") from e
        self.starts = [f[0] for f in self.functions]

    def _sections(self):
        at, form, size = ((40, "<Q", 58) if self.wide else (32, "<I", 46))
        table, = struct.unpack_from(form, self.data, at)
        each, count = struct.unpack_from("<HH", self.data, size)
        form = "<IIQQQQIIQQ" if self.wide else "<10I"
        return [struct.unpack_from(form, self.data, table + i * each)
                for i in range(count)]

    def section(self, name):
        """Its bytes; none if there is no such section."""
        if self.names >= len(self.sections):
            return b""
        strings = self.sections[self.names][4]
        for row in self.sections:
            at = strings + row[0]
            if self.data[at:at + len(name) + 1] == name.encode() + b"\0":
                return self.data[row[4]:row[4] + row[5]]
        return b""

    def _symbols(self):
        names, functions = {}, []
        for section in self.sections:
            if section[1] != 2:  # SHT_SYMTAB
                continue
            strings = self.sections[section[6]][4]
            form = "<IBBHQQ" if self.wide else "<IIIBBH"
            for at in range(section[4], section[4] + section[5],
                            struct.calcsize(form)):
                row = struct.unpack_from(form, self.data, at)
                name, info, address, size, place = (
                    (row[0], row[1], row[4], row[5], row[3]) if self.wide
                    else (row[0], row[3], row[1], row[2], row[5]))
                end = self.data.index(b"\0", strings + name)
                text = self.data[strings + name:end].decode("latin-1")
                if text:
                    names[text] = (address, size)
                # STT_FUNC; not all assemblers say so, but then of what size.
                if info & 15 == 2 or not info & 15 and size and \
                        place < len(self.sections) and \
                        self.sections[place][2] & 4:
                    functions.append((address, size, text))
        return names, sorted(functions)

    def constants(self):
        """The bytes of all sections that are loaded with content."""
        return [self.data[s[4]:s[4] + s[5]] for s in self.sections
                if s[1] == 1 and s[2] & 2]

    def function_at(self, address):
        """'name+0x12', or the address in hex where no function is."""
        i = bisect.bisect_right(self.starts, address) - 1
        if i >= 0:
            start, size, name = self.functions[i]
            if "_main" in self.symbols:  # all of C's have that there
                name = name.removeprefix("_")
            if address <= start + size:
                return f"{name}+{address - start:#x}"
        return f"{address:#x}"

    def function_start(self, address):
        """Of the function that it is in, or the nearest symbol's before it."""
        i = bisect.bisect_right(self.starts, address) - 1
        return self.starts[i] if i >= 0 else 0

    def _text(self, address):
        for kind, flags, start, offset, size in (s[1:6] for s in self.sections):
            if kind == 1 and flags & 4 and start <= address < start + size:
                return start, offset
        return None

    def is_text(self, address):
        return self._text(address) is not None

    def text_before(self, address, n):
        """n bytes of code that end there, or fewer."""
        found = self._text(address - 1)
        if not found or address - n < found[0]:
            return b""
        at = found[1] + address - found[0]
        return self.data[at - n:at]

    def string_at(self, address, most=80):
        """A constant string of the image, or None."""
        for section in self.sections:
            kind, flags, start, offset, size = section[1:6]
            if kind == 1 and flags & 2 and start <= address < start + size:
                at = offset + address - start
                return self.data[at:at + most].split(b"\0")[0].decode(
                    "latin-1")
        return None
