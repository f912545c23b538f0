#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs of e-lib's that have their core to themselves, with the host's half as a script.

Each of tests/epiphany/elib has that script at its top, after `host:`; @name is a file of
this run.  Names as arguments run only those.
"""

import glob
import os
import re
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(
    os.path.realpath(__file__)), ".."))
from lib import ROOT, check, expect, finish, make, run, scratch  # noqa: E402
import epiphany  # noqa: E402

epiphany.ready()
SCRATCH = scratch()  # checks run beside each other: each has files of its own there
OUT = "build/epiphany-emu"
SIDE = 32


def path(name):
    return os.path.join(SCRATCH, name)


def build(source, image):
    """As tools/weft.mk's weft_elib_image."""
    gcc = epiphany.tool("gcc")
    own = [run([gcc, f"-print-file-name={n}"], 60)[1].strip()
           for n in ("include", "include-fixed")]
    return run([
        gcc, "-std=gnu11", "-O2", "-Wall", "-Werror=attributes", "-mfp-mode=int",
        "-nostdinc", "-isystem", f"{OUT}/newlib/first", "-isystem", own[0],
        "-isystem", f"{OUT}/newlib/include", "-isystem", own[1],
        "-Iinclude/compat/elib", "-nostdlib", "-static", "-T", "linker/elib.ld",
        "-Wl,--no-warn-rwx-segments", "-Wl,--gc-sections", "-o", image, source,
        "-Wl,--start-group", "-Wl,--undefined=_start", f"{OUT}/libweft-elib.a",
        f"{OUT}/libweft-elib-bare.a", f"-L{OUT}/newlib/lib", "-lc", "-lm",
        "-lgcc", "-Wl,--end-group"], 120)


def matrices(run_name):
    """Small whole numbers: a sum of products is exact, whatever its order."""
    a, b = ([[float((k * i + j * m) % 9 - 4) for j in range(SIDE)]
             for i in range(SIDE)] for k, m in ((3, 5), (7, 2)))
    for name, x in (("a", a), ("b", b)):
        with open(path(run_name + name), "wb") as f:
            for row in x:
                f.write(struct.pack(f"<{SIDE}f", *row))
    return [sum(a[i][k] * b[k][j] for k in range(SIDE))
            for i in range(SIDE) for j in range(SIDE)]


def product_is(wanted, name):
    with open(path(name), "rb") as f:
        got = list(struct.unpack(f"<{SIDE * SIDE}f", f.read()))
    wrong = [i for i, (g, w) in enumerate(zip(got, wanted)) if g != w]
    return f"{len(wrong)} items are wrong, first {wrong[0]}" if wrong else None


def program(source, mode, seed):
    name = f"{os.path.basename(source)}-{mode}-{seed}-"
    image = path(name + "elf")
    result = build(source, image)
    if result[0]:
        return result[2]
    with open(source, encoding="utf-8") as f:
        script = f.read().split(" * host:\n")[1].split(" */")[0]
    wanted = matrices(name)
    with open(path(name + "script"), "w", encoding="utf-8") as f:
        f.write(re.sub(r"@(\w+)", lambda m: path(name + m[1]),
                       script.replace(" * ", "")))
    wrong = expect(run(["tools/weft-run", "--board", "epiphany-emu", "--mode",
                        mode, "--seed", str(seed), "--cores", "16", "-o",
                        "host=" + path(name + "script"), image], 120),
                   0, "weft: end code=0")
    if not wrong and source.endswith("matmul.c"):
        return product_is(wanted, path(name + "c"))
    return wrong


def script_says(lines, status, text):
    """What a script itself may be wrong in, or find wrong."""
    name = path(text.replace(" ", "-"))
    build("tests/epiphany/elib/mutex.c", name + ".elf")
    with open(name, "w", encoding="utf-8") as f:
        f.write(lines)
    return expect(run([epiphany.EMULATOR, "--host", name, name + ".elf"], 60),
                  status, text)


def beside_script():
    """What a run by a script takes besides, and what it refuses by name."""
    image, script, stats = (path(n) for n in ("beside.elf", "beside", "beside.json"))
    build("tests/epiphany/elib/mutex.c", image)
    with open(script, "w", encoding="utf-8") as f:
        f.write("load - 0\nend\n")
    words = ["tools/weft-run", "--board", "epiphany-emu", "--cores", "16", "-o",
             "host=" + script]
    wrong = expect(run([*words, "-o", "stats=" + stats, image], 60), 0, "end code=0")
    if wrong or not os.path.getsize(stats):
        return wrong or "no counts"
    for more, what in ((["-o", "spread=5", image], "-o spread"),
                       ([image, "word"], "the argument word"),
                       (["--file", f"x={script}", image], "the file x")):
        wrong = expect(run([*words, *more], 60), 2, f"takes no account of {what}")
        if wrong:
            return wrong
    return None


def refused():
    """Beside weft the timers are weft's: such a program does not link, by name."""
    source = path("timer.c")
    with open(source, "w", encoding="utf-8") as f:
        f.write("#include <e-lib.h>\nint main(void)\n{\n"
                "\treturn (int)e_ctimer_get(E_CTIMER_0);\n}\n")
    result = run([epiphany.tool("gcc"), "-O2", "-ffreestanding",
                  "-Iinclude/compat/elib", f"-I{OUT}/newlib/include",
                  "-nostdlib", "-T", "linker/epiphany-emu.ld", "-o",
                  path("timer.elf"), source, "-Wl,--start-group",
                  f"{OUT}/libweft-elib.a", f"{OUT}/libweft.a", "-lgcc",
                  "-Wl,--end-group"], 60)
    return None if result[0] and "e_ctimer_get" in result[2] else str(result)


def no_products():
    """Its callers may have the multiplier in either mode."""
    status, out, err = run([epiphany.tool("objdump"), "-d", f"{OUT}/libweft-elib.a",
                            f"{OUT}/libweft-elib-bare.a"], 60)
    # The mode is not in the word: objdump has one name for both.
    found = re.findall(r"\t(f?i?mul|f?i?madd|f?i?msub)\b", out)
    return f"{len(found)} products" if status or found or "_e_barrier>:" not in out else None


status, out, err = make("BOARD=epiphany-emu", "lib")
if status:
    print(f"Bail out!  make lib: {err}")
    sys.exit(1)
for name in sys.argv[1:] or sorted(glob.glob("tests/epiphany/elib/*.c")):
    for mode, seed in (("ordered", 1), ("reordered", 1), ("reordered", 7)):
        check(f"{os.path.basename(name)} {mode} {seed}", program, name, mode, seed)
if not sys.argv[1:]:
    check("a wrong word is named", script_says,
          "load - 0\nwrite 0 0x5000 7\ncheck 0 0x5000 8\nend\n", 87,
          "line 3: wrong: core 0, 0x5000 has 0x00000007, not 0x00000008")
    check("a wait ends", script_says,
          "load - 0\nwait 0 0x5000 8 1000\nend\n", 87, "line 2: it does not come")
    check("a script has an end", script_says, "load - 0\n", 65,
          "it ends without `end`")
    check("an unknown command", script_says, "lode - 0\n", 65,
          "line 1: no such command")
    check("a check without words", script_says,
          "load - 0\ncheck 0 0x5000\nend\n", 65, "line 2: a word is missing")
    check("more words than there are", script_says,
          "load - 0\nprint 0 0x5000 0x40000000\nend\n", 65,
          "line 2: there is no such memory")
    check("a core without an image", script_says, "start 3\n", 65,
          "line 1: that core has no image")
    check("beside a script", beside_script)
    check("beside weft no timers", refused)
    check("no products in the library", no_products)
finish()
