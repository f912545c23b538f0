#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every build step that caches, as on a new machine, where no path is free of
spaces: neither the checkout's nor HOME's, which the caches lie in.

make test builds one object with caches that are there.  test-nightly begins with empty
caches, builds all that is kept there, and runs what comes of it: most of its 17 minutes
compile the Epiphany's compiler.
"""

import glob
import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, check, expect, finish, make, run  # noqa: E402
from lib import NIGHTLY, scratch, settings  # noqa: E402
import trees  # noqa: E402

# Those whose compiler is built here: what their makefiles call it has a path.
OWN = [b for b in BOARDS if "/" in settings(b)["CROSS"]]
base = scratch(" with space")
place, home = os.path.join(base, "a checkout"), os.path.join(base, "a home")
CACHE = os.path.join(home, ".cache", "weft")
ENV = {k: v for k, v in os.environ.items()
       if k not in ("WEFT_CACHE", "XDG_CACHE_HOME")}
for name in ("WEFT_CACHE", "XDG_CACHE_HOME"):
    os.environ.pop(name, None)
ENV["HOME"] = home


def link(source, target):
    try:
        os.link(source, target)
    except OSError:  # another disk
        shutil.copy2(source, target)


def fill(path):
    """What a link of the build names becomes a cache's below our HOME."""
    source = os.path.realpath(path)
    target = os.path.join(CACHE, os.path.basename(source))
    if not os.path.exists(target):
        shutil.copytree(source, target, symlinks=True, copy_function=link)
    return target


def one_object(board):
    """The compiler's own headers lie below HOME; it is called by a link."""
    wrong = expect(make(f"BOARD={board}", f"build/{board}/newlib.done"), 0)
    if wrong:
        return wrong
    link_path = settings(board)["CROSS"].split("/bin/")[0]
    os.makedirs(os.path.dirname(os.path.join(place, link_path)))
    os.symlink(fill(link_path), os.path.join(place, link_path))
    fill(f"build/{board}/newlib")
    wrong = expect(make("-C", place, f"BOARD={board}",
                        f"build/{board}/obj/runtime/image.o", env=ENV), 0)
    if not wrong and len(glob.glob(glob.escape(CACHE) + "/newlib-*")) != 1:
        wrong = "another newlib was built"
    return wrong


def cold(board):
    """All that this board keeps is built, and it runs."""
    return expect(make("-C", place, "run", f"BOARD={board}", "CORES=3",
                       "APP=examples/hello", time_out=1800, env=ENV), 0,
                  "weft: end code=0")


def torture():
    """The C library of the instruction tests, which is another."""
    env = dict(ENV, TEST_LEVEL="test")
    return expect(run([sys.executable, "tests/epiphany/torture.t",
                       "20000112-1"], 600, cwd=place, env=env), 0, "ok 1 -")


def kept():
    """It came from our HOME, and not from elsewhere."""
    names = os.listdir(CACHE)
    return None if any(n.startswith("newlib-") for n in names) else str(names)


trees.copy_sources(place)
os.makedirs(CACHE)
if NIGHTLY:
    for b in BOARDS:
        check(f"{b}: built with empty caches", cold, b)
    if "epiphany-emu" in BOARDS:
        check("the Epiphany's instruction tests with empty caches", torture)
    check("the caches are filled", kept)
else:
    for b in OWN:
        check(f"{b}: an object with a compiler below HOME", one_object, b)
# One after another: they share the copy.
finish(workers=1)
