# SPDX-License-Identifier: Apache-2.0
"""weft-run --page: a timeline is kept of the run, and made into a page when it ends."""

import os
import shlex

from weft_boards import Usage, load_boards


def prepare(board, run, path):
    """Before the run begins: a page is asked for, and its place can be written."""
    if not getattr(board, "TIMELINE", False):
        known = [n for n, b in sorted(load_boards().items())
                 if getattr(b, "TIMELINE", False)]
        raise Usage(f"{board.BOARD} keeps no timeline for a page; these do: "
                    f"{' '.join(known)}")
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.isdir(path) or not os.access(folder, os.W_OK):
        raise Usage(f"--page {path}: cannot be written")
    run.page = path
    run.options.setdefault("trace", os.path.join(run.dir, "timeline.json"))
    run.page_trace = run.options["trace"]


def command(run):
    """As somebody would type it."""
    words = ["weft-run", "--cores", ",".join(map(str, run.cores))
             if run.cores != list(range(len(run.cores))) else str(len(run.cores))]
    if run.seed:
        words += ["--seed", str(run.seed)]
    for key, value in run.options.items():
        if key != "trace":
            words += ["-o", f"{key}={value}"]
    for key, value in run.env.items():
        words += ["--env", f"{key}={value}"]
    return shlex.join([*words, os.path.basename(run.image), *run.args[1:]])


def write(board, run, code, lines):
    """What became of it, in a line."""
    if not os.path.exists(run.page_trace):
        return "no page: the run kept no timeline"
    # Only here: most runs have no page.
    from page import build
    rows = board.state_at_end(run)
    size = build.write(run.page_trace, run.page, run.image, {
        "title": f"{run.args[0]} on {len(run.cores)} cores",
        "board": board.BOARD, "command": command(run), "passed": code == 0,
        "verdict": "passed" if code == 0 else f"status {code}",
    }, rows, lines)
    return f"{run.page}: {size // 1024 + 1} KB; open it in a browser"
