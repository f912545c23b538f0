# SPDX-License-Identifier: Apache-2.0
"""Commands of gdb for a weft image under QEMU; `make gdb` loads this file.

  weft waits    who waits for whom, as the runner prints it on a time-out
  weft flags    the words of each core's MPB, below the heap, that are not 0
  weft bcast    each core's place in the tree of the last OC-Bcast
  weft events   the event ring of each core (images built with TRACE=1)
  weft boot     run until every core has met the others and enters main

A thread of gdb is a core of the board; commands look at all of them and leave
the thread that was chosen.
"""

import os
import sys

import gdb

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import wait_table  # noqa: E402

EVENTS_SHOWN = 10


def number(expression):
    return int(gdb.parse_and_eval(expression))


def text(expression):
    """A C string, or None where the pointer is null or leads nowhere."""
    value = gdb.parse_and_eval(expression)
    try:
        return value.string() if int(value) else None
    except (gdb.MemoryError, UnicodeDecodeError):
        return None


def every_core():
    """Choose one thread after the other; yields ranks."""
    chosen = gdb.selected_thread()
    try:
        threads = gdb.selected_inferior().threads()
        for thread in sorted(threads, key=lambda t: t.num):
            thread.switch()
            yield thread.num - 1
    finally:
        chosen.switch()


def function_at(address):
    line = gdb.execute(f"info symbol {address:#x}", to_string=True)
    return line.split(" in section")[0].strip().replace(" + ", "+")


def events():
    try:
        places, following = number("rt_trace.entries"), number("rt_trace.next")
    except gdb.error:
        return []
    rows = []
    for n in range(max(0, following - EVENTS_SHOWN), following):
        at = f"rt_trace.event[{n % places}]"
        rows.append((number(at + ".time"), text(at + ".what") or "?",
                     number(at + ".a"), number(at + ".b")))
    return rows


def word(offset):
    return number(f"*(unsigned *)({WINDOW} + {offset})")


def core_row(rank):
    """This thread's row for wait_table."""
    row = {"rank": rank, "core": "-", "x": "-", "y": "-", "phase": None,
           "pc": function_at(number("(unsigned long)$pc"))}
    try:
        row["phase"] = text("rt_phase")
    except gdb.error:
        pass  # its page tables are not there yet
    what = text("rt_wait.what") if row["phase"] else None
    if what:
        origin, offset = number("rt_wait.word.from"), number("rt_wait.word.offset")
        row.update(what=what, since=number("rt_wait.since"),
                   from_rank=None if origin == wait_table.NONE else origin,
                   site=function_at(number("(unsigned long)rt_wait.site")),
                   **wait_table.about(offset, number("rt_wait.word.value"), word))
    return row


class Weft(gdb.Command):
    """State of a weft run: weft waits | flags | bcast | events | boot."""

    def __init__(self):
        super().__init__("weft", gdb.COMMAND_USER, gdb.COMPLETE_NONE,
                         prefix=True)


class Waits(gdb.Command):
    """Who waits for whom."""

    def __init__(self):
        super().__init__("weft waits", gdb.COMMAND_USER)

    def invoke(self, _argument, _from_tty):
        for line in wait_table.table([core_row(r) for r in every_core()]):
            print(line)


class Flags(gdb.Command):
    """Words of each core's MPB, below the heap, that are not 0."""

    def __init__(self):
        super().__init__("weft flags", gdb.COMMAND_USER)

    def invoke(self, _argument, _from_tty):
        for rank in every_core():
            words = []
            for at in range(0, number("rt_heap.offset"), 4):
                value = number(f"*(unsigned *)({WINDOW} + {at})")
                if value:
                    words.append(f"{at:#06x}={value}")
                if len(words) == 16:
                    break  # from here on it is chunks
            print(f"rank {rank:3}: {' '.join(words) or 'all 0'}")


class Bcast(gdb.Command):
    """Each core's place in the tree of the last OC-Bcast."""

    def __init__(self):
        super().__init__("weft bcast", gdb.COMMAND_USER)

    def invoke(self, _argument, _from_tty):
        for rank in every_core():
            k, root = number("ocbcast_world.k"), number("ocbcast_world.root")
            cores = number("rt_run.count")
            if not k:
                print(f"rank {rank:3}: no broadcast yet")
                continue
            i = (rank - root) % cores
            parent = (root + (i - 1) // k) % cores if i else "none"
            first, last = i * k + 1, min(i * k + k, cores - 1)
            below = ([(root + j) % cores for j in range(first, last + 1)]
                     or "none")
            print(f"rank {rank:3}: root {root}, k={k}, chunk "
                  f"{number('ocbcast_world.chunk')}, parent {parent}, "
                  f"children {below}")


class Events(gdb.Command):
    """The last events of each core."""

    def __init__(self):
        super().__init__("weft events", gdb.COMMAND_USER)

    def invoke(self, _argument, _from_tty):
        for rank in every_core():
            for time, what, a, b in events():
                print(f"rank {rank:3} at {time:>14,}  {what} ({a:#x}, {b:#x})")


class Boot(gdb.Command):
    """Run until the cores enter main."""

    def __init__(self):
        super().__init__("weft boot", gdb.COMMAND_USER)

    def invoke(self, _argument, _from_tty):
        gdb.execute("tbreak main")
        gdb.execute("continue")


# How a core reads its own window 0.
WINDOW = "(unsigned char *)port_window"

for command in (Weft, Waits, Flags, Bcast, Events, Boot):
    command()
