# SPDX-License-Identifier: Apache-2.0
"""How board arm-qemu is started: a Cortex-A15 image on QEMU's virt.

The physical layout is arch/arm/board.h's; what may vary a run is told to the
image in the boot record's port words.
"""

import qemu_board
import qemu_image
from board_options import Option
from qemu_board import (DEBUGGER, FAIL_STATUS, MODES,  # noqa: F401
                        PASS_STATUS)

BOARD = "arm-qemu"
OPTIONS = {"gic": Option(("3", "2"), "the interrupt controller: GICv3, or GICv2, which "
                         "serves 8 cores", "3")}
DEFAULT_CORES = 48
MAX_CORES = 123  # BOARD_CORES_MAX
# The port is new, what is above it is not: the rest is for make test-full.
TEST_CORES = {"icount": (2,), "mttcg": (17,)}
TEST_MORE = {}

CYCLES_A_US = 1000  # under icount, of virtual time
MB = 1 << 20
MPB = 0x40A00000  # BOARD_MPB, by rank
MPB_EACH = 1 << 14  # BOARD_MPB_SHIFT
GICV2_CORES = 8
COLUMNS = 8  # BOARD_COLUMNS


def place(_run, core):
    return core % COLUMNS, core // COLUMNS


QEMU = qemu_board.Board(
    BOARD, MAX_CORES,
    layout=0x51414D02,  # BOARD_LAYOUT
    record=0x40900000,  # BOARD_RECORD
    memory=qemu_image.Memory(
        dram=0x42000000,  # behind BOARD_STACKS
        va=0x00100000,  # BOARD_DRAM_VA
        step=MB, most=512 * MB, end=1 << 32),
    window=lambda rank, core: MPB + rank * MPB_EACH,
    place=place,
    ram=0x40000000,
    panicked="shutdown")


def gic_version(run):
    version = int(run.options.get("gic", OPTIONS["gic"].usual))
    if version == 2 and len(run.cores) > GICV2_CORES:
        raise ValueError(f"-o gic=2: a GICv2 serves {GICV2_CORES} cores, not "
                         f"{len(run.cores)}")
    return version


def machine(gic):
    """One count of the timers' counter is a nanosecond.  A shutdown, which only a panic asks
    for, pauses."""
    return [
        "qemu-system-arm", "-M", f"virt,gic-version={gic}",
        "-cpu", "cortex-a15,cntfrq=1000000000", "-action", "shutdown=pause",
        "-semihosting-config", "enable=on,target=native"]


def command(run):
    gic = gic_version(run)
    return QEMU.command(run, (gic, 0), machine(gic))


rings, views = QEMU.rings, QEMU.views
on_timeout, on_panic = QEMU.on_timeout, QEMU.on_panic
