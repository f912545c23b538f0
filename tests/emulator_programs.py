# SPDX-License-Identifier: Apache-2.0
"""Programs that test an emulator: what their first comment asks for."""

import re


def directives(path):
    """[(options, status, text)] of a program."""
    with open(path, encoding="utf-8") as f:
        lines = re.findall(r"^ \* (run|expect): ?(.*)$", f.read(), re.M)
    runs, found = [], []
    for what, text in lines:
        if what == "run":
            runs.append(text.split())
            continue
        status, _, words = text.partition(" ")
        found += [(options, int(status), words) for options in runs]
        runs = []
    assert found and not runs, f"{path}: run without expect, or none"
    return found
