#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the host writes for images and reads of them: the boot record, ELF files."""

import os
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import ROOT, check, finish, scratch  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tools"))
import boot_record  # noqa: E402
import qemu_image  # noqa: E402

# The boot record, read back the way the C side reads it ----------------------


def strings(record, count, offset):
    result = []
    for _ in range(count):
        end = record.index(b"\0", offset)
        result.append(record[offset:end].decode("utf-8", "surrogateescape"))
        offset = end + 1
    return result


def unpack(record):
    (magic, version, size, count, cores, argc, args, envc, envs, filec, files,
     *port) = struct.unpack_from("<16I", record)
    assert (magic, version, size) == (0x54464557, 1, len(record))
    table = []
    for i in range(filec):
        name, rank, addr, nbytes = struct.unpack_from("<IIQQ", record,
                                                      files + 24 * i)
        table.append((strings(record, 1, name)[0], rank, addr, nbytes))
    assert files % 8 == 0
    return (list(struct.unpack_from(f"<{count}I", record, cores)),
            strings(record, argc, args), strings(record, envc, envs), table,
            tuple(port))


def round_trip(cores, args, env, files, port):
    got = unpack(boot_record.pack(cores, args, env, files, port))
    want = (cores, args, [f"{n}={v}" for n, v in env.items()], files, port)
    return None if got == want else f"{got}\nis not\n{want}"


def refuses(*arguments):
    try:
        boot_record.pack(*arguments)
    except ValueError:
        return None
    return "no ValueError"


NO_PORT = (0,) * 5


check("record: least", round_trip, [0], ["a"], {}, [], NO_PORT)
check("record: all parts", round_trip, [3, 1, 47], ["a", "", "b c", "\udcff"],
      {"X": "1=2", "Y": ""}, [("in put", 2, 1 << 40, 1 << 33), ("e", 0, 8, 0)],
      (1, 2, 3, 4, 0xFFFFFFFF))
check("record: 255 cores", round_trip, list(range(255)), ["x"] * 9, {}, [],
      NO_PORT)
check("record: no core", refuses, [], ["a"], {}, [])
check("record: NUL in an argument", refuses, [0], ["a\0b"], {}, [])
check("record: = in a name", refuses, [0], ["a"], {"A=B": "c"}, [])
check("record: file of a rank that is not there", refuses, [0, 1], ["a"], {},
      [("f", 2, 0, 0)])


def cut_short():
    """An image's program headers lie behind its end."""
    path = os.path.join(scratch(), "cut.elf")
    with open(path, "wb") as f:
        f.write((b"\x7fELF\x01" + bytes(23) + struct.pack("<I", 52) +
                 bytes(10) + struct.pack("<HH", 32, 3)).ljust(100, b"\0"))
    try:
        qemu_image.image_end(path, 0)
    except ValueError as e:
        return None if "cut short" in str(e) else str(e)
    return "no ValueError"


check("an image that is cut short", cut_short)
finish()
