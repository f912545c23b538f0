#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a vehicle cannot do it says in one line, and no core starts."""

import glob
import os
import re
import sys
from types import SimpleNamespace
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, ROOT, check, expect, finish, make, run  # noqa: E402
from lib import scratch  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tools"))
import settings  # noqa: E402
import weft_boards  # noqa: E402

base = scratch()


def variant(name, pattern, new):
    """scc.profile with that changed."""
    with open(os.path.join(ROOT, "sim/profiles/scc.profile"),
              encoding="utf-8") as f:
        text, n = re.subn(pattern, new, f.read(), flags=re.M)
    if n != 1:
        raise ValueError(f"{pattern} is there {n} times")
    path = os.path.join(base, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return "profile=" + path


# Options, cores, and what is said.  2: before the vehicle starts; 125: by it.
SCC_SIM = (
    ("foo=1", 4, 2, "has no option 'foo'"),
    ("table=C", 4, 2, "not one of: A B"),
    ("irq=x", 4, 2, "not one of"),
    ("atom=5", 4, 2, "not one of: 4 8 32"),
    ("jitter=x", 4, 2, "not a number"),
    ("jitter=99999999", 4, 125, "is not a number from 0 to"),
    ("limit_us=x", 4, 2, "not a number"),
    ("late=x", 4, 2, "not RANK:US"),
    ("late=4:1", 4, 125, "--late 4: there are 4 ranks"),
    ("dram_mb=0", 4, 125, "takes 1 at least"),
    ("dram_mb=x", 4, 2, "not a number"),
    ("mesh=3", 4, 2, "not COLUMNSxROWS"),
    ("mesh=1x1", 4, 2, "no room for 4 cores"),
    ("detect=x", 4, 2, "there are: races"),
    ("shrink=x", 4, 2, "not one of: on"),
    ("fault=x", 4, 125, "no kind of fault"),
    ("fault=irq-lost:p=18446744074", 4, 125, "is no value"),
    ("fault=@/none", 4, 125, "No such file"),
    ("faults=x", 4, 125, "not SEED"),
    ("explore=x", 4, 125, "there are: all"),
    ("schedule=x", 4, 125, "no choice at"),
    ("perturb=x", 4, 125, "no rank at"),
    ("trace=/none/x", 4, 125, "No such file"),
    ("set=x", 4, 2, "not KEY:VALUE"),
    ("set=foo:1", 4, 125, "no 'foo'"),
    ("set=l_hop_ns:x", 4, 125, "--set l_hop_ns: expected a number"),
    ("set=core_mhz:0", 4, 125, "--set core_mhz: expected a number from 1"),
    ("set=cache:x", 4, 125, "--set cache: expected on or off"),
    ("set=line_bytes:16", 4, 125, "lines are of 32 bytes, the profile's of"),
    ("profile=/none", 4, 125, "No such file"),
    (variant("two", r"^(l_hop_ns.*?)( *#.*)?$", r"\1 7\2"), 4, 125,
     "more than one value"),
    (variant("gone", r"^l_hop_ns.*\n", ""), 4, 125, "no 'l_hop_ns'"),
    (variant("twice", r"^(l_hop_ns.*)$", r"\1\n\1"), 4, 125,
     "unknown or there twice"),
)
EPIPHANY_SIM = (
    ("rows=0", 4, 2, "not a number from 1"),
    ("rows=3", 16, 2, "has no core 15"),
    ("irq=gic", 4, 2, "no option 'irq'"),
)
EPIPHANY_EMU = (
    ("foo=1", 4, 2, "has no option 'foo'"),
    ("rows=3", 16, 2, "has no core 15"),
    ("delay=x", 4, 2, "not a number"),
    ("delay=99999999999", 4, 125, "is not a number from 0 to"),
    ("chip=x", 4, 2, "not one of: e16 e64"),
)
SCC_QEMU = (
    ("foo=1", 4, 2, "it has: irq"),
    ("irq=x", 4, 2, "not one of: direct gic"),
)
ARM_QEMU = (
    ("gic=4", 4, 2, "not one of: 3 2"),
    ("gic=2", 9, 2, "serves 8 cores, not 9"),
)
REFUSED = {"scc-sim": SCC_SIM, "epiphany-sim": EPIPHANY_SIM,
           "epiphany-emu": EPIPHANY_EMU, "scc-qemu": SCC_QEMU,
           "arm-qemu": ARM_QEMU}


def refused(board, option, cores, status, said):
    got = run(["tools/weft-run", "--board", board, "--cores", str(cores),
               "--time-out", "20", "-o", option, f"build/{board}/hello.elf"])
    wrong = expect(got, status, said)
    if not wrong and "hello from" in got[1]:
        wrong = "a core has started"
    return wrong


for b in BOARDS:
    for row in REFUSED.get(b, ()):
        check(f"{b}: -o {row[0].replace(base, '..')}, {row[1]} cores",
              refused, b, *row)


def documented():
    """All variables are in one table, whence the manual has them, and all are read."""
    rows = settings.read()
    names = {row[0] for row in rows}
    asked = set()
    for folder in "runtime", "messages", "sync", "collectives", "published", "bsp":
        for path in glob.glob(f"{folder}/**/*.c", recursive=True):
            with open(path, encoding="utf-8") as f:
                text = f.read()
            asked.update(re.findall(r'"(WEFT_[A-Z_]+)"', text))
            asked.update("WEFT_" + n for n in
                         re.findall(r"\brt_variable_([A-Z_]+)\(", text))
    asked = {n for n in asked if not re.match("WEFT_(OK|ERR_.*)$", n)}
    if len(rows) != len(names) or asked != names:
        return f"asked for: {asked - names}; in the table: {names - asked}"
    stale = [p for p, is_now, to_be in settings.parts() if is_now != to_be]
    if stale:
        return f"tools/settings.py makes {stale} anew"
    said = run(["tools/check-names", *names])
    return None if said == (0, "\n", "") else str(said)


# Variables that cannot be, and what is said.  The first are there where hello's broadcast
# may be a tree.
WRONG = (("WEFT_K=abc", "WEFT_K=abc is no number from 1 to 65535"),
         ("WEFT_K=0", "WEFT_K=0 is no number from 1"),
         ("WEFT_K=65536", "WEFT_K=65536 is no number"),
         ("WEFT_EPOCH=7x", "WEFT_EPOCH=7x is no number"),
         ("WEFT_EPOCH=0x", "WEFT_EPOCH=0x is no number"),
         ("WEFT_EPOCH=0x100000000", "is no number from 0 to 4294967295"),
         ("WEFT_PATIENCE_US=4294967296", "is no number from 0 to 4294967295"),
         ("WEFT_SHOW_MAP=yes", "WEFT_SHOW_MAP=yes is no number from 0 to 1"))


def wrong_values(board):
    """One line, and no core is let into main."""
    image = f"build/{board}/hello.elf"
    names = weft_boards.image_variables(image)
    for pair, text in WRONG:
        if pair.split("=")[0] not in names:
            continue
        got = run(["tools/weft-run", "--board", board, "--cores", "3", "--env", pair, image])
        wrong = expect(got, 2, text)
        if wrong or "hello from" in got[1] or got[1].count("cannot be") != 1:
            return wrong or got[1]
    return expect(run(["tools/weft-run", "--board", board, "--cores", "3", "--env",
                       "WEFT_EPOCH=4294967295", "--env", "WEFT_BOOT_US=0x1ffffff", "--env",
                       "WEFT_SHOW_MAP=", image]), 0)


def misspelt(board):
    """Near names are suggested; others are refused as well, of hello, which
    broadcasts nothing asynchronously."""
    for name, text in (("WEFT_BCAS", "did you mean WEFT_BCAST?"),
                       ("WEFT_ABCAST_K", "hello.elf reads WEFT_ABCAST_K"),
                       ("WEFT_NONSENSE", "reads WEFT_NONSENSE")):
        wrong = expect(run(["tools/weft-run", "--board", board, "--env",
                            name + "=1", f"build/{board}/hello.elf"]), 2, text)
        if wrong:
            return wrong
    return expect(run(["tools/weft-run", "--board", board, "--cores", "2",
                       "--env", "WEFT_EPOCH=1", "--env", "OTHER=1",
                       f"build/{board}/hello.elf"]), 0)


def library(path, said):
    """Of the vendor's simulator: one line, which is what is wrong."""
    status, out, err = run(
        [sys.executable, "-c", "import tensix_ttsim; print(tensix_ttsim.missing('wormhole'))"],
        env={**os.environ, "TTSIM": path, "PYTHONPATH": "tools:emu"})
    if status or len(out.splitlines()) != 1 or said not in out:
        return f"status {status}, no '{said}' in one line:\n{out}{err}"
    return None


def full_folder():
    """MPI's files have no room: one line before anything starts."""
    mpi = weft_boards.load_boards()["mpi"]
    some = SimpleNamespace(dir=base, cores=[0, 1, 2], options={})
    with mock.patch("os.statvfs", lambda _: SimpleNamespace(f_bavail=1 << 20, f_frsize=4096)):
        mpi.check_room(some)
    with mock.patch("os.statvfs", lambda _: SimpleNamespace(f_bavail=512, f_frsize=4096)):
        try:
            mpi.check_room(some)
        except ValueError as e:
            return None if "TMPDIR" in str(e) else str(e)
    return "it would start"


check("TTSIM names no file", library, "/none/libttsim.so", "/none/libttsim.so: no such file")
check("TTSIM without a slash", library, "libttsim.so", f"{ROOT}/libttsim.so: no such file")
check("TTSIM names what is no library", library, os.path.join(ROOT, "README.md"),
      "is a library for wormhole")
check("no room for MPI's files", full_folder)
check("a board's makefile that is not whole", lambda: expect(
    make("LIBC_TARGET=", "boards", env={"MAKELEVEL": "1"}), 2, "lacks LIBC_TARGET: porting.md"))
check("the manual tells all variables", documented)
for b in BOARDS:
    check(f"{b}: variables that cannot be", wrong_values, b)
    check(f"{b}: misspelt variables", misspelt, b)
if "scc-sim" in BOARDS:
    check("a timeline that is not whole is no secret", lambda: expect(
        run(["tools/weft-run", "--cores", "2", "-o", "trace=/dev/full",
             "build/scc-sim/hello.elf"]), 0, "No space left"))
finish()
