# SPDX-License-Identifier: Apache-2.0
"""What boards on QEMU share, above the machine that each names: the boot record
by arch/qemu/vehicle.h, the common part of the command line, and the table of who
waits for whom, read out of a QEMU that stands still.

A board's vehicle makes one Board and hands command, on_timeout and on_panic on to
it; it adds the options of its own, and QEMU's that name machine and processor.
"""

import os

import boot_record
import call_paths
import event_rings
import qemu_image
import qemu_peek
from elf_file import ElfFile
from unwind import Walker

MB = 1 << 20
RECORD_MAX = 1 * MB
MODES = ("icount", "mttcg")
DEBUGGER = True  # --gdb

# arch/qemu/vehicle.h; QEMU itself ends with 0, 1 or a signal.
PASS_STATUS = 85
FAIL_STATUS = 87


class Board:
    """The numbers are those of the port's board.h, as physical addresses.

    layout    BOARD_LAYOUT
    record    BOARD_RECORD
    memory    a qemu_image.Memory: private DRAM
    window    of (rank, core): where that one's window is
    place     of (run, core): its x and y
    ram       where the machine's memory begins
    firmware  bytes at its end that are the firmware's until an image runs
    panicked  what QEMU's status is when an image has panicked: paused by its device, or
              by an action of a shutdown, after which it stands still for ever
    """

    def __init__(self, name, most, layout, record, memory, window, place,
                 ram=0, firmware=0, panicked="guest-panicked"):
        self.name, self.most, self.ram, self.panicked = name, most, ram, panicked
        self.firmware = firmware
        self.layout, self.record, self.memory = layout, record, memory
        self.window, self.place = window, place

    def check(self, run):
        cores = len(run.cores)
        if run.mode not in MODES:
            raise ValueError(f"{self.name} has no mode {run.mode}")
        if not 1 <= cores <= self.most:
            raise ValueError(f"{self.name} has 1 to {self.most} cores, not "
                             f"{cores}")
        if len(set(run.cores)) != cores:
            raise ValueError("a core is named twice")

    def command(self, run, port, machine, cores=None, first=0):
        """QEMU's command line: `machine`, and the rest.  `port` are the two
        words of the boot record that are the board's own.  Where others run cores, too, `cores`
        are those of all, and `first` is this one's first rank."""
        self.check(run)
        each = self.memory.bytes_each(run)
        rows, loads = self.memory.place_files(run, each)
        record = boot_record.pack(
            cores or run.cores, run.args, run.env,
            [(name, first + rank, *at) for name, rank, *at in rows],
            port=(self.layout, self.memory.dram, each, *port))
        if len(record) > RECORD_MAX:
            raise ValueError("arguments, environment and file names exceed "
                             "1 MB")
        path = os.path.join(run.dir, "boot-record")
        with open(path, "wb") as f:
            f.write(record)
        size = (self.memory.dram + len(run.cores) * each + qemu_image.COMMON
                + self.firmware - self.ram)
        argv = [
            *machine, *self.kept_memory(run, size), *qemu_image.accelerator(run.mode),
            "-m", str(size // MB), "-smp", str(len(run.cores)),
            "-nodefaults", "-no-user-config", "-display", "none",
            "-serial", "stdio", "-kernel", run.image,
            *qemu_peek.arguments(run.dir),
        ]
        for file, address in [(path, self.record)] + loads:
            argv += qemu_image.loader(file, address)
        return argv

    @staticmethod
    def kept_memory(run, size):
        """The machine's memory is a file that is there when QEMU has ended."""
        if not run.trace:
            return []
        run.fds = (os.memfd_create("weft-ram"),)
        return ["-machine", "memory-backend=ram", "-object",
                f"memory-backend-file,id=ram,share=on,size={size},"
                f"mem-path=/proc/self/fd/{run.fds[0]}"]

    def rings(self, run):
        found, (at, size) = {}, run.ring
        each = self.memory.bytes_each(run)
        for rank in range(len(run.cores)):
            place = self.memory.physical_of(rank, each)(at) - self.ram
            found[rank] = event_rings.ring_of(os.pread(run.fds[0], size, place), False)
        return found

    def views(self, run, _process):
        """For --watch: QEMU is asked once where it keeps the machine's memory."""
        try:
            monitor = qemu_peek.Monitor(run.dir)
        except (OSError, ValueError):
            return []  # it has only just been started
        each = self.memory.bytes_each(run)
        try:
            return [{"index": rank, "pid": monitor.pid(), "base": 0,
                     "window": monitor.host_address(self.window(rank, core)),
                     "parts": [[self.memory.va, each, monitor.host_address(
                         self.memory.physical_of(rank, each)(self.memory.va))]]}
                    for rank, core in enumerate(run.cores)]
        finally:
            monitor.close()

    def who_waits(self, run, monitor):
        run.rows = self.rows(run, monitor)
        return call_paths.table(run.image, run.rows)

    def rows(self, run, monitor):
        """A dict a core, as wait_table.py has them."""
        elf = ElfFile(run.image)
        each = self.memory.bytes_each(run)
        registers = monitor.registers()
        walker = Walker(elf)
        rows = []
        for rank, core in enumerate(run.cores):
            view = qemu_peek.Core(monitor, elf,
                                  self.memory.physical_of(rank, each))
            at = self.window(rank, core)

            def word(offset, at=at):
                return int.from_bytes(monitor.memory(at + offset, 4),
                                      "little")

            x, y = self.place(run, core)
            row = qemu_peek.look(view, word, registers.get(rank, {}),
                                 qemu_peek.Stack(monitor, rank), walker)
            rows.append({"rank": rank, "core": core, "x": x, "y": y, **row})
        return rows

    def on_timeout(self, run, _process):
        """The cores may be silent: nothing in them has to work for this."""
        monitor = qemu_peek.Monitor(run.dir)
        monitor.execute("stop")
        return self.who_waits(run, monitor)

    def on_panic(self, run, process):
        """QEMU pauses when the image asks for it (vehicle_panic in the port):
        look, then let it go on."""
        try:
            monitor = qemu_peek.Monitor(run.dir)
            monitor.await_panic(self.panicked)
            try:
                return self.who_waits(run, monitor)
            finally:
                self.go_on(monitor)
        finally:
            self.end_panicked(process)

    @staticmethod
    def go_on(monitor):
        try:
            monitor.execute("cont")
        except (OSError, ValueError):
            pass  # it has ended before it could answer, or will not go on

    def end_panicked(self, process):
        if self.panicked == "shutdown":
            process.kill()
