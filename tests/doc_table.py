# SPDX-License-Identifier: Apache-2.0
"""A table in a document that is made from runs: found by its head."""

import re


def _parts(path, head):
    """The document before the table's first row, its rows, and after them."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    top = f"| {' | '.join(head)} |\n|{'---|' * len(head)}\n"
    if text.count(top) != 1:
        raise RuntimeError(f"{path}: no such table, or more than one:\n{top}")
    before, _, rest = text.partition(top)
    rows = re.match(r"(\|.*\n)*", rest)[0]
    return before + top, rows, rest[len(rows):]


def read(path, head):
    """Its rows, each a list of cells."""
    return [re.split(r" (?<!\\)\| ", row[2:-2])
            for row in _parts(path, head)[1].splitlines()]


def write(path, head, rows):
    before, _, after = _parts(path, head)
    with open(path, "w", encoding="utf-8") as f:
        f.write(before + "".join(f"| {' | '.join(r)} |\n" for r in rows) +
                after)
