#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/tutorial.md: what it says to type is typed, in a copy of the tree as it is cloned; so
is what README.md says to try, on the simulator."""

import os
import re
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, check, expect, finish, run, scratch  # noqa: E402
import trees  # noqa: E402

HOME = os.path.join(scratch(" with space"), "a clone")
KERNEL = "examples/mine/main.c"
ENV = {k: v for k, v in os.environ.items()
       if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "BOARD", "WEFT_SEED", "TEST_BOARDS")}
with open("docs/tutorial.md", encoding="utf-8") as f:
    TEXT = f.read()


def clone():
    trees.copy_sources(HOME)


def typed(text, time_out=600):
    return run(["sh", "-c", text], time_out=time_out, cwd=HOME, env=ENV)


def block(kind, text):
    """What is wrong with a block of the tutorial."""
    if kind == "c":
        with open(os.path.join(HOME, KERNEL), "w", encoding="utf-8") as f:
            f.write(text)
        return None
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, *shown = part.splitlines()
        status, out, err = typed(command)
        missing = [s for s in shown if s not in ("", "..") and s not in out + err]
        if status or missing:
            return f"$ {command}\nstatus {status}, missing: {missing}\n{out}{err}"
    return None


def chapter(title, blocks):
    del title
    return "\n".join(filter(None, (block(*b) for b in blocks)))


def outside():
    """make new, for an installed weft: from the skeleton to a run."""
    folder = scratch()  # no spaces: pkg-config
    prefix, app = folder + "/pre", folder + "/away"
    wrong = expect(typed(f"make new PREFIX='{prefix}' APP='{app}'"), 0, "make install PREFIX=")
    wrong = wrong or expect(typed(f"make install BOARD=scc-sim PREFIX='{prefix}'"), 0)
    wrong = wrong or expect(typed("make -C '" + app + "' BOARD=scc-sim run"), 0,
                            "the sum of 4 cores is 10")
    if wrong or not shutil.which("pkg-config"):
        return wrong
    ask = f"PKG_CONFIG_PATH={prefix}/lib/pkgconfig pkg-config weft-scc-sim"
    return expect(typed(f"cc=$({ask} --variable=compiler) && "
                        f"$cc $({ask} --cflags) -c -o {folder}/k.o {app}/main.c && "
                        f"$cc -o {folder}/k.elf {folder}/k.o $({ask} --libs) && "
                        f"{prefix}/bin/weft-run --cores 4 {folder}/k.elf"), 0,
                  "the sum of 4 cores is 10")


def to_try():
    """Each command of README.md's, but for those that a person looks at."""
    with open("README.md", encoding="utf-8") as f:
        lines = re.search(r"^## Try it\n\n((?:    .*\n)*)", f.read(), re.M)[1].splitlines()
    shutil.copy(os.path.join(HOME, "LICENSE"), os.path.join(HOME, "my file"))
    commands = [li.partition("  #")[0].strip() for li in lines if not re.search(
        "MODE=|WATCH=|make page|make help", li)]
    wrong = [expect(typed(c + ("" if "BOARD=" in c else " BOARD=scc-sim")), 0, "end code=0")
             for c in commands]
    return "\n".join(filter(None, wrong)) if len(commands) > 3 else f"only {commands}"


def refused():
    wrong = expect(typed("make new APP=hello"), 2, "examples/hello is there already")
    return wrong or expect(typed("make new"), 2, "say APP=name")


if "scc-sim" in BOARDS:
    check("a clone", clone)
    for TITLE, *REST in re.findall(r"^## (.*)\n((?:(?!## ).*\n?)*)", TEXT, re.M):
        check(TITLE, chapter, TITLE, re.findall(r"^```(\w+)\n(.*?)^```", REST[0],
                                                re.M | re.S))
    check("what README.md says to try", to_try)
    check("outside of the tree", outside)
    check("refused", refused)
# Steps follow one another.
finish(workers=1)
