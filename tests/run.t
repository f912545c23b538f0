#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`make run`: real files of hurtful sizes and names, and nonsense refused."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, check, expect, finish, make, run  # noqa: E402
from lib import scratch  # noqa: E402

base = scratch(" with space")


def make_run(*args, time_out=300):
    return make("run", *args, time_out=time_out)


def good(*args):
    return expect(make_run(*args), 0, "weft: end code=0")


def bad(text, *args):
    """One line that says why, status 2, and no vehicle was started."""
    got = make_run(*args, time_out=30)
    wrong = expect(got, 2, text)
    said = [line for line in got[2].splitlines()
            if not line.startswith("make: *** [")]
    if not wrong and len(said) != 1:
        wrong = f"not one line: {said}"
    if not wrong and "weft: boot" in got[1]:
        wrong = "it ran"
    return wrong


def data(name, n):
    """A file of n bytes that do not repeat at any chunk's period."""
    path = os.path.join(base, name)
    block = b"".join((i * 2654435761 % (1 << 32)).to_bytes(4, "little")
                     for i in range(1009))
    with open(path, "wb") as f:
        f.write((block * (n // len(block) + 1))[:n])
    return path


for board in BOARDS:
    b = f"BOARD={board}"
    check(f"{board}: plain", good, b)
    check(f"{board}: one core", good, b, "CORES=1")
    check(f"{board}: two cores, K=1, ROOT=1", good, b, "CORES=2", "K=1",
          "ROOT=1")
    check(f"{board}: 47 cores, K=46, ROOT=46", good, b, "CORES=47", "K=46",
          "ROOT=46")
    check(f"{board}: more cores than the chip", good, b, "CORES=64")
    check(f"{board}: cores left out", good, b, "CORES=0-2,5,9-20")
    check(f"{board}: 0 bytes", good, b, "INPUT=" + data("empty", 0))
    check(f"{board}: 1 byte, name with spaces and more", good, b, "INPUT=" +
          data(" a, b@2 'c' =d.bin", 1))
    check(f"{board}: 4 MB", good, b, "CORES=3",
          "INPUT=" + data("most", 4 << 20))
    if FULL:
        check(f"{board}: 4 MB, all cores", good, b, "INPUT=" + base + "/most")


def proven(board, app, args, cores, *more):
    """An example that proves its own result, and says so of all cores."""
    return expect(make_run(f"BOARD={board}", f"APP=examples/{app}",
                           f"ARGS={args}", f"CORES={cores}", *more),
                  0, f"{cores} of {cores} c", "weft: end code=0")


def lie(board, app, args):
    """Rank 1 does something wrong: the others notice, and the run fails."""
    return expect(run(["tools/weft-run", "--cores", "3", "--time-out", "60",
                       f"build/{board}/{app}.elf", *args]), 1, " of 3 c")


SMALL = {"overlap": "messages=3 every=4", "kvtable": "writes=5 reads=300"}
LIES = {"overlap": ["count", "sum", "skip", "twice", "flip"],
        "kvtable": ["deaf"]}

for board in BOARDS:
    for app, args in SMALL.items():
        for cores in (1, 3, 17, 48) if FULL or board == "scc-sim" else (3, 48):
            check(f"{board}: {app}, {cores} cores", proven, board, app, args,
                  cores)
        for how in LIES[app]:
            check(f"{board}: {app} notices lie={how}", lie, board, app,
                  [*args.split(), "lie=" + how])
    check(f"{board}: overlap, long messages", proven, board, "overlap",
          "messages=3 every=4 bytes=40000", 5)
if "scc-sim" in BOARDS:
    for app, args in SMALL.items():
        check(f"scc-sim: {app}, relaxed memory", proven, "scc-sim", app,
              args, 17, "MODE=relaxed", "SEED=5")
if "scc-qemu" in BOARDS:
    for app, args in SMALL.items():
        check(f"scc-qemu: {app}, mttcg", proven, "scc-qemu", app, args, 5,
              "MODE=mttcg")
check("mttcg", good, "BOARD=scc-qemu", "MODE=mttcg")
check("another application", good, "BOARD=scc-qemu", "APP=tests/heap")
check("the largest seed", good, "BOARD=scc-qemu", "SEED=4294967295")
check("a degree above the usual 47", good, "BOARD=scc-qemu", "CORES=60",
      "K=59")

# What begins with WEFT_ is the application's, on the command line or not.
check("variables of the application", lambda: expect(
    make_run("BOARD=scc-qemu", "CORES=2", "WEFT_SHOW_CHOICE=1"), 0,
    "weft: choice"))
check("in the environment, too", lambda: expect(
    make("run", "BOARD=scc-qemu", "CORES=2", env={"WEFT_SHOW_CHOICE": "1"}), 0,
    "weft: choice"))

data("too big", (4 << 20) + 1)
for text, args in (
        ("CORES=0", ["CORES=0"]), ("CORES=abc", ["CORES=abc"]),
        ("CORES=256", ["CORES=256"]), ("CORES=-1", ["CORES=-1"]),
        ("CORES=1e1", ["CORES=1e1"]), ("ROOT=48", ["ROOT=48"]),
        ("ROOT=3", ["CORES=3", "ROOT=3"]), ("ROOT=x", ["ROOT=x"]),
        ("K=0", ["K=0"]), ("K=48", ["K=48"]), ("K=3", ["CORES=3", "K=3"]),
        ("K=x", ["K=x"]), ("MODE=fast", ["MODE=fast"]),
        ("NODES=49", ["NODES=49"]), ("NODES=2: scc-qemu has one node", ["NODES=2"]),
        ("SEED=x", ["SEED=x"]), ("SEED=4294967296", ["SEED=4294967296"]),
        ("TIMEOUT=x", ["TIMEOUT=x"]), ("ARGS='a", ["ARGS='a"]),
        ("No such file", ["INPUT=" + base + "/not there"]),
        ("is a directory", ["INPUT=" + base]),
        ("not a regular file", ["INPUT=/dev/null"]),
        ("more than 4194304 bytes", ["INPUT=" + base + "/too big"]),
        ("did you mean CORES?", ["CORE=3"]),
        ("did you mean BOARD?", ["BORAD=scc-sim"]), ("K?", ["k=3"]),
        ("did you mean WEFT_BARRIER?", ["WEFT_BARIER=tree"]),
        ("no variable WEFT_NONSENSE", ["WEFT_NONSENSE=1"]),
        ("broadcast.elf reads WEFT_ABCAST_K", ["WEFT_ABCAST_K=3"]),
        ("scc-qemu", ["BOARD=nonsense"]), ("broadcast", ["APP=nonsense"])):
    check("refused: " + " ".join(args).replace(base, ".."), bad, text, *args)


def second_start():
    """A second run builds and installs nothing."""
    good("BOARD=scc-qemu", "CORES=2")
    status, out, err = make("run", "BOARD=scc-qemu", "CORES=2")
    did = [line for line in (out + err).splitlines()
           if re.match(r"  [A-Z]+ |.*(apt|newlib)", line)]
    return "\n".join(did) if did or status else None


check("a second run starts at once", second_start)


def left_out(board):
    """Any set of cores makes a run; ranks stay dense."""
    for cores in (["--skip", "0-2,5,47"], ["--cores", "46,7,5"]):
        wrong = expect(run(["tools/weft-run", "--tap", *cores, "--time-out",
                            "60", f"build/{board}/tests/bcast.elf"]), 0)
        if wrong:
            return wrong
    return None


for b in BOARDS:
    check(f"{b}: a start with some cores left out", left_out, b)


def wrong_crc():
    """The host's CRC decides: lie about it, and the run must fail."""
    path = data("crc", 1000)
    return expect(run(["tools/weft-run", "--cores", "3", "--file",
                       f"input={path}@0", "build/scc-qemu/broadcast.elf",
                       "bytes=1000", "crc=00000000", "root=0", "k=2"]), 1)


check("a wrong CRC fails the run", wrong_crc)
check("no debugger where there is none", lambda: expect(
    make("gdb", "BOARD=scc-sim"), 2,
    "make gdb: scc-sim has no debugger port; these do: arm-qemu scc-qemu"))
# One after another: they share the build tree.
finish(workers=1)
