# SPDX-License-Identifier: Apache-2.0
"""Look into a QEMU that runs a weft image, from outside: nothing in the guest
has to work for it.

QEMU's machine protocol (QMP) is line-wise JSON on a socket.
"""

import json
import os
import re
import socket
import struct
import time

import wait_table

EVENTS_SHOWN = 6
PAGE = 4096


def arguments(run_dir):
    """What a QEMU command line needs so that peek() works."""
    path = socket_path(run_dir).replace(",", ",,")
    return ["-qmp", f"unix:{path},server=on,wait=off"]


def socket_path(run_dir):
    return run_dir + "/qmp"


class Monitor:
    def __init__(self, run_dir, seconds=30):
        self.scratch = run_dir + "/page"
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

    def host_address(self, address):
        """Where in QEMU's own memory a byte of physical memory is."""
        return int(re.search(r"is (0x[0-9a-f]+)", self.human(
            f"gpa2hva {address:#x}"))[1], 16)

    def pid(self):
        """Of the QEMU that is at the other end."""
        credentials = self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
        return struct.unpack("3i", credentials)[0]

    def close(self):
        self.file.close()
        self.socket.close()

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

    def seen(self, cpu, address, size):
        """Bytes of memory as that core sees it; none where it sees nothing."""
        try:
            self.execute("memsave", **{"val": address, "size": size,
                                       "filename": self.scratch,
                                       "cpu-index": cpu})
            with open(self.scratch, "rb") as f:
                return f.read()
        except OSError:
            return b""
        finally:
            if os.path.exists(self.scratch):
                os.remove(self.scratch)

    def registers(self):
        """{cpu: {name: value}}."""
        text = self.human("info registers -a")
        parts = re.split(r"^CPU#(\d+)", text, flags=re.M)[1:]
        return {int(cpu): {
            re.sub(r"^r0(\d)$", r"r\1", name.lower()): int(value, 16)
            for name, value in re.findall(r"\b(E[A-Z]{2}|R\d\d)=([0-9a-f]+)",
                                          part)}
            for cpu, part in zip(parts[::2], parts[1::2])}


class Stack:
    """Words of memory as a core sees it, a page at a time."""

    def __init__(self, monitor, cpu):
        self.monitor, self.cpu, self.pages = monitor, cpu, {}

    def __call__(self, address):
        page, at = address & -PAGE, address & PAGE - 1
        if page not in self.pages:
            self.pages[page] = self.monitor.seen(self.cpu, page, PAGE)
        data = self.pages[page][at:at + 4]
        return struct.unpack("<I", data)[0] if len(data) == 4 else None


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


def fault_registers(core):
    """What the core's registers were when it faulted; none if it has not."""
    if "port_fault_text" not in core.elf.symbols:
        return {}
    text, = core.symbol("port_fault_text",
                        f"<{core.elf.symbols['port_fault_text'][1]}s")
    return {name.decode(): int(value, 16) for name, value in
            re.findall(rb"(\w+)=([0-9a-f]{8})", text.split(b"\0")[0])}


def look(core, window_word, registers, read, walker):
    """One core's row for wait_table, from rt_phase, rt_wait and its stack."""
    phase, = core.symbol("rt_phase", "<I")
    phase = core.elf.string_at(phase) if phase else None
    pc = registers.get("eip", registers.get("r15", 0))
    row = {"phase": phase, "pc": core.elf.function_at(pc)}
    what, site, since, _, offset, value, origin = core.symbol(
        "rt_wait", "<IIQIIII")
    said = core.elf.string_at(what) if what else None
    if phase and said:  # else none, or written over
        row.update(what=said, since=since,
                   from_rank=None if origin == wait_table.NONE else origin,
                   site=core.elf.function_at(site),
                   **wait_table.about(offset, value, window_word))
    elif phase in ("starting", "main", "ending") and (
            core.elf.symbols["vehicle_text_start"][0] <= pc
            < core.elf.symbols["vehicle_text_end"][0]):
        row["gives_way"] = True
    if phase and "rt_parked" in core.elf.symbols:
        head, = core.symbol("rt_parked", "<I")
        row["fibers"] = wait_table.fibers(
            head, read, core.elf.string_at, core.elf.function_at, window_word)
    if phase:
        row["events"] = events(core)
        row["calls"] = walker.calls(
            walker.machine.numbered(fault_registers(core) or registers),
            read)
    return row
