# SPDX-License-Identifier: Apache-2.0
"""Copies of the tree to change sources in, one a worker.

What is built in the original is copied along with its times: a change costs the
objects that it touches and a link, not a library.  After the change both source and
objects are put back, times included: they need not be compiled again.
"""

import contextlib
import glob
import os
import queue
import re
import shutil

from lib import make, run, scratch

_trees = queue.Queue()
_good = {}  # a tree: the copy that nothing is changed in


def add(tree, good=None):
    """One more that changes may be made in; `good` has what is built without any."""
    _good[tree] = good
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


def prepare(goals, links=(), outs=(), base=None, workers=os.cpu_count() or 2):
    """Make the trees; None, or why the original cannot be built.  `goals` are what to
    build there: {board: its goals}.  `links` are shared with it, and `outs`, folders of
    build/ with other builds of boards, copied.  They lie in `base`, if not in a scratch
    folder.  There is one for each of the workers."""
    for board, names in goals.items():
        wrong = build(board, *names)
        if wrong:
            return wrong
    base = base or scratch(" of changes")
    good, *others = [os.path.join(base, str(n))
                     for n in range(1 + workers)]
    copy_built([*goals, *outs], good)
    for tree in others:
        copy_sources(tree)
        copy_built([*goals, *outs], tree)
        for link in links:
            os.symlink(os.path.abspath(link), os.path.join(tree, link))
        add(tree, good)
    return None


def copy_built(boards, to):
    """All but the images, which a change makes anew, and what another build writes now."""
    for board in boards:
        shutil.copytree(f"build/{board}", os.path.join(to, "build", board),
                        symlinks=True, ignore=shutil.ignore_patterns("*.elf*", "*.new"))


def put_back(tree):
    """What is built in the tree is as without any change; says whether it is."""
    good = _good[tree]
    if not good:
        return False
    for folder, _, names in os.walk(os.path.join(tree, "build")):
        for path in (os.path.join(folder, name) for name in names):
            own = os.path.join(good, os.path.relpath(path, tree))
            if not os.path.lexists(own):
                if not os.path.islink(path):
                    os.remove(path)
            elif os.lstat(path).st_mtime_ns != os.lstat(own).st_mtime_ns:
                os.remove(path)
                shutil.copy2(own, path, follow_symlinks=False)
    return True


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
        times = os.stat(name)
        with open(name, encoding="utf-8") as f:
            good = f.read()
        try:
            with open(name, "w", encoding="utf-8") as f:
                f.write(change(good))
            yield mine
        finally:
            with open(name, "w", encoding="utf-8") as f:
                f.write(good)
            if put_back(mine):
                os.utime(name, ns=(times.st_atime_ns, times.st_mtime_ns))


def without(site):
    """A change: FENCE(site, ..) is nothing (arch/fence.h)."""
    return lambda text: f"#define WEFT_DROP_{site} 1\n{text}"


def sites(*patterns):
    """{site: file} of the fences in these files."""
    found = {}
    for path in sorted(p for pattern in patterns for p in glob.glob(pattern, recursive=True)):
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
