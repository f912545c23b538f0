# SPDX-License-Identifier: Apache-2.0
"""The boot record: what a vehicle tells an image about its run.

The layout is arch/boot.h's.  Vehicle modules call pack() and lay the bytes
where their port looks for them.  Everything is little endian and every offset
counts from the record's first byte, so the record may be loaded anywhere.
"""

import struct

MAGIC = 0x54464557  # "WEFT"
VERSION = 1
PORT_WORDS = 5

_HEADER = struct.Struct("<11I5I")  # struct arch_boot
_FILE = struct.Struct("<IIQQ")  # struct arch_boot_file
assert _HEADER.size == 64 and _FILE.size == 24


def _string(text):
    """A NUL-terminated string; a NUL inside would cut it short unseen."""
    raw = text.encode("utf-8", "surrogateescape")
    if b"\0" in raw:
        raise ValueError("an argument, variable or file name contains a NUL")
    return raw + b"\0"


def pack(cores, args, env, files, port=(0,) * PORT_WORDS):
    """Return the record's bytes, a multiple of 8.

    cores  the chip's core number of each rank
    args   strings; args[0] is the program's name
    env    dict of name to value
    files  tuples (name, rank, address, bytes)
    port   five words that only the port reads
    """
    if not cores:
        raise ValueError("a run needs at least one core")
    if len(port) != PORT_WORDS:
        raise ValueError(f"port takes {PORT_WORDS} words, not {len(port)}")
    for name in env:
        if not name or "=" in name:
            raise ValueError(f"bad environment variable name '{name}'")
    for name, rank, _, _ in files:
        if not 0 <= rank < len(cores):
            raise ValueError(f"file '{name}' is for rank {rank}, which does "
                             f"not take part")

    # Files come straight after the header: their 64-bit fields want offsets
    # divisible by 8.  The words of `cores` follow, then all strings.
    files_at = _HEADER.size
    cores_at = files_at + _FILE.size * len(files)
    args_at = cores_at + 4 * len(cores)
    args_bytes = b"".join(_string(a) for a in args)
    envs_at = args_at + len(args_bytes)
    envs_bytes = b"".join(_string(f"{n}={v}") for n, v in env.items())
    names_at = envs_at + len(envs_bytes)

    names, table = b"", b""
    for name, rank, addr, nbytes in files:
        table += _FILE.pack(names_at + len(names), rank, addr, nbytes)
        names += _string(name)

    body = (table + struct.pack(f"<{len(cores)}I", *cores) + args_bytes +
            envs_bytes + names)
    body += bytes(-len(body) % 8)
    header = _HEADER.pack(MAGIC, VERSION, _HEADER.size + len(body),
                          len(cores), cores_at, len(args), args_at, len(env),
                          envs_at, len(files), files_at, *port)
    return header + body
