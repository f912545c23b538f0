# SPDX-License-Identifier: Apache-2.0
"""How board scc-qemu is started: a P54C image on QEMU's microvm.

The physical layout is arch/scc/board.h's; what may vary a run is told to the
image in the boot record's port words.
"""

import sys

import qemu_board
import qemu_image
from board_options import Option
from qemu_board import (DEBUGGER, FAIL_STATUS, MODES,  # noqa: F401
                        PASS_STATUS)

BOARD = "scc-qemu"
OPTIONS = {"irq": Option(("direct", "gic"), "how cores interrupt each other: by a bit in the "
                         "target's register, or by the FPGA's controller, which serves cores "
                         "0 to 47", "direct")}
DEFAULT_CORES = 48
MAX_CORES = 255
# What `make test` runs; all counts in test-full.  With 48 cores all rows together take a
# minute of a processor, so these are for rows with always=48.
TEST_CORES = {"icount": (3,), "mttcg": (17,)}
TEST_MORE = {"icount": (3,)}

CYCLES_A_US = 1000  # under icount, of virtual time
MB = 1 << 20
MPB = 0x00A00000  # BOARD_MPB, by the chip's number of the core
MPB_EACH = 8192
# SeaBIOS fills the end of memory before the image runs: more than 16 MB of it in QEMU 10.
FIRMWARE = 32 * MB
SCC_CORES = 48
LARGE_CORES = 256


def is_large(run):
    return max(run.cores) >= SCC_CORES


def place(run, core):
    """Tile coordinates, as arch/scc/where.c has them."""
    columns = 16 if is_large(run) else 6
    return core // 2 % columns, core // 2 // columns


QEMU = qemu_board.Board(
    BOARD, MAX_CORES,
    layout=0x51435303,  # BOARD_LAYOUT
    record=0x00900000,  # BOARD_RECORD
    memory=qemu_image.Memory(
        dram=48 * MB,  # above BOARD_STACKS, on 4 MB
        va=4 * MB,  # BOARD_DRAM_VA
        step=4 * MB,
        most=512 * MB,  # below the stacks
        end=3072 * MB - FIRMWARE),  # more does not lie below 4 GB on a microvm
    window=lambda rank, core: MPB + core * MPB_EACH,
    place=place, firmware=FIRMWARE)


def by_controller(run):
    """Whether interrupts go by the FPGA's controller."""
    wanted = run.options.get("irq") == "gic"
    if wanted and is_large(run):
        print(f"weft-run: core {max(run.cores)}: the interrupt controller has "
              f"registers for cores 0 to {SCC_CORES - 1}; going on with "
              f"irq=direct", file=sys.stderr, flush=True)
        return False
    return wanted


MACHINE = [
    "qemu-system-i386", "-M", "microvm,pit=off,pic=off,rtc=off",
    "-cpu", "pentium,-mmx,model=2,stepping=5", "-no-reboot",
    "-device", "isa-debug-exit,iobase=0xf4,iosize=4",
    "-device", "pvpanic,ioport=0x505", "-action", "panic=pause"]


def command(run):
    for core in run.cores:
        if not 0 <= core < LARGE_CORES:
            raise ValueError(f"{BOARD} has no core {core}")
    return QEMU.command(run, (int(is_large(run)), int(by_controller(run))), MACHINE)


rings, views = QEMU.rings, QEMU.views
on_timeout, on_panic = QEMU.on_timeout, QEMU.on_panic
