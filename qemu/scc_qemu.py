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
import struct
import sys

import boot_record
import qemu_peek
import wait_table
from elf_file import ElfFile

BOARD = "scc-qemu"
DEFAULT_CORES = 48
MAX_CORES = 255
PASS_STATUS = 85  # arch/scc/console.h; QEMU itself ends with 0, 1 or a signal
FAIL_STATUS = 87
MODES = ("icount", "mttcg")

MB = 1 << 20
PAGE = 4096
LAYOUT = 0x51435302  # BOARD_LAYOUT
RECORD = 0x00900000  # BOARD_RECORD
RECORD_MAX = 0x00100000
MPB = 0x00A00000  # BOARD_MPB
MPB_EACH = 8192
DRAM = 48 * MB  # above BOARD_STACKS, on 4 MB
DRAM_VA = 4 * MB  # BOARD_DRAM_VA
DRAM_STEP = 4 * MB
DRAM_MAX = 512 * MB  # below the stacks
MEMORY_MAX = 3072 * MB  # more does not lie below 4 GB on a microvm
HEAP_LEAST = 1 * MB  # left for a program beside its files

SCC_CORES = 48
LARGE_CORES = 256


def image_end(path):
    """Where .bss ends: the highest address among the program headers."""
    with open(path, "rb") as f:
        header = f.read(52)
        if len(header) < 52 or header[:5] != b"\x7fELF\x01":
            raise ValueError(f"{path}: not a 32-bit ELF image")
        offset, = struct.unpack_from("<I", header, 28)
        size, count = struct.unpack_from("<HH", header, 42)
        f.seek(offset)
        table = f.read(size * count)
    ends = [DRAM_VA]
    for i in range(count):
        _, _, va, _, _, memory = struct.unpack_from("<6I", table, i * size)
        ends.append(va + memory)
    return max(ends)


def round_up(n, step):
    return -(-n // step) * step


def dram_bytes(run, cores):
    """Private DRAM a core: the usual, or more where files need it."""
    usual = 16 * MB if cores <= 64 else 8 * MB
    held = [0] * cores
    for f in run.files:
        if not 0 <= f.rank < cores:
            raise ValueError(f"{f.name}: there is no rank {f.rank}")
        held[f.rank] += round_up(f.size, PAGE)
    need = image_end(run.image) - DRAM_VA + HEAP_LEAST + max(held)
    each = max(usual, round_up(need, DRAM_STEP))
    if each > DRAM_MAX or DRAM + cores * each > MEMORY_MAX:
        raise ValueError(
            f"program and files need {each // MB} MB a core; {cores} cores "
            f"of this board can have "
            f"{min(DRAM_MAX, (MEMORY_MAX - DRAM) // cores) // DRAM_STEP * 4}")
    return each


def place_files(run, each):
    """The boot record's rows, and (path, physical address) for QEMU."""
    top = {}
    rows, loads = [], []
    for f in run.files:
        va = top.get(f.rank, DRAM_VA + each) - round_up(f.size, PAGE)
        top[f.rank] = va
        rows.append((f.name, f.rank, va, f.size))
        if f.size > 0:
            loads.append((f.path, DRAM + f.rank * each + va - DRAM_VA))
    return rows, loads


def loader(path, address):
    # A comma within a value of an option is doubled.
    path = os.path.abspath(path).replace(",", ",,")
    return ["-device", f"loader,file={path},addr={address:#x},force-raw=on"]


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


def accelerator(mode):
    if mode == "icount":
        return ["-icount", "shift=0,sleep=off"]
    return ["-accel", "tcg,thread=multi"]


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
    each = dram_bytes(run, cores)
    rows, loads = place_files(run, each)
    record = boot_record.pack(run.cores, run.args, run.env, rows,
                              port=(LAYOUT, int(large), DRAM, each,
                                    int(by_controller(run))))
    if len(record) > RECORD_MAX:
        raise ValueError("arguments, environment and file names exceed 1 MB")
    record_path = os.path.join(run.dir, "boot-record")
    with open(record_path, "wb") as f:
        f.write(record)

    argv = [
        "qemu-system-i386", "-M", "microvm,pit=off,pic=off,rtc=off",
        "-cpu", "pentium,-mmx,model=2,stepping=5",
        *accelerator(run.mode),
        "-m", str((DRAM + cores * each) // MB), "-smp", str(cores),
        "-nodefaults", "-no-user-config", "-display", "none",
        "-serial", "stdio", "-no-reboot",
        "-device", "isa-debug-exit,iobase=0xf4,iosize=4",
        "-device", "pvpanic,ioport=0x505", "-action", "panic=pause",
        "-kernel", run.image,
    ] + qemu_peek.arguments(run.dir)
    for path, address in [(record_path, RECORD)] + loads:
        argv += loader(path, address)
    return argv


def coordinates(run, core):
    """Tile coordinates, as arch/scc/where.c has them."""
    columns = 6 if max(run.cores) < SCC_CORES else 16
    return core // 2 % columns, core // 2 // columns


def who_waits(run, monitor):
    """The table, read out of a QEMU that stands still."""
    elf = ElfFile(run.image)
    each = dram_bytes(run, len(run.cores))
    registers = monitor.registers()
    rows = []
    for rank, core in enumerate(run.cores):
        view = qemu_peek.Core(
            monitor, elf,
            lambda va, r=rank: DRAM + r * each + va - DRAM_VA)
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
