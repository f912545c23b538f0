# SPDX-License-Identifier: Apache-2.0
"""What fuzzers begin with: right inputs of each parser, small, and hurtful ones that were
found (tests/fuzz/found/PARSER.*).  Each parser's get a folder."""

import glob
import os
import struct
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.append(os.path.join(ROOT, "tools"))

import boot_record  # noqa: E402

EPIPHANY, RISCV, X86 = 0x1223, 243, 62


def elf(machine, wide, kind, parts, symbols, base):
    """A small image: sections one behind the other, all in one segment.

    parts    (name, flags, content); flags 4 is code
    symbols  (name, section, value, size)
    """
    ehdr, phdr, shdr, sym = ((64, 56, 64, 24) if wide else (52, 32, 40, 16))
    strings, table, place = b"\0", b"", ehdr + phdr
    sections, body = [], b""
    for name, flags, content in parts:
        sections.append((name, 1, flags, base + place + len(body),
                         place + len(body), len(content), 0, 0))
        body += content + bytes(-len(content) % 8)
    body += bytes(-(place + len(body)) % 8)
    rows = [bytes(sym)]
    for name, section, value, size in symbols:
        if wide:
            rows.append(struct.pack("<IBBHQQ", len(strings), 0x12, 0, section, value, size))
        else:
            rows.append(struct.pack("<IIIBBH", len(strings), value, size, 0x12, 0, section))
        strings += name.encode() + b"\0"
    table = b"".join(rows)
    at = place + len(body)
    sections += [(".symtab", 2, 0, 0, at, len(table), len(parts) + 2, sym),
                 (".strtab", 3, 0, 0, at + len(table), len(strings), 0, 0)]
    strings += bytes(-(len(strings)) % 8)
    names, header = b"\0", bytes(shdr)
    for name, typ, flags, address, offset, size, link, each in (
            *sections, (".shstrtab", 3, 0, 0, at + len(table) + len(strings), None, 0, 0)):
        form = "<IIQQQQIIQQ" if wide else "<10I"
        own = len(names)
        names += name.encode() + b"\0"
        header += struct.pack(form, own, typ, flags, address, offset,
                              len(names) if size is None else size, link, 0, 4, each)
    names += bytes(-(at + len(table) + len(strings) + len(names)) % 8)
    end = at + len(table) + len(strings) + len(names)
    ident = b"\x7fELF" + bytes([2 if wide else 1, 1, 1]) + bytes(9)
    if wide:
        first = ident + struct.pack("<HHIQQQIHHHHHH", kind, machine, 1, base, ehdr, end, 0,
                                    ehdr, phdr, 1, shdr, len(sections) + 2, len(sections) + 1)
        load = struct.pack("<IIQQQQQQ", 1, 7, 0, base, base, at, at + 64, 4)
    else:
        first = ident + struct.pack("<HHIIIIIHHHHHH", kind, machine, 1, base, ehdr, end, 0,
                                    ehdr, phdr, 1, shdr, len(sections) + 2, len(sections) + 1)
        load = struct.pack("<8I", 1, place, base + place, base + place, at - place,
                           at - place + 64, 7, 4)
    return first + load + body + table + strings + names + header


def images():
    code = bytes.fromhex("fcffe00040004f190204") * 8
    sim = elf(X86, True, 3, [(".text", 6, code), (".data", 3, bytes(range(64)))],
              [("main", 1, 0x90, 40), ("bench_begin", 1, 0xb8, 8), ("rt_wait", 2, 0x120, 40)],
              0)
    epiphany = elf(EPIPHANY, False, 2, [
        (".text", 6, code), ("workgroup_cfg", 3, bytes(40)), ("ext_mem_cfg", 3, bytes(8)),
        ("loader_cfg", 3, bytes(16)), (".data", 3, bytes(range(32)))],
        [("_main", 1, 0x160, 16), ("__stack_limit", 5, 0x200, 0)], 0x100)
    tensix = elf(RISCV, False, 2, [(".text", 6, code), (".data", 3, bytes(range(64)))],
                 [("main", 1, 0x4054, 16), ("tensix_host_block", 2, 0x20, 32)], 0x4000)
    return sim, epiphany, tensix


def records():
    return [boot_record.pack([0, 1, 2, 3], ["app", "x=1"], {"WEFT_K": "7", "A": ""},
                             [("input", 1, 0, 100), ("b", 0, 64, 0)]),
            boot_record.pack([0, 1, 2, 3], ["a"], {}, []),
            boot_record.pack(list(range(47, -1, -1)), ["app"], {"WEFT_SEED": "0x7"}, [])]


def timeline():
    return b"""[
{"ph":"M","pid":0,"name":"process_name","args":{"name":"2 cores, simulated time"}},
{"ph":"M","pid":0,"name":"chip","args":{"columns":6,"rows":4,"mhz":533,"ways":true}},
{"ph":"M","pid":0,"tid":0,"name":"thread_name","args":{"name":"00 (0,0)"}},
{"ph":"M","pid":0,"tid":1,"name":"thread_name","args":{"name":"01 (0,0)"}},
{"ph":"X","pid":0,"tid":0,"ts":1.5,"name":"put to 01","dur":2,"args":{"bytes":32}},
{"ph":"X","pid":0,"tid":1,"ts":0,"name":"wait: news","dur":4,"args":{"offset":64,"from":0}},
{"ph":"s","pid":0,"tid":0,"ts":3,"name":"tells","cat":"tell","id":1},
{"ph":"f","pid":0,"tid":1,"ts":3.9,"name":"tells","cat":"tell","bp":"e","id":1},
{"ph":"X","pid":0,"tid":1,"ts":0,"name":"weft_bcast","dur":5,"args":{"call":0,"at":77}},
{"ph":"i","pid":0,"tid":0,"ts":5,"name":"[00] done","s":"t"}
]
"""


def files(name):
    with open(os.path.join(ROOT, name), "rb") as f:
        return f.read()


def seeds():
    sim, epiphany, tensix = images()
    ring = struct.pack("<II", 4, 6) + b"".join(
        struct.pack("<QIIII", n, 0x100, n, 7, n & 1) for n in range(4))
    wide = struct.pack("<II", 4, 6) + b"".join(
        struct.pack("<QQIII4x", n, 0x100, n, 7, n & 1) for n in range(4))
    return {
        "sim-options": ["--profile\np\n--boot\nb\n--blocks\nx\nimage",
                        "--mode\nrelaxed\n--atom\n8\n--seed\n7\n--late\n3:50\nx",
                        "--jitter-ns\n100\n--limit-us\n5000\n--dram-mb\n64\n--shrink\nf\ni",
                        "--fault\nirq-lost:to=1\n--faults\n7:0.1:irq\n--set\nmesh_x=4\ni"],
        "profile": [files("sim/profiles/scc.profile"), files("sim/profiles/tile36.profile"),
                    files("sim/profiles/epiphany.profile")],
        "blocks": ["crc 1 2\n0 3\n10 12\n3f 70000\n", "crc 0\n1 1\n"],
        "sim-image": [sim],
        "fault": ["irq-lost:to=1,nth=3", "late:core=2,by=50", "flip:core=0-3,offset=64,xor=0x80,"
                  "at=5.25", "slow:x=2-8,core=1,at=3,for=100,every=1000", "stop:core=1,in=main",
                  "irq-delayed:from=0,to=1-2,p=0.25,by=0.5-3"],
        "faults": ["7", "7:0.1", "12345:0.05:irq+flip"],
        "explore": ["all", "all,depth:4", "runs:100", "all,steps:50"],
        "schedule": ["0 1 0 2", "0*3 1 2*2", "r0.1 r1.2"],
        "perturb": ["0:4,1:7-9", "2:1"],
        "detect": ["races,quiet,heap", "all", "all,warn"],
        "epiphany-options": [
            "--rows\n4\n--cols\n4\n--cores\n0-3,7\n--ext\n0x8e000000:0x2000000\nimage",
            "--late\n3:100\n--seed\n1\n--delay\n5\n--load\nf@0x100\n--chip\ne64\ni"],
        "epiphany-image": [epiphany],
        "epiphany-code": [bytes.fromhex("fcffe00040004f190204e28701000f00")],
        "tensix-options": ["--chip\nblackhole\n--tiles\n0-3,7\n--record\n0x1000\nimage",
                           "--load\nf@3:0x100\n--late\n3:100\n--spread\n9\n--usable\n8\ni"],
        "tensix-image": [tensix],
        "sim-boot": records(), "boot": records(), "mpi-boot": records(),
        "links": [bytes(range(256)) * 4, bytes([0, 0, 0x15, 3, 7, 0, 2, 9, 4, 60]) * 30],
        # Of tools in Python.
        "core-list": ["0-3,7", "5", "0-47", " 1, 2 "],
        "pairs": ["name=value", "a=b=c", "trace=/tmp/x"],
        "file-option": ["input=/etc/passwd@1", "a=/etc/passwd"],
        "elf-file": [sim, epiphany, tensix],
        "rings": [ring, wide, struct.pack("<IQIIII", 3, 9, 0x100, 1, 2, 3) * 3],
        "timeline": [timeline()],
        "console": [b"weft: boot board=x cores=2 build=0x1\n[00] hello\n[01]+he\n[01] llo\n"
                    b"weft: panic: planted: rank 1 of 2, core 1 at (0,0), cycle 9\n"
                    b"weft: end code=70 core=1\n"],
        "bsp-profile": [b"".join(
            b"bsp-profile process 2 %d 1000000 \n"
            b"bsp-profile superstep %d 0 10 20 30 64 64 7 main.c\n" % (p, p) for p in (0, 1))],
    }


def write(folder):
    """A folder each, below that one; the parsers' names."""
    found = seeds()
    for name, inputs in found.items():
        os.makedirs(os.path.join(folder, name))
        inputs = [i.encode() if isinstance(i, str) else i for i in inputs]
        for path in sorted(glob.glob(f"{HERE}/found/{name}.*")):
            with open(path, "rb") as f:
                inputs.append(f.read())
        for number, data in enumerate(inputs):
            with open(os.path.join(folder, name, f"{number:02}"), "wb") as f:
                f.write(data)
    return list(found)
