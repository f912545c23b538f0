#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The kernels of examples/ on real files: each result is what is computed here."""

import math
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, FULL, ROOT, check, expect, finish, make  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tools"))
import board_words  # noqa: E402
import left_out  # noqa: E402

STEPS = 7


def heat(data):
    """A P5 file, smoothed: its grey values."""
    fields = re.sub(rb"#.*", b"", data[:100]).split()
    width, height = int(fields[1]), int(fields[2])
    grey = data[-width * height:]
    rows = [[v << 8 for v in grey[y * width:(y + 1) * width]]
            for y in range(height)]
    for _ in range(STEPS):
        above = [rows[0], *rows[:-1]]
        below = [*rows[1:], rows[-1]]
        rows = [[(4 * v + r[max(x - 1, 0)] + r[min(x + 1, width - 1)] + a[x]
                  + b[x]) >> 3 for x, v in enumerate(r)]
                for a, r, b in zip(above, rows, below)]
    return [width, height, 255] + [v >> 8 for r in rows for v in r]


def matmul(data):
    """A symmetric coordinate file: its square's numbers, by columns."""
    lines = [line for line in data.decode().splitlines()
             if not line.startswith("%")]
    n = int(lines[0].split()[0])
    a = [[0] * n for _ in range(n)]
    for line in lines[1:]:
        y, x, value = map(int, line.split())
        a[y - 1][x - 1] = a[x - 1][y - 1] = value
    return [n, n] + [sum(a[y][k] * a[k][x] for k in range(n))
                     for x in range(n) for y in range(n)]


def words(data):
    """A text's words, cut to 20 letters, sorted."""
    return sorted(w.decode().lower()[:20]
                  for w in re.findall(rb"[A-Za-z]+", data))


class Scene:
    """A scene of examples/dirt (scene.h)."""

    def __init__(self, data):
        lines = [line.split("#")[0].split() for line in data.decode().splitlines()]
        said = {w[0]: list(map(int, w[1:])) for w in lines if w}
        self.edge, self.iso = said["volume"][0], said["iso"][0]
        self.width, self.height = said["image"]
        self.view = said["view"]
        self.spheres = [list(map(int, w[1:])) for w in lines if w and w[0] == "sphere"]

    def value(self, x, y, z):
        if not all(0 <= c < self.edge for c in (x, y, z)):
            return 0
        most = 0
        for sx, sy, sz, radius, value in self.spheres:
            far = (x - sx) ** 2 + (y - sy) ** 2 + (z - sz) ** 2
            most = max(most, value * (radius ** 2 - far) // radius ** 2)
        return most

    def pixel(self, column, row):
        x, y = column * self.edge * 256 // self.width, row * self.edge * 256 // self.height
        for z in range(self.edge):
            depth = z - self.edge // 2
            at = (x + depth * self.view[0]) >> 8, (y + depth * self.view[1]) >> 8, z
            if self.value(*at) >= self.iso:
                light = self.shade(*at)
                return [light, light - light * z // (2 * self.edge), light * z // self.edge]
        return [0, 0, 64 + row * 64 // self.height]

    def shade(self, x, y, z):
        v = self.value
        down = (v(x - 1, y, z) - v(x + 1, y, z), v(x, y - 1, z) - v(x, y + 1, z),
                v(x, y, z - 1) - v(x, y, z + 1))
        steep = math.isqrt(sum(d * d for d in down))
        lit = -down[0] - 2 * down[1] - 2 * down[2]
        return min(255, 40 + (lit * 215 // (3 * steep) if lit > 0 else 0))


def dirt(data):
    """A scene's image: red, green, blue of each pixel."""
    s = Scene(data)
    return [s.width, s.height, 255] + [
        c for y in range(s.height) for x in range(s.width) for c in s.pixel(x, y)]


# The file, what to expect, the mark that its output begins behind, how it is read.
KERNELS = {
    "heat": ("examples/heat/rings.pgm", heat, "P2",
             lambda text: [int(w) for w in text.split()]),
    "matmul": ("examples/matmul/grid.mtx", matmul, "integer general",
               lambda text: [int(w) for w in text.split()]),
    "dirt": ("examples/dirt/spheres.txt", dirt, "P3",
             lambda text: [int(w) for w in text.split()]),
    "wordsort": ("LICENSE", words, "weft: boot board=\\S+ cores=\\d+ build=\\S+",
                 str.split),
}


# Those on BSPlib and on Active Messages check themselves; what they are given.
CHECKED = {"bspprobe": [], "bspsort": ["ARGS=n=3000"], "bspfft": [], "bsplu": [],
           "bspmg": [], "bspbt": [], "bspbt kernel=sp": ["ARGS=kernel=sp"],
           "bspbt kernel=lu": ["ARGS=kernel=lu"],
           "bspspmv": ["INPUT=examples/matmul/grid.mtx"],
           "amtranspose": ["ARGS=n=50 by=row order=naive"], "amfft": ["ARGS=n=256"],
           "amem3d": [], "amconnect": [], "amsample": []}


def checked(board, name, cores):
    what = "cores" if name.startswith("am") else "processes"
    app = name.split()[0]
    return expect(make("run", f"BOARD={board}", f"APP=examples/{app}", f"CORES={cores}",
                       *CHECKED[name], time_out=600), 0,
                  f"{app}, {cores} {what}", ": right")


def kernel(board, name, cores, root):
    path, reference, mark, read = KERNELS[name]
    args = f"steps={STEPS} write=1" if name == "heat" else "write=1"
    given = [] if cores == 1 else [f"INPUT={path}"]  # it is what they get anyway
    status, out, err = make(
        "run", f"BOARD={board}", f"APP=examples/{name}", *given,
        f"CORES={cores}", f"ROOT={root}", f"ARGS={args}", time_out=600)
    wrong = expect((status, out, err), 0, "as one core computes it")
    if wrong:
        return wrong
    text = re.sub(r"^\[\d+\] ?", "", out, flags=re.MULTILINE)
    text = re.split(mark, text, maxsplit=1)[1]
    text = re.split(rf"^{name}, ", text, flags=re.MULTILINE)[0]
    with open(path, "rb") as f:
        if read(text) != reference(f.read()):
            return f"{name}: not what is computed here"
    return None


def left_out_of(board, name):
    return any(left_out.reason(left_out.read(p), name)
               for p in board_words.words(board, "LEFT_OUT"))


for b in BOARDS:
    for name in [k for k in KERNELS if not left_out_of(b, k)]:
        for cores, root in [(6, 5)] + [(1, 0), (15, 0)] * (b == "scc-sim"):
            check(f"{b}: {name}, {cores} cores", kernel, b, name, cores, root)
    for name in CHECKED:
        for cores in [6] * (FULL or b == "scc-sim" or name == "bspsort") + [15] * FULL:
            check(f"{b}: {name}, {cores} cores", checked, b, name, cores)
finish()
