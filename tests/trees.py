# SPDX-License-Identifier: Apache-2.0
"""Copies of the tree to change sources in, one a worker.

What is built in the original is copied along with its times: a change costs the
objects that it touches and a link, not a library.
"""

import contextlib
import glob
import os
import queue
import re
import shutil

from lib import make, run, scratch

_trees = queue.Queue()


def add(tree):
    """One more that changes may be made in."""
    _trees.put(tree)


def copy_sources(to):
    """What git tracks or would track; all outside build/ where there is none."""
    status, out, _ = run(["git", "ls-files", "-z", "-co",
                          "--exclude-standard"])
    paths = out.split("\0") if status == 0 and out else [
        p[2:] for p in glob.glob("./**", recursive=True)
        if not p.startswith("./build/")]
    for p in filter(os.path.isfile, paths):
        os.makedirs(os.path.join(to, os.path.dirname(p)), exist_ok=True)
        shutil.copy2(p, os.path.join(to, p))  # times too: nothing looks new


def build(board, *goals, cwd="."):
    """None, or what the compiler said."""
    status, out, err = make(f"BOARD={board}", *goals, cwd=cwd)
    return out + err if status else None


def prepare(board, links=()):
    """Make the trees; None, or why the original cannot be built.  `links` are
    shared with it."""
    wrong = build(board, "tests")
    if wrong:
        return wrong
    base = scratch(" of changes")
    for n in range(os.cpu_count() or 2):
        tree = os.path.join(base, str(n))
        copy_sources(tree)
        shutil.copytree(f"build/{board}", os.path.join(tree, "build", board),
                        symlinks=True)
        for link in links:
            os.symlink(os.path.abspath(link), os.path.join(tree, link))
        add(tree)
    return None


@contextlib.contextmanager
def tree():
    """A tree for as long as it is needed."""
    mine = _trees.get()
    try:
        yield mine
    finally:
        _trees.put(mine)


@contextlib.contextmanager
def changed(path, change):
    """A tree in which the file has other text: change(its own)."""
    with tree() as mine:
        name = os.path.join(mine, path)
        with open(name, encoding="utf-8") as f:
            good = f.read()
        try:
            with open(name, "w", encoding="utf-8") as f:
                f.write(change(good))
            yield mine
        finally:
            with open(name, "w", encoding="utf-8") as f:
                f.write(good)


def without(site):
    """A change: FENCE(site, ..) is nothing (arch/fence.h)."""
    return lambda text: f"#define WEFT_DROP_{site} 1\n{text}"


def sites(*patterns):
    """{site: file} of the fences in these files."""
    found = {}
    for path in sorted(p for pattern in patterns for p in glob.glob(pattern)):
        with open(path, encoding="utf-8") as f:
            for site in re.findall(r"\bFENCE\((\w+),", f.read()):
                found[site] = path
    return found


def told(columns):
    """{site: run} by the table of docs/fences.md that has the run in that
    column."""
    with open("docs/fences.md", encoding="utf-8") as f:
        rows = re.findall(r"^\| `(\w+)` \|" + r"[^|]*\|" * (columns - 2) +
                          r" (`\w+`[^|]*) \|$", f.read(), re.M)
    return {site: by.replace("`", "") for site, by in rows}
