#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The image for the chip: its map, its way from the reset vector, its windows.

No chip is here.  What can be shown: that map and instructions are checked, that
QEMU gets from the reset vector through paging to the first CL1INVMB, which it
does not know, and, on scc-qemu built with CL1INVMB, that every operation on a
window drops stale lines where it reads and flushes where it writes.
"""

import importlib.machinery
import importlib.util
import os
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(
    os.path.realpath(__file__)), ".."))
from lib import BOARDS, FULL, ROOT, Skip, check, expect  # noqa: E402
from lib import LOADED, finish, make, run, scratch  # noqa: E402

CHIP = "build/scc-hw"
TOOL = "tools/scc-hw-image"
base = scratch(" of scc-hw")


def load(path):
    loader = importlib.machinery.SourceFileLoader("scc_hw_image", path)
    spec = importlib.util.spec_from_loader("scc_hw_image", loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


tool = load(os.path.join(ROOT, TOOL))


def builds():
    some = [] if FULL else [f"{CHIP}/{i}.elf" for i in ("hello", "broadcast")]
    status, out, err = make("BOARD=scc-hw", *some)
    return out + err if status else None


def not_for_it():
    """A P54C has no SSE; what asks cpuid first may save its register."""
    text, image = os.path.join(base, "some.s"), os.path.join(base, "some.o")
    with open(text, "w", encoding="utf-8") as f:
        f.write("use_sse: cpuid; ret\n"
                ".globl asks; asks: call use_sse; stmxcsr (%esp); ret\n"
                ".globl blind; blind: ldmxcsr (%esp); ret\n"
                ".globl later; later: cpuid; movaps %xmm0, %xmm1; ret\n")
    wrong = expect(run(["i686-linux-gnu-gcc", "-c", "-o", image, text]), 0)
    if wrong:
        return wrong
    got = run(["tools/check-x86-image", image],
              env={**os.environ, "CROSS": "i686-linux-gnu-"})
    return expect(got, 1, "<blind>", "<later>") or (got[2] if "<asks>" in got[2] else None)


def bad_maps():
    """Each is refused, and by the right name."""
    good = tool.fixed_parts() + [
        ("record", 0x80000, 0x80100), ("text", 0x100000, 0x130000),
        ("data", 0x400000, 0x401000), ("bss", 0x401000, 0x500000),
        ("reset", 0xFFFFF000, 0x100000000)]
    tool.check_map(good)
    wrong = []
    for part, text in ((("file a", 0x500000 - 4096, 0x500000), "overlaps"),
                       (("file a", 0x600010, 0x600020), "no multiple"),
                       (("file a", 0x3fff000, 0x4001000), "not within"),
                       (("text", 0x3ff000, 0x401000), "not within"),
                       (("reset", 0xffffe000, 0xfffff000), "not within"),
                       (("record", 0xff000, 0x100000), "no error")):
        try:
            tool.check_map(good + [part])
            said = "no error"
        except tool.Usage as e:
            said = str(e)
        if text not in said:
            wrong.append(f"{part}: {said}")
    return "\n".join(wrong)


def lay_out(directory, *args):
    path = os.path.join(base, directory)
    return path, run([TOOL, "-o", path, *args])


def load_map():
    """Per core: parts at their addresses, files on the rank that has them."""
    path, got = lay_out("map", "--cores", "3,0,47", "--run", "9", "--file",
                        "input=LICENSE@1", CHIP + "/broadcast.elf", "x")
    if got[0]:
        return str(got)
    maps = {}
    for core in ("03", "00", "47"):
        with open(f"{path}/core-{core}.map", encoding="ascii") as f:
            maps[core] = f.read().split()
    size = os.path.getsize("LICENSE")
    where = 0x04000000 - -(-size // 4096) * 4096
    if (f"0x{where:08x}" not in maps["00"] or len(maps["00"]) != 10
            or len(maps["03"]) != 8 or maps["03"] != maps["47"]):
        return str(maps)
    with open(f"{path}/weft.mt", encoding="ascii") as f:
        if len(f.readlines()) != 4:
            return "not a line a core"
    with open(f"{path}/file-1.bin", "rb") as f, open("LICENSE", "rb") as g:
        return None if f.read() == g.read() else "not that file"


def refused():
    wrong = []
    for args, text in ((["--cores", "49"], "cores 0 to 47"),
                       (["--cores", "0,48"], "cores 0 to 47"),
                       (["--run", "0"], "--run takes"),
                       (["--mhz", "0"], "--mhz takes"),
                       (["--env", "x"], "--env takes"),
                       (["--env", "=x"], "--env takes"),
                       (["--file", "a=/none"], "not NAME=PATH"),
                       (["--file", "a=LICENSE@2", "--cores", "2"],
                        "not NAME=PATH")):
        _, got = lay_out("refused", *args, CHIP + "/hello.elf")
        if expect(got, 2, text):
            wrong.append(f"{args}: {got}")
    got = run([TOOL, "--check", "build/scc-qemu/hello.elf"])
    if got[0] == 0:
        wrong.append("an image of scc-qemu passes")
    cut = os.path.join(base, "cut.elf")
    with open(CHIP + "/hello.elf", "rb") as f, open(cut, "wb") as g:
        g.write(f.read(8192))
    if expect(run([TOOL, "--check", cut]), 2, "cut short"):
        wrong.append("an image that is cut short passes")
    return "\n".join(wrong)


def no_vehicle():
    return expect(make("run", "BOARD=scc-hw", "APP=examples/hello"), 2,
                  "only a chip can run it")


def boots():
    """From the reset vector: what the image prints lies in its DRAM."""
    path, got = lay_out("boot", "--cores", "1", CHIP + "/hello.elf")
    if got[0]:
        return str(got)
    rom = os.path.join(path, "rom")
    with open(f"{path}/reset.bin", "rb") as f, open(rom, "wb") as g:
        g.write(bytes(0xF000) + f.read())
    command = ["qemu-system-i386", "-M", "microvm,pit=off,pic=off,rtc=off",
               "-cpu", "pentium,-mmx,model=2,stepping=5", "-m", "128",
               "-nodefaults", "-no-user-config", "-display", "none",
               "-icount", "shift=0,sleep=off", "-monitor", "stdio",
               "-bios", rom.replace(",", ",,")]
    with open(f"{path}/core-00.map", encoding="ascii") as f:
        for line in f:
            at, part = line.split()
            if part != "reset.bin":
                file = f"{path}/{part}".replace(",", ",,")
                command += ["-device", f"loader,file={file},addr={at},"
                            f"force-raw=on"]
    return printed(command, f"{path}/log", b"invalid opcode")


def printed(command, log, wanted):
    """Its DRAM is looked at again and again: nothing tells when it is done."""
    end, said = time.monotonic() + 50 * LOADED, b""
    with subprocess.Popen(command, stdin=subprocess.PIPE,
                          stdout=subprocess.DEVNULL) as qemu:
        while wanted not in said and time.monotonic() < end:
            qemu.stdin.write(f"pmemsave 0x10000 0x10000 \"{log}\"\n".encode())
            qemu.stdin.flush()
            time.sleep(0.1)  # between two looks
            if os.path.exists(log):
                with open(log, "rb") as f:
                    said = f.read()
        qemu.stdin.write(b"quit\n")
    if said[:4] == b"WCOL" and said[4] != 0 and wanted in said:
        return None
    return f"{said[:400]}"


def windows():
    """All operations, counted, with CL1INVMB in the image."""
    if "scc-qemu" not in BOARDS:
        raise Skip("scc-qemu is not under test")
    return counted(("cl1invmb", "rma", "bcast", "lock"))


def counted(names, *flags):
    """None if these tests pass in a build with CL1INVMB and these flags."""
    images = [f"build/cl1invmb/tests/{name}.elf" for name in names]
    status, out, err = make("BOARD=scc-qemu", "OUT=build/cl1invmb",
                            "EXTRA_CFLAGS=-DSCC_CL1INVMB=1 "
                            + " ".join(flags), *images)
    if status:
        raise RuntimeError(out + err)
    for image in images:
        wrong = expect(run(["tools/weft-run", "--tap", "--cores", "17",
                            "--time-out", "120", image]), 0)
        if wrong:
            return wrong
    return None


def sites():
    """The steps that are one of the two on this chip, but for the one behind a
    flag that is there at a second look: which look finds it is chance."""
    found = []
    for path in ("arch/common/window.h", "arch/common/window.c",
                 "arch/common/await.c"):
        with open(path, encoding="utf-8") as f:
            found += re.findall(
                r"FENCE\((\w+), order_(?:refresh|flush|reads)\(\)\)", f.read())
    return [site for site in found if site != "await_again"]


def missed(site):
    if counted(("cl1invmb",), f"-DWEFT_DROP_{site}=1"):
        return None
    return "the count does not miss it"


def one_way_to_windows():
    """Only these files know the windows' addresses."""
    allowed = {"arch/scc/where.c", "arch/scc/window_ops.h", "arch/scc/scc.h",
               "arch/scc/hw/meet.c",
               "arch/scc/hw/memory.c", "arch/scc/hw/lut.c",
               "arch/scc/memory.c", "arch/scc/scc_map.h"}
    found = run(["grep", "-rlE", r"\bscc_mpb\b|\bSCC_MPB(_OWN)?\b", "arch",
                 "drivers", "boot", "runtime", "topology",
                 "messages", "collectives"])[1].split()
    return " ".join(sorted(set(found) - allowed)) or None


def marks():
    """Every address of the chip has its mark."""
    with open("arch/scc/scc_map.h", encoding="utf-8") as f:
        text = f.read().split("/* scc-large")[0]
    wrong = []
    for block in re.split(r"\n\n", text)[3:]:
        if "#define SCC_" in block and not re.search(r"\[[ABC]\]", block):
            wrong.append(block)
    return "\n".join(wrong)


check("scc-hw builds, each image's map and instructions checked", builds)
check("instructions that a P54C lacks are refused", not_for_it)
check("maps that cannot be are refused", bad_maps)
check("a load map a core", load_map)
check("nonsense is refused", refused)
check("make run says that there is no vehicle", no_vehicle)
check("from the reset vector to the first CL1INVMB", boots)
check("windows are reached in one way only", one_way_to_windows)
check("every address has its mark of confidence", marks)
check("on scc-qemu, every access invalidates or flushes", windows)
if FULL and "scc-qemu" in BOARDS:
    for s in sites():
        check(f"without {s} the count is wrong", missed, s)
# One after another: they share the build tree.
finish(workers=1)
