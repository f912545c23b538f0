# SPDX-License-Identifier: Apache-2.0
"""Several chips in a run, each a QEMU of a board that has one (tools/qemu_board.py), joined
by virtio-net and tools/relay.py.  A board's vehicle makes one Chips, and hands command,
on_timeout and on_panic on to it.
"""

import json
import os
import sys
import time
from types import SimpleNamespace

import call_paths
import chip_runs
import faulty_wire
import qemu_peek
from board_options import Option
from chip_runs import CHIPS, MOST

HERE = os.path.dirname(os.path.realpath(__file__))
MODES = ("mttcg",)
OPTIONS = {
    "chips": Option("N", "so many chips", str(CHIPS), least=1, most=MOST),
    "link": Option("KEY:VALUE,..", "the link's late_by in ns, its seed, and the chances loss, "
                   "burst, repeat, late, flip: 1% or of a million",
                   like=chip_runs.pairs(faulty_wire.SETTINGS)),
    "dead": Option("CHIP@US", "that chip's QEMU is killed so long after the run's first line, or "
                   "at once if that is 0",
                   like=r"[0-9]{1,2}@[0-9]{1,9}"),
}
DEVICE = ["-netdev", "dgram,id=link,local.type=fd,local.str=SOCKET"]
ADDRESS = "52:54:00:00:00:{:02x}"  # drivers/virtio/virtio_net.c
PANIC_S = 30


class Chips:
    """`each` is how many cores a chip has; `port(run, chip)` gives the boot record's own
    words, `machine` is QEMU's command line without its network."""

    def __init__(self, qemu, each, machine, port, verdicts):
        self.qemu, self.each, self.machine, self.port = qemu, each, machine, port
        self.verdicts = verdicts

    def parts(self, run):
        """For each chip what the board that has one would know of its run."""
        found = []
        first = chip_runs.firsts(run.cores, self.each)
        for chip, (start, end) in enumerate(zip(first, first[1:])):
            folder = os.path.join(run.dir, f"chip{chip}")
            os.makedirs(folder, exist_ok=True)
            files = [SimpleNamespace(**{**vars(f), "rank": f.rank - start})
                     for f in run.files if start <= f.rank < end]
            found.append(SimpleNamespace(**{
                **vars(run), "dir": folder, "files": files, "first": start,
                "cores": [core - chip * self.each for core in run.cores[start:end]]}))
        return found

    def command(self, run):
        n = chip_runs.chips(run)
        run.cores = chip_runs.dealt(run.cores, n, self.each)
        if n > 1:
            run.named = lambda rank: chip_runs.chip_and_rank(run.cores, rank, self.each)
        for f in run.files:
            if not 0 <= f.rank < len(run.cores):
                raise ValueError(f"{f.name}: there is no rank {f.rank}")
        parts = self.parts(run)
        plan = {
            "cores": [len(part.cores) for part in parts],
            "chips": [self.qemu.command(
                part, self.port(run, chip), [
                    *self.machine, *DEVICE, "-device",
                    f"virtio-net-device,netdev=link,mac={ADDRESS.format(chip)}"],
                run.cores, part.first) for chip, part in enumerate(parts)],
            "link": {**faulty_wire.SETTINGS, **dict(chip_runs.link_of(run))},
            "dead": chip_runs.dying(run.options["dead"], n) if "dead" in run.options else None,
            "verdicts": self.verdicts}
        path = os.path.join(run.dir, "relay.json")
        with open(path, "w", encoding="utf-8") as f:
            json.dump(plan, f)
        return [sys.executable, os.path.join(HERE, "relay.py"), path]

    def monitors(self, parts):
        """One a chip, or None where its QEMU has ended."""
        found = []
        for part in parts:
            try:
                found.append(qemu_peek.Monitor(part.dir))
            except (OSError, ValueError):
                found.append(None)
        return found

    def gone(self, part):
        return [{"rank": rank, "core": core, "x": x, "y": y, "phase": None,
                 "stopped": "with its QEMU"} for rank, core in enumerate(part.cores)
                for x, y in [self.qemu.place(part, core)]]

    def who_waits(self, run, parts, monitors):
        """All of them stand still."""
        run.rows = []
        for chip, (part, monitor) in enumerate(zip(parts, monitors)):
            rows = self.qemu.rows(part, monitor) if monitor else self.gone(part)
            run.rows += [{**row, "chip": chip, "rank": row["rank"] + part.first}
                         for row in rows]
        return call_paths.table(run.image, run.rows)

    @staticmethod
    def stop(monitors):
        for monitor in filter(None, monitors):
            monitor.execute("stop")

    def views(self, run, process):
        """For --watch; a chip whose QEMU has not begun, or has ended, has none."""
        return [{**view, "index": view["index"] + part.first} for part in self.parts(run)
                for view in self.qemu.views(part, process)]

    def on_timeout(self, run, _process):
        parts = self.parts(run)
        monitors = self.monitors(parts)
        self.stop(monitors)
        return self.who_waits(run, parts, monitors)

    def on_panic(self, run, process):
        """That of one chip pauses its QEMU.  All go on when they have been looked at."""
        parts = self.parts(run)
        monitors = self.monitors(parts)
        deadline = time.monotonic() + PANIC_S
        try:
            while not any(m and m.execute("query-status")["status"] == self.qemu.panicked
                          for m in monitors):
                if time.monotonic() > deadline:
                    raise OSError("no QEMU did pause on the panic")
                time.sleep(0.01)
            self.stop(monitors)
            return self.who_waits(run, parts, monitors)
        finally:
            for monitor in filter(None, monitors):
                self.qemu.go_on(monitor)
            self.qemu.end_panicked(process)
