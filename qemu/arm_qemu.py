# SPDX-License-Identifier: Apache-2.0
"""How board arm-qemu is started: a Cortex-A15 image on QEMU's virt.

The physical layout is arch/arm/board.h's; what may vary a run is told to the
image in the boot record's port words.

Options (-o k=v):
  gic=3|2             the interrupt controller: GICv3 (the default), or GICv2,
                      which serves 8 cores
"""

import os

import boot_record
import qemu_image
import qemu_peek
import wait_table
from elf_file import ElfFile

BOARD = "arm-qemu"
DEFAULT_CORES = 48
MAX_CORES = 123  # BOARD_CORES_MAX
PASS_STATUS = 85  # arch/arm/console.h; QEMU itself ends with 0, 1 or a signal
FAIL_STATUS = 87
MODES = ("icount", "mttcg")
# The port is new, what is above it is not: the rest is for make test-full.
TEST_CORES = {"icount": (48,), "mttcg": (17,)}

MB = 1 << 20
LAYOUT = 0x51414D01  # BOARD_LAYOUT
RAM = 0x40000000
RECORD = 0x40900000  # BOARD_RECORD
RECORD_MAX = 0x00100000
MPB = 0x40A00000  # BOARD_MPB, by rank
MPB_EACH = 8192
GICV2_CORES = 8
COLUMNS = 8  # of the made-up mesh, arch/arm/where.c
MEMORY = qemu_image.Memory(
    dram=0x42000000,  # behind BOARD_STACKS
    va=0x00100000,  # BOARD_DRAM_VA
    step=MB, most=512 * MB, end=1 << 32)


def gic_version(run):
    for key in run.options:
        if key != "gic":
            raise ValueError(f"{BOARD} has no option '{key}'; it has: gic")
    version = run.options.get("gic", "3")
    if version not in ("2", "3"):
        raise ValueError(f"-o gic={version}: not one of: 2 3")
    if version == "2" and len(run.cores) > GICV2_CORES:
        raise ValueError(f"-o gic=2: a GICv2 serves {GICV2_CORES} cores, not "
                         f"{len(run.cores)}")
    return int(version)


def command(run):
    cores = len(run.cores)
    if run.mode not in MODES:
        raise ValueError(f"{BOARD} has no mode {run.mode}")
    if not 1 <= cores <= MAX_CORES:
        raise ValueError(f"{BOARD} has 1 to {MAX_CORES} cores, not {cores}")
    gic = gic_version(run)
    each = MEMORY.bytes_each(run)
    rows, loads = MEMORY.place_files(run, each)
    record = boot_record.pack(run.cores, run.args, run.env, rows,
                              port=(LAYOUT, MEMORY.dram, each, gic, 0))
    if len(record) > RECORD_MAX:
        raise ValueError("arguments, environment and file names exceed 1 MB")
    record_path = os.path.join(run.dir, "boot-record")
    with open(record_path, "wb") as f:
        f.write(record)

    # One count of the timers' counter is a nanosecond.  A shutdown, which only
    # a panic asks for, pauses: on_panic looks, then ends it.
    argv = [
        "qemu-system-arm", "-M", f"virt,gic-version={gic}",
        "-cpu", "cortex-a15,cntfrq=1000000000",
        *qemu_image.accelerator(run.mode),
        "-m", str((MEMORY.dram + cores * each - RAM) // MB),
        "-smp", str(cores),
        "-nodefaults", "-no-user-config", "-display", "none",
        "-serial", "stdio", "-action", "shutdown=pause",
        "-semihosting-config", "enable=on,target=native",
        "-kernel", run.image,
    ] + qemu_peek.arguments(run.dir)
    for path, address in [(record_path, RECORD)] + loads:
        argv += qemu_image.loader(path, address)
    return argv


def who_waits(run, monitor):
    """The table, read out of a QEMU that stands still."""
    elf = ElfFile(run.image)
    each = MEMORY.bytes_each(run)
    registers = monitor.registers()
    rows = []
    for rank, core in enumerate(run.cores):
        view = qemu_peek.Core(monitor, elf,
                              MEMORY.physical_of(rank, each))

        def word(offset, r=rank):
            data = monitor.memory(MPB + r * MPB_EACH + offset, 4)
            return int.from_bytes(data, "little")

        row = qemu_peek.look(view, word, registers.get(rank, (0, 0))[0])
        rows.append({"rank": rank, "core": core, "x": core % COLUMNS,
                     "y": core // COLUMNS, **row})
    return wait_table.table(rows)


def on_timeout(run, _process):
    """The cores may be silent: nothing in them has to work for this."""
    monitor = qemu_peek.Monitor(run.dir)
    monitor.execute("stop")
    return who_waits(run, monitor)


def on_panic(run, process):
    """QEMU pauses when a panic turns the power off (arch/arm/console.c)."""
    try:
        monitor = qemu_peek.Monitor(run.dir)
        monitor.await_panic("shutdown")
        return who_waits(run, monitor)
    finally:
        process.kill()  # it would stand still for ever
