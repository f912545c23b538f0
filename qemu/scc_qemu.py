# SPDX-License-Identifier: Apache-2.0
"""How board scc-qemu is started: a P54C image on QEMU's microvm.

The physical layout is arch/scc/board.h's; what may vary a run is told to the
image in the boot record's port words.

Options (-o k=v):
  irq=direct|gic      how cores interrupt each other: by a bit in the target's
                      configuration register (the default: sooner there, and
                      for any number of cores), or by the FPGA's controller,
                      which serves cores 0 to 47
"""

import os
import sys

import boot_record
import qemu_image
import qemu_peek
import wait_table
from elf_file import ElfFile

BOARD = "scc-qemu"
DEFAULT_CORES = 48
MAX_CORES = 255
PASS_STATUS = 85  # arch/scc/console.h; QEMU itself ends with 0, 1 or a signal
FAIL_STATUS = 87
MODES = ("icount", "mttcg")
# What `make test` runs; all counts in test-full.
TEST_CORES = {"icount": (1, 2, 3, 17, 47, 48, 64), "mttcg": (2, 17, 48)}

MB = 1 << 20
LAYOUT = 0x51435303  # BOARD_LAYOUT
RECORD = 0x00900000  # BOARD_RECORD
RECORD_MAX = 0x00100000
MPB = 0x00A00000  # BOARD_MPB
MPB_EACH = 8192
MEMORY = qemu_image.Memory(
    dram=48 * MB,  # above BOARD_STACKS, on 4 MB
    va=4 * MB,  # BOARD_DRAM_VA
    step=4 * MB,
    most=512 * MB,  # below the stacks
    end=3072 * MB)  # more does not lie below 4 GB on a microvm

SCC_CORES = 48
LARGE_CORES = 256


def by_controller(run):
    """Whether interrupts go by the FPGA's controller."""
    for key in run.options:
        if key != "irq":
            raise ValueError(f"{BOARD} has no option '{key}'; it has: irq")
    way = run.options.get("irq", "direct")
    if way not in ("direct", "gic"):
        raise ValueError(f"-o irq={way}: not one of: direct gic")
    if way == "gic" and max(run.cores) >= SCC_CORES:
        print(f"weft-run: core {max(run.cores)}: the interrupt controller has "
              f"registers for cores 0 to {SCC_CORES - 1}; going on with "
              f"irq=direct", file=sys.stderr, flush=True)
        return False
    return way == "gic"


def command(run):
    cores = len(run.cores)
    if run.mode not in MODES:
        raise ValueError(f"{BOARD} has no mode {run.mode}")
    if not 1 <= cores <= MAX_CORES:
        raise ValueError(f"{BOARD} has 1 to {MAX_CORES} cores, not {cores}")
    if len(set(run.cores)) != cores:
        raise ValueError("a core is named twice")
    for core in run.cores:
        if not 0 <= core < LARGE_CORES:
            raise ValueError(f"{BOARD} has no core {core}")
    large = max(run.cores) >= SCC_CORES
    each = MEMORY.bytes_each(run)
    rows, loads = MEMORY.place_files(run, each)
    record = boot_record.pack(run.cores, run.args, run.env, rows,
                              port=(LAYOUT, MEMORY.dram, each, int(large),
                                    int(by_controller(run))))
    if len(record) > RECORD_MAX:
        raise ValueError("arguments, environment and file names exceed 1 MB")
    record_path = os.path.join(run.dir, "boot-record")
    with open(record_path, "wb") as f:
        f.write(record)

    argv = [
        "qemu-system-i386", "-M", "microvm,pit=off,pic=off,rtc=off",
        "-cpu", "pentium,-mmx,model=2,stepping=5",
        *qemu_image.accelerator(run.mode),
        "-m", str((MEMORY.dram + cores * each) // MB), "-smp", str(cores),
        "-nodefaults", "-no-user-config", "-display", "none",
        "-serial", "stdio", "-no-reboot",
        "-device", "isa-debug-exit,iobase=0xf4,iosize=4",
        "-device", "pvpanic,ioport=0x505", "-action", "panic=pause",
        "-kernel", run.image,
    ] + qemu_peek.arguments(run.dir)
    for path, address in [(record_path, RECORD)] + loads:
        argv += qemu_image.loader(path, address)
    return argv


def coordinates(run, core):
    """Tile coordinates, as arch/scc/where.c has them."""
    columns = 6 if max(run.cores) < SCC_CORES else 16
    return core // 2 % columns, core // 2 // columns


def who_waits(run, monitor):
    """The table, read out of a QEMU that stands still."""
    elf = ElfFile(run.image)
    each = MEMORY.bytes_each(run)
    registers = monitor.registers()
    rows = []
    for rank, core in enumerate(run.cores):
        view = qemu_peek.Core(monitor, elf,
                              MEMORY.physical_of(rank, each))
        x, y = coordinates(run, core)

        def word(offset, c=core):
            data = monitor.memory(MPB + c * MPB_EACH + offset, 4)
            return int.from_bytes(data, "little")

        row = qemu_peek.look(view, word, registers.get(rank, (0, 0))[0])
        rows.append({"rank": rank, "core": core, "x": x, "y": y, **row})
    return wait_table.table(rows)


def on_timeout(run, _process):
    """The cores may be silent: nothing in them has to work for this."""
    monitor = qemu_peek.Monitor(run.dir)
    monitor.execute("stop")
    return who_waits(run, monitor)


def on_panic(run, _process):
    """QEMU pauses on a panic (arch/scc/console.c): look, then let it end."""
    monitor = qemu_peek.Monitor(run.dir)
    monitor.await_panic()
    lines = who_waits(run, monitor)
    try:
        monitor.execute("cont")
    except (OSError, ValueError):
        pass  # it has ended before it could answer
    return lines
