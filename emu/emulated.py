# SPDX-License-Identifier: Apache-2.0
"""What our emulators of chips (emu/common) leave of a run, and how they are told to: the
dump, the events of traced images, and where cores lie that are watched.  The loaders of
GPUs leave a dump, too."""

import os
import signal

import event_rings
import live_cores

VIEWS_BY_RANK = False


def dump_path(run):
    return os.path.join(run.dir, "dump")


def rings_path(run):
    return os.path.join(run.dir, "rings")


def arguments(run):
    argv = ["--dump", dump_path(run)]
    if run.trace:
        argv += ["--rings", f"{run.ring[0]:#x}:{rings_path(run)}"]
    if run.view:
        argv += ["--view", run.view]
    return argv


def rings(run):
    found = event_rings.rings_of(rings_path(run))
    return {rank: found.get(core, event_rings.Ring([]))
            for rank, core in enumerate(run.cores)}


def views(run, _process):
    return live_cores.views_of(run.view, len(run.cores))


def on_timeout(_run, process):
    """Emulators, and loaders, leave a dump of all cores when they are told to end."""
    process.send_signal(signal.SIGTERM)
    process.wait(60)  # it writes tens of MB, and others may have the disk
