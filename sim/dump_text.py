# SPDX-License-Identifier: Apache-2.0
"""What the engine leaves of a run: the faults that it made, and who waits for whom."""

import json
import os

import call_paths
from elf_file import ElfFile

FAULTS_SHOWN = 12


def faults(log):
    """What was injected, a rule a line; -o fault=@FILE takes them again."""
    if not os.path.exists(log):
        return []
    with open(log, encoding="utf-8") as f:
        lines = f.read().splitlines()
    shown = ["fault: " + line for line in lines[:FAULTS_SHOWN]]
    if len(lines) > len(shown):
        shown.append(f"fault: .. and {len(lines) - len(shown)} more; "
                     "-o fault_log=FILE keeps all")
    return shown


def note(row):
    """What only a simulator can know of a core."""
    notes = []
    if "stale" in row:
        notes.append(f"its core still sees {row['stale']}, a stale copy")
    if "unflushed" in row:
        rank, offset = row["unflushed"]
        notes.append(f"it has not flushed a write to rank {rank}, line at "
                     f"{offset:#06x}")
    if "lock_of" in row:
        notes.append(f"rank {row['lock_of']} holds its test-and-set register")
    if "slow" in row:
        notes.append(f"a fault: its software is {row['slow']} times slower")
    if row.get("held_off"):
        notes.append("it holds an interrupt off")
    return "; ".join(notes)


def rows(image, dump):
    """A dict a core, as wait_table.py has them; none if the engine left no dump."""
    if not os.path.exists(dump):
        return []
    elf = ElfFile(image)
    found = []
    with open(dump, encoding="utf-8") as f:
        for row in map(json.loads, f):
            if "site" in row:
                row["site"] = elf.function_at(row["site"])
            for fiber in row.get("fibers", []):
                fiber["site"] = elf.function_at(fiber["site"])
            row["note"] = note(row)
            if "stopped_us" in row:
                row["stopped"] = (f"at {row['stopped_us']:.3f} us, after "
                                  f"{row['operations']} visible operations")
            found.append(row)
    return found


def waits(image, dump):
    found = rows(image, dump)
    return call_paths.table(image, found) if found else []
