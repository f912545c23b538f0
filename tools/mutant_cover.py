# SPDX-License-Identifier: Apache-2.0
"""Which lines of portable code a run on the simulator comes to, by the basic blocks that
it tells of (-o cover=FILE)."""

import bisect
import collections
import functools
import re
import subprocess

ROW = re.compile(r"^\S+ +(\d+) +0x([0-9a-f]+)\b")
CALL = 5  # bytes at most: a block is told of by where the call in front of it returns
FILE = re.compile(r"^(CU: )?(?:\./)?(\S+/\S+\.[ch]):")
END = re.compile(r"^\S+ +- +0x")  # of a function; the next one is the unit's, if no file is named


def functions(image):
    """Where they begin, in order."""
    out = subprocess.run(["nm", "--defined-only", image], check=True, text=True,
                         capture_output=True).stdout
    return sorted(int(line.split()[0], 16) for line in out.splitlines()
                  if line.split()[1] in "tT")


@functools.lru_cache(maxsize=None)
def blocks(image):
    """Addresses of its blocks in order, and of each {path: lines}.  What a function has
    before its first block belongs to that."""
    with open(f"{image}.blocks", encoding="ascii") as f:
        starts = sorted(int(line.split()[0], 16) for line in f if line[:4] != "crc ")
    begins, path, unit = functions(image), "", ""
    found = [collections.defaultdict(set) for _ in starts]
    for text in subprocess.run(
            ["readelf", "--debug-dump=decodedline", "-W", image], check=True, text=True,
            capture_output=True).stdout.splitlines():
        row = ROW.match(text)
        if row:
            address = int(row[2], 16)
            begin = begins[max(bisect.bisect(begins, address) - 1, 0)]
            at = max(bisect.bisect(starts, address + CALL) - 1,
                     bisect.bisect_left(starts, begin))
            if at < len(starts):
                found[at][path].add(int(row[1]))
        elif END.match(text):
            path = unit
        elif file := FILE.match(text):
            path = file[2]
            unit = path if file[1] else unit
    return starts, found


def read(told, image, folders):
    """(microseconds or None, {path: lines below these folders}) of a file that a run left."""
    starts, lines = blocks(image)
    took, found = None, collections.defaultdict(set)
    with open(told, encoding="ascii") as f:
        words = {line.strip() for line in f}
    for word in words:
        if word.startswith("us "):
            took = int(word[3:])
            continue
        at = bisect.bisect(starts, int(word or "0", 16)) - 1
        for path in lines[at] if at >= 0 else ():
            if path.split("/")[0] in folders:
                found[path] |= lines[at][path]
    return took, found


def written(found):
    return ";".join(f"{p}:{','.join(map(str, sorted(found[p])))}" for p in sorted(found))


def known(text):
    """{path: lines} of what written() gave."""
    return {path: frozenset(map(int, lines.split(",")))
            for path, lines in (part.split(":") for part in text.split(";") if part)}
