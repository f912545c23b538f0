# SPDX-License-Identifier: Apache-2.0
"""Look into a QEMU that runs a weft image, from outside: nothing in the guest
has to work for it.

QEMU's machine protocol (QMP) is line-wise JSON on a socket.
"""

import json
import re
import socket
import struct
import time

import wait_table

EVENTS_SHOWN = 6


def arguments(run_dir):
    """What a QEMU command line needs so that peek() works."""
    path = socket_path(run_dir).replace(",", ",,")
    return ["-qmp", f"unix:{path},server=on,wait=off"]


def socket_path(run_dir):
    return run_dir + "/qmp"


class Monitor:
    def __init__(self, run_dir, seconds=30):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(seconds)
        self.socket.connect(socket_path(run_dir))
        self.file = self.socket.makefile("rw")
        self.file.readline()  # the greeting
        self.execute("qmp_capabilities")

    def execute(self, command, **arguments):
        json.dump({"execute": command, "arguments": arguments}, self.file)
        self.file.write("\n")
        self.file.flush()
        while True:  # events may come in between
            answer = json.loads(self.file.readline())
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise OSError(answer["error"]["desc"])

    def human(self, line):
        return self.execute("human-monitor-command", **{"command-line": line})

    def memory(self, address, size):
        """Bytes of physical memory."""
        text = self.human(f"xp /{size}xb {address:#x}")
        return bytes(int(b, 16) for line in text.splitlines()
                     for b in line.partition(":")[2].split())

    def await_panic(self, status, seconds=30):
        """The image's report comes first, the pause a moment later."""
        deadline = time.monotonic() + seconds
        while self.execute("query-status")["status"] != status:
            if time.monotonic() > deadline:
                raise OSError("QEMU did not pause on the panic")
            time.sleep(0.01)

    def registers(self):
        """{cpu: (pc, halted)}."""
        found = {}
        text = self.human("info registers -a")
        for part in re.split(r"^CPU#", text, flags=re.M)[1:]:
            pc = re.search(r"\b(?:EIP|R15|PC)=([0-9a-f]+)", part)
            halted = re.search(r"\bHLT=1", part) is not None
            found[int(part.split()[0])] = (int(pc[1], 16) if pc else 0, halted)
        return found


class Core:
    """One core's private memory, by the addresses that it sees itself."""

    def __init__(self, monitor, elf, physical):
        self.monitor, self.elf, self.physical = monitor, elf, physical

    def words(self, address, form):
        data = self.monitor.memory(self.physical(address),
                                   struct.calcsize(form))
        return struct.unpack(form, data)

    def symbol(self, name, form):
        return self.words(self.elf.symbols[name][0], form)


def events(core):
    """The last entries of rt_trace (runtime/trace.h), where it is linked."""
    if "rt_trace" not in core.elf.symbols:
        return []
    at, size = core.elf.symbols["rt_trace"]
    places, following = core.words(at, "<II")
    each = (size - 8) // places
    rows = []
    for n in range(max(0, following - EVENTS_SHOWN), following):
        time, what, a, b = core.words(at + 8 + n % places * each, "<QIII")
        rows.append((time, core.elf.string_at(what) or "?", a, b))
    return rows


def look(core, window_word, pc):
    """One core's row for wait_table, from rt_phase and rt_wait."""
    phase, = core.symbol("rt_phase", "<I")
    phase = core.elf.string_at(phase) if phase else None
    row = {"phase": phase, "pc": core.elf.function_at(pc)}
    what, origin, offset, value, since, site = core.symbol(
        "rt_wait", "<IIIIQI")
    if phase and what:
        row.update(what=core.elf.string_at(what) or "?", since=since,
                   from_rank=None if origin == wait_table.NONE else origin,
                   site=core.elf.function_at(site),
                   **wait_table.about(offset, value, window_word))
    if phase:
        row["events"] = events(core)
    return row

