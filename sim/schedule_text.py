# SPDX-License-Identifier: Apache-2.0
"""A schedule that failed: the command that plays it again, and its steps.

The engine writes the schedule as text and a line of JSON a step (sim/explore/narrate.c).
"""

import json
import shlex
import sys

import detect_text

MOST = 400  # steps told
DULL = ("goes on", "begins", "ends")


def read(path):
    try:
        with open(path, encoding="utf-8") as f:
            return f.read()
    except FileNotFoundError:
        return ""


def again(key="", value=""):
    """This very command; with -o key=value for what it has asked."""
    words, rest = sys.argv[:1], sys.argv[1:]
    if key:
        words += ["-o", f"{key}={value}"]
    while rest:
        option = rest[:2] if rest[0] == "-o" else rest[:1]
        name = option[-1].removeprefix("-o").partition("=")[0]
        if not (key and option[0].startswith("-o") and
                name in (key, "shrink")):
            words += option
        rest = rest[len(option):]
    return shlex.join(words)


def place(row):
    text = f" {row['window']}:{row['offset']:#06x}"
    if "region" in row:
        text += f" {row['region']}+{row['into']:#x}"
    if row["bytes"] != 4:
        text += f", {row['bytes']} bytes"
    if "wants" in row:
        text += f", for {row['wants']}"
    if "word" in row:
        text += f" = {row['word']}"
    return text


def steps(image, text):
    """A line a step; those that differ from the usual order are marked."""
    rows = [json.loads(line) for line in text.splitlines()]
    names = detect_text.symbols(image, sorted(
        {a - 1 for r in rows for a in r.get("path", []) if a}))
    rows = [r for r in rows if r["does"] not in DULL or "told" in r]
    for row in rows[:MOST]:
        what = row["does"]
        if "window" in row:
            what += place(row)
        elif "at_rank" in row:
            what += f" at rank {row['at_rank']}"
        if "late" in row:
            what += ", too late"
        calls = [f.split(" ")[0] for f in
                 detect_text.calls(row.get("path", []), names)]
        calls = [c for c in calls if not c.startswith(("arch_", "sim_"))]
        yield (f"{row['step']:5}{'*' if row.get('told') else ' '} rank "
               f"{row['rank']} {row['us']:10.3f} us  {what:<44} "
               f"{' < '.join(calls[:4])}").rstrip()
    if len(rows) > MOST:
        yield f"and {len(rows) - MOST} more steps"


def lines(run, narrative, found):
    """`found`: by the option's name, the file that has its value."""
    text, said = read(narrative), []
    if text:
        said.append("the steps, * where the order is not the usual one:")
        said += steps(run.image, text)
    for key, path in found.items():
        if read(path):
            said.append(f"again: {again(key, read(path))}")
    return said
