# SPDX-License-Identifier: Apache-2.0
"""What both boards of a GPU have alike: the loader's command line (host/gpu), and who
waits for whom, by what the cores themselves have answered."""

import json
import os
import sys

import boot_record
import wait_table

sys.path.append(os.path.dirname(os.path.realpath(__file__)))
from emulated import dump_path, on_timeout  # noqa: E402,F401

PASS_STATUS = 85  # host/host.h
FAIL_STATUS = 87
COLUMNS = 12  # arch/gpu/machine.c
HEAP_BYTES = 4 << 20
HEAP_LEAST = 256 << 10
ARRIVED = 0xFFFFFF00  # GPU_ARRIVED of arch/gpu/board.h
SILENT, WAITS = 0, 2  # enum gpu_state of arch/gpu/layout.h


def loader(run, name):
    for path in (os.path.join(run.root, "build", "gpu", name),
                 os.path.join(run.root, "emu", name)):
        if os.access(path, os.X_OK):
            return path
    raise ValueError("the loader is not built: make vehicle")


def place_files(run):
    """The boot record's rows, by offsets in heaps, and what is to be loaded."""
    top, rows, loads = {}, [], []
    for f in run.files:
        at = (top.get(f.rank, HEAP_BYTES) - f.size) & -16
        if at < HEAP_LEAST:
            raise ValueError(f"{f.name}: files of rank {f.rank} exceed its "
                             f"{HEAP_BYTES >> 20} MB")
        top[f.rank] = at
        rows.append((f.name, f.rank, at, f.size))
        if f.size:
            loads += ["--load", f"{f.rank}:{at}:{os.path.abspath(f.path)}"]
    return rows, loads


def command(run, name):
    rows, loads = place_files(run)
    path = os.path.join(run.dir, "boot-record")
    with open(path, "wb") as f:
        f.write(boot_record.pack(run.cores, run.args, run.env, rows))
    return [loader(run, name), "--record", path, "--heap", str(HEAP_BYTES),
            "--dump", dump_path(run), *loads]


def row_of(run, rank, state):
    core = run.cores[rank]
    row = {"rank": rank, "core": core, "x": core % COLUMNS, "y": core // COLUMNS,
           "phase": state["phase"] or None}
    if state["state"] == SILENT:
        row["pc"] = "does not answer: it computes, or has ended"
    if state["state"] == WAITS:
        row.update(what=state["what"], since=state["since"],
                   from_rank=None if state["from"] == wait_table.NONE
                   else state["from"])
        if state["offset"] == ARRIVED:
            row.update(has=state["has"], wants=state["value"], offset=ARRIVED)
        else:
            row.update(wait_table.about(state["offset"], state["value"],
                                        lambda _: state["has"]))
        if state["at"] != rank and "offset" in row:
            row["at_rank"] = state["at"]
    return row


def report(run):
    if not os.path.exists(dump_path(run)):
        return []
    with open(dump_path(run), encoding="utf-8") as f:
        states = [json.loads(line) for line in f]
    return wait_table.table([row_of(run, rank, s) for rank, s in enumerate(states)])
