# SPDX-License-Identifier: Apache-2.0
"""Where cores stand, in lines of the user's source, for the table of who waits.

A core's row has `calls`: addresses, innermost first, each inside of a calling
instruction; 0 says that an interrupt came between.  show() adds `place`, the user's
own line, to rows, and gives the paths of calls, cores that stand alike together.
"""

import re

from elf_file import ElfFile
from source_lines import Frame, frames_of
import wait_table

MOST = 12  # different paths that are told
HIDDEN = re.compile(r"__sanitizer_cov|arch_hint|sim_tick$|sim_start$")
INTERRUPT = Frame("(by an interrupt)", "")


def frames(row, named, elf):
    """All Frames of a core's path, as far as main."""
    path = []
    for address in row.get("calls", []):
        if not address:
            path.append(INTERRUPT)
            continue
        known = named.get(address)
        if not known or known[0].function == "??":
            name = elf.function_at(address).partition("+")[0]
            known = [Frame(name, "")]
        for frame in known:
            # It calls itself, or the compiler has split it in two.
            if not HIDDEN.match(frame.function) and not (
                    path and path[-1].function == frame.function):
                path.append(frame)
        if path and path[-1].function == "main":
            break
    return path


def lines(path):
    """The user's own calls first; what the library did, in one line behind."""
    between, own = [], False
    for frame in path:
        if frame.library:
            between.append(frame)
            continue
        if own and between:
            how = ", in an interrupt" if INTERRUPT in between else ""
            yield f"  (called by the library{how})"
        between, own = [], True
        yield f"  {frame}"
    inside = [str(f) for f in path if f.library]
    if own:  # not how main was called
        inside = inside[:len(inside) - len(between)]
    if inside:
        yield "  in the library: " + " < ".join(inside)


def ranks(numbers):
    """1, 2, 3, 7 as "1-3, 7"."""
    runs = []
    for n in numbers:
        if runs and runs[-1][1] == n - 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    text = ", ".join(f"{a}-{b}" if b > a else f"{a}" for a, b in runs)
    return f"rank{'' if len(numbers) == 1 else 's'} {text}"


def show(image, rows):
    """Lines to come behind the table: who has failed first, then by rank."""
    elf = ElfFile(image)
    named = frames_of(image, sorted({a for r in rows for a in
                                     r.get("calls", []) if a}))
    alike = {}
    for row in sorted(rows, key=lambda r: r["phase"] != "failed"):
        path = frames(row, named, elf)
        own = next((f for f in path if not f.library), None)
        if own:
            row["place"] = f"{own.function} at {own.place}"
        text = tuple(lines(path))
        if text and row["phase"] not in (None, "ended"):
            alike.setdefault(text, []).append(row["rank"])
    told = ["where they are, your own calls first"] if alike else []
    for text in list(alike)[:MOST]:
        told += [ranks(alike[text]) + ":", *text]
    if len(alike) > MOST:
        told.append(f"and {len(alike) - MOST} more paths")
    return told


def table(image, rows):
    """The table of who waits for whom with the places that the paths give, and the paths."""
    paths = show(image, rows)
    return wait_table.table(rows) + paths
