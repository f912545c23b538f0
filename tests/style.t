#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Rules that reading forgets: licences, layers, lengths, costly instructions."""

import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, Skip, check, finish, make, run  # noqa: E402
import board_words  # noqa: E402
import prose  # noqa: E402

CODE = (".c", ".h", ".S", ".ld", ".py", ".t", ".mk", ".sh", ".cc")


def sources():
    """Tracked files, or all outside build/ where there is no git."""
    status, out, _ = run(["git", "ls-files", "-z"])
    if status == 0 and out:
        return [p for p in out.split("\0") if p and os.path.isfile(p)]
    return [p[2:] for p in glob.glob("./**", recursive=True)
            if os.path.isfile(p) and not p.startswith("./build/")]


def content(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read()


def is_code(path):
    return (path.endswith(CODE) or os.path.basename(path) == "Makefile"
            or content(path).startswith("#!"))


FILES = sources()
CODE_FILES = [p for p in FILES if is_code(p)]
C_FILES = [p for p in CODE_FILES if p.endswith((".c", ".h", ".S", ".cc"))]


def bad(pairs):
    return "\n".join(f"{path}: {what}" for path, what in pairs)


def spdx():
    """In the first line, or the second below #!."""
    mark = "SPDX-License-Identifier: Apache-2.0"
    return bad((p, "no SPDX line at the top") for p in CODE_FILES
               if mark not in "".join(content(p).splitlines()[:2]))


def width(line):
    return len(line.expandtabs(8))


def no_long_lines():
    return bad((p, f"line {n} has {width(line)} columns") for p in CODE_FILES
               for n, line in enumerate(content(p).splitlines(), 1)
               if width(line) > 100)


def few_wide_lines():
    lines = [line for p in C_FILES for line in content(p).splitlines()]
    wide = sum(width(line) > 80 for line in lines)
    return (f"{wide} of {len(lines)} lines of C are above 80 columns"
            if wide * 20 > len(lines) else None)


def no_huge_files():
    return bad((p, "more than 350 lines") for p in CODE_FILES
               if len(content(p).splitlines()) > 350)


def clean_ends():
    return bad((p, "white space at a line's end, or no newline at the end")
               for p in CODE_FILES
               if re.search(r"[ \t]$", content(p), re.MULTILINE)
               or not content(p).endswith("\n"))


# A folder may include only what stands to its right.
LAYERS = ["examples", "published", "bsp", "fiber", "sync", "collectives", "messages", "links",
          "runtime", "topology", "arch"]
PORTABLE = ["runtime", "topology", "links", "messages", "collectives", "sync", "fiber", "published",
            "bsp"]


def layers():
    wrong = []
    for p in C_FILES:
        top = p.split("/")[0]
        top = "arch" if top in ("boot", "drivers") else top
        if top not in LAYERS:
            continue
        for name in re.findall(r'#include "([^"]+)"', content(p)):
            other = name.split("/")[0] if "/" in name else top
            if other in LAYERS and LAYERS.index(other) < LAYERS.index(top):
                wrong.append((p, f"includes {name}, which is above it"))
    return bad(wrong)


def published_is_for_comparing():
    """What one takes names nothing that is there to be compared."""
    mine = re.compile(r"(include/weft/)?published/")
    return bad((p, f"includes {name}") for p in C_FILES
               if p.split("/")[0] in [*LAYERS[1:], "include", "compat"] and not mine.match(p)
               for name in re.findall(r'#include ["<]((?:weft/)?published/[^">]+)',
                                      content(p)))


def documents_name_what_there_is():
    """Of the pages that say what to take: each call and each kind is in a public header."""
    there = "\n".join(map(content, [p for p in FILES if p.startswith("include/")]))
    names = set(re.findall(r"\bweft_\w+", there)) | set(re.findall(r"\bbsp_\w+", there))
    return bad((p, f"no header has {name}") for p in (
        "docs/README.md", "docs/locks.md", "docs/published.md")
        for name in sorted(set(re.findall(r"`((?:weft|bsp)_\w*[a-z0-9])\b", content(p)))
                           - names))


# What a folder of a layer may not include, as it stands on these.
FLOORS = {r"messages/\w+\.[ch]": "messages/(am|calls)/", r"messages/am/": "messages/calls/",
          r"messages/am/\w+\.[ch]": "messages/am/(segments|ways)/",
          r"messages/am/segments/": "messages/am/ways/",
          r"collectives/team/": "collectives/(?!team/)",
          r"topology/": r"(runtime|messages)/|arch/(?!small\.h)"}


def floors():
    return bad((p, f"includes {name}, which stands on it") for p in C_FILES
               for own, above in FLOORS.items() if re.match(own, p)
               for name in re.findall(r'#include "([^"]+)"', content(p))
               if re.match(above, name))


def one_way():
    """No two folders of portable code include each other."""
    ways = {}
    for p in C_FILES:
        own = os.path.dirname(p)
        if own.split("/")[0] in PORTABLE:
            for name in re.findall(r'#include "([^"]+)"', content(p)):
                ways.setdefault((own, os.path.dirname(name)), f"{p} includes {name}")
    return bad((a, f"and {b} include each other: {what}; {ways[b, a]}")
               for (a, b), what in ways.items() if a < b and (b, a) in ways)


def no_chip_above_the_port():
    """Chips are named in comments and texts at most."""
    wrong = []
    for p in C_FILES:
        if p.split("/")[0] not in [*PORTABLE, "include", "examples"]:
            continue
        code = re.sub(r'/\*.*?\*/|//[^\n]*|"[^"\n]*"', "", content(p), flags=re.DOTALL)
        found = re.search(r"scc|p54c|epiphany|__i386__|__x86_64__|__arm__|"
                          r"__aarch64__", code, re.IGNORECASE)
        if found:
            wrong.append((p, f"names {found[0]}"))
    return bad(wrong)


def no_board_in_the_build():
    """What all boards share knows each by its makefile's words alone.  Tools that are
    one board's own are named by its makefile; ARM is an instruction set, too."""
    boards = board_words.boards()
    names = sorted({*boards, *(b.split("-")[0] for b in boards)} - {"arm"})
    name = re.compile(rf"\b({'|'.join(names)})\b", re.IGNORECASE)
    own = "\n".join(map(content, glob.glob("arch/*/*.mk")
                        + glob.glob("emu/*/*.mk")))
    shared = ["Makefile", *glob.glob("tools/*"), *glob.glob("tests/*.py")]
    return bad((p, f"line {n} names {name.search(line)[0]}")
               for p in shared if os.path.isfile(p) and p not in own
               and p not in ABOUT_CHIPS
               for n, line in enumerate(content(p).splitlines(), 1)
               if name.search(line))


def board_words_are_there():
    """A word that is misspelt in a board's makefile would be no word, silently."""
    wrong = []
    for board, path in board_words.boards().items():
        wrong += [(path, f"has no line '{word} := ..'")
                  for word in ("UNASKED", "SCRIPTS", "NEEDS")
                  if not board_words.words(board, word)]
        wrong += [(path, f"no script is {pattern}")
                  for pattern in board_words.words(board, "SCRIPTS")
                  if not glob.glob(pattern)]
        if re.search("^TESTS *:?=", content(path), re.M):
            wrong.append((path, "sets TESTS, which is make's user's"))
    return bad(wrong)


# A report of figures that were published of one, the manual's example, notes on
# findings in single files.
ABOUT_CHIPS = ("tools/report", "tools/weft-run.1", "tools/cppcheck.txt")

# Portable code has no multiply or divide by a variable: one port has none in
# hardware.  On i386, imul with three operands is one by a constant, and so is mul behind
# a mov of one: GCC 14 makes a division by a constant of loops that count, which are cold.
DIVIDE = re.compile(r"\t(div|idiv)[bwl]?\b")
MULTIPLY = re.compile(r"\t(mul[bwl]?|imul[bwl]?)\s+(?!\$)")
CONSTANT = re.compile(r"\tmov\s+\$0x\w+,%eax$")
HELPER = re.compile(r"__(u?div|u?mod|mul|u?divmod)[sdt]i[34]")


def cheap_instructions():
    if "scc-qemu" not in BOARDS:
        raise Skip("scc-qemu is not under test")
    status, out, err = make("BOARD=scc-qemu", "lib")
    if status:
        return out + err
    wrong = []
    # An earlier commit's may lie there, too.
    objects = sorted(p for folder in PORTABLE for p in glob.glob(
        f"build/scc-qemu/obj/{folder}/**/*.o", recursive=True)
        if glob.glob(re.sub(r"^build/scc-qemu/obj/(.*)\.o$", r"\1", p) + "*"))
    for path in objects:
        status, out, err = run(["i686-linux-gnu-objdump", "-dr",
                                "--no-show-raw-insn", path])
        if status:
            return err
        place, text = "", out.splitlines()
        for i, line in enumerate(text):
            if line.endswith(">:"):
                place = line.split("<")[1][:-2]
            constant = any(CONSTANT.search(before) for before in text[max(i - 2, 0):i])
            for pattern in (DIVIDE, HELPER) if constant else (DIVIDE, MULTIPLY, HELPER):
                if pattern.search(line):
                    wrong.append((path, f"{place}: {line.strip()}"))
    return bad(wrong) if objects else "no objects"


def tests_in_folders():
    """The Makefile takes tests/target/<subsystem>/<name>.c only."""
    return bad((p, "belongs to a subsystem's folder")
               for p in FILES if re.fullmatch(r"tests/target/\w+\.c", p)
               and p != "tests/target/tap.c")


def no_code_included():
    """What a test alters in a file of the library the build compiles for its image."""
    return bad((p, f"includes {name}") for p in C_FILES
               if not p.startswith("bench/")  # one that times examples' kernels
               for name in re.findall(r'#include ["<]([^">]+\.c)[">]', content(p)))


def drivers_of_no_board():
    """A driver is told where its device is; it includes no board's layout."""
    return bad((p, "includes board.h") for p in C_FILES
               if p.startswith("drivers/")
               and re.search(r'#include [<"][^>"]*board.h', content(p)))


def names_nothing_local():
    """Nothing of the machine on which a file was written."""
    return bad((p, "names a home or a scratch directory") for p in FILES
               if re.search(r"/(home|root|work)/\w", content(p)))


def errors_told_apart():
    """Errors count down from 0, and runtime/error.c has their texts in order."""
    numbers = re.findall(r"^\t(WEFT_\w+) = (-?\d+),",
                         content("include/weft/types.h"), re.MULTILINE)
    texts = re.findall(r'^\t\t"(\w+): ', content("runtime/error.c"),
                       re.MULTILINE)
    wrong = [f"{name} is {number}, and {-i} would be the next"
             for i, (name, number) in enumerate(numbers) if int(number) != -i]
    if texts != [name for name, _ in numbers]:
        wrong.append("runtime/error.c has other texts, or another order")
    return "\n".join(wrong) or None


check("every source file has its licence line", spdx)
check("no line above 100 columns", no_long_lines)
check("under 5 % of the lines of C above 80 columns", few_wide_lines)
check("no file above 350 lines", no_huge_files)
check("no white space at line ends", clean_ends)
check("includes go downwards", layers)
check("so they do within a layer", floors)
check("no two folders include each other", one_way)
check("pages of what to take name what there is", documents_name_what_there_is)
check("what one takes includes nothing that is published to compare",
      published_is_for_comparing)
check("no chip's name above the port", no_chip_above_the_port)
check("no board's name where all are built, run and tested",
      no_board_in_the_build)
check("each board's makefile has its words", board_words_are_there)
check("no multiply or divide by a variable", cheap_instructions)
check("on-target tests lie in folders", tests_in_folders)
check("drivers include no board.h", drivers_of_no_board)
check("no file includes a .c", no_code_included)
check("each error has its number and its text", errors_told_apart)
check("no path of somebody's machine", names_nothing_local)
check("plain English in public headers", prose.check)
finish()
