# SPDX-License-Identifier: Apache-2.0
"""What boards on QEMU share: private memory of each core, files laid into it.

Private memory of all ranks lies in one row of equal parts behind whatever else
a board has; each core sees its own at the same address.
"""

import os
import struct

MB = 1 << 20
PAGE = 4096
HEAP_LEAST = 1 * MB  # left for a program beside its files


def round_up(n, step):
    return -(-n // step) * step


def image_end(path, least):
    """Where .bss ends: the highest address in private memory, of those that
    the program headers name."""
    with open(path, "rb") as f:
        header = f.read(52)
        if len(header) < 52 or header[:5] != b"\x7fELF\x01":
            raise ValueError(f"{path}: not a 32-bit ELF image")
        offset, = struct.unpack_from("<I", header, 28)
        size, count = struct.unpack_from("<HH", header, 42)
        f.seek(offset)
        table = f.read(size * count)
    if size < 32 or len(table) < size * count:
        raise ValueError(f"{path}: cut short")
    ends = [least]
    for i in range(count):
        _, _, va, _, _, memory, flags = struct.unpack_from(
            "<7I", table, i * size)
        if flags & 2:  # writable: .data or .bss
            ends.append(va + memory)
    return max(ends)


# Memory that all cores have in common: VEHICLE_COMMON_BYTES.
COMMON = 16 * MB


class Memory:
    def __init__(self, dram, va, step, most, end):
        self.dram = dram  # physical address of rank 0's
        self.va = va  # where each core sees its own
        self.step = step  # a part is a multiple of it
        self.most = most  # bytes a part may have
        self.end = end  # physical address where there is no more

    def bytes_each(self, run):
        """Private memory a core: the usual, or more where files need it."""
        cores = len(run.cores)
        usual = 16 * MB if cores <= 64 else 8 * MB
        held = [0] * cores
        for f in run.files:
            if not 0 <= f.rank < cores:
                raise ValueError(f"{f.name}: there is no rank {f.rank}")
            held[f.rank] += round_up(f.size, PAGE)
        need = (image_end(run.image, self.va) - self.va + HEAP_LEAST +
                max(held))
        each = max(usual, round_up(need, self.step))
        room = self.end - self.dram - COMMON
        if each > self.most or cores * each > room:
            most = min(self.most, room // cores)
            raise ValueError(
                f"program and files need {each // MB} MB a core; {cores} "
                f"cores of this board can have "
                f"{most // self.step * self.step // MB}")
        return each

    def place_files(self, run, each):
        """The boot record's rows, and (path, physical address) for QEMU."""
        top = {}
        rows, loads = [], []
        for f in run.files:
            va = top.get(f.rank, self.va + each) - round_up(f.size, PAGE)
            top[f.rank] = va
            rows.append((f.name, f.rank, va, f.size))
            if f.size > 0:
                loads.append((f.path, self.physical_of(f.rank, each)(va)))
        return rows, loads

    def physical_of(self, rank, each):
        return lambda va: self.dram + rank * each + va - self.va


def loader(path, address):
    # A comma within a value of an option is doubled.
    path = os.path.abspath(path).replace(",", ",,")
    return ["-device", f"loader,file={path},addr={address:#x},force-raw=on"]


# Under icount a vCPU that does not wait runs until the next timer of the virtual
# clock, 100 ms if there is none.  QEMU's network filter has such a timer, of a period to
# choose, and needs nothing of the guest: it sits between two ends of nothing.
TURN_US = 1000


def accelerator(mode):
    if mode == "icount":
        return ["-icount", "shift=0,sleep=off",
                "-netdev", "hubport,id=turn,hubid=0",
                "-netdev", "hubport,id=nowhere,hubid=1,netdev=turn",
                "-object", "filter-buffer,id=turns,netdev=turn,"
                f"interval={TURN_US}"]
    return ["-accel", "tcg,thread=multi"]
