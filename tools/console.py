# SPDX-License-Identifier: Apache-2.0
"""The console of a run, as weft-run passes it on."""

import os
import re

from call_paths import ranks


class Console:
    """Passes the run's console on, and notes what the runtime says in it."""

    LINE = re.compile(rb"\[(\d+)\]([ +]?)(.*)", re.DOTALL)
    END = re.compile(rb"weft: end code=(-?\d+)\b")
    PANIC = re.compile(rb"weft: panic: (.*): rank (\d+) of \d+, ")

    def __init__(self, tap, directory, named=None):
        """`named` gives the name of a rank, where that is not its number."""
        self.tap, self.directory = tap, directory
        self.named = named or (lambda rank: None)
        self.files, self.rest, self.code = {}, b"", None
        self.panicked = False
        self.panics = {}  # by reason: the ranks
        self.begun = {}  # by rank: pieces of a line that goes on
        if self.directory:
            os.makedirs(self.directory, exist_ok=True)

    def feed(self, data):
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            self.line(line)

    def write(self, data):
        """Not by a buffer: what cannot be written must not come again."""
        while data:
            data = data[os.write(1, data):]

    def line(self, line):
        plain = not (self.tap or self.directory)
        end = self.END.match(line)
        self.panicked |= line.startswith(b"weft: panic")
        # The runtime says it once; a second line cannot mend a failure.
        if end and not self.code:
            self.code = int(end[1])
        panic = self.PANIC.match(line)
        if panic:
            found = self.panics.setdefault(panic[1], [])
            found.append(int(panic[2]))
            if len(found) > 1:
                return  # the same of another core: reason() counts them
        own = self.LINE.match(line)
        if own:
            text = self.begun.pop(own[1], b"") + own[3]
            if own[2] == b"+":
                self.begun[own[1]] = text
                return
            name = self.named(int(own[1]))
            line = b"[" + (name.encode() if name else own[1]) + b"]" + own[2] + text
        else:
            line = line.rstrip(b"\r")
        if plain:
            self.write(line + b"\n")
        elif self.directory and own:
            self.file(int(own[1])).write(text + b"\n")
        elif self.tap:
            mine = own and int(own[1]) == 0
            self.write((text if mine else b"# " + line) + b"\n")
        elif self.directory:
            self.write(line + b"\n")

    def reason(self):
        """Of the first panic, and which cores have had it; None if there was none."""
        for text, found in self.panics.items():
            return f"panic of {ranks(sorted(set(found)))}: {text.decode(errors='replace')}"
        return None

    def file(self, rank):
        if rank not in self.files:
            path = os.path.join(self.directory, f"{rank:02d}.out")
            self.files[rank] = open(path, "wb", buffering=0)
        return self.files[rank]

    def close(self):
        try:
            if self.rest:
                self.line(self.rest)
            for rank in list(self.begun):  # a core that ended amid a line
                self.line(b"[" + rank + b"] ")
            for f in self.files.values():
                f.close()
        except OSError:
            pass  # the one before it has been told
