#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures in documents are those of rows of make bench.

bench/documented.tsv says which row backs which figure, of bench/measured.tsv or of a card's
results in docs/; tools/results documents mends those that are stale.
tests/documented-given.tsv has those that are no measurement of a bench: a choice, a published
figure without a line in bench/published.tsv, what a test counts.  There are no others.  A figure
is a number with a unit, and a number that is alone in a cell of a table, but for first cells and
columns of what is varied (LABELS).
"""

import glob
import os
import re
import sys
from types import SimpleNamespace

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import ROOT, check, finish  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tools"))
from published import (BRACES, agrees, documented_from, of_cards, params_of,  # noqa: E402
                       published_from, row_figure)

GIVEN = os.path.join(ROOT, "tests", "documented-given.tsv")
LABELS = {"cores", "processes", "bytes"}  # heads of columns that are no figures
# Tools or tests make these, or their tables, from what they count.
MADE = {"docs/" + n for n in (
    "results.md", "performance.md", "memory.md", "models.md", "mutants.md", "coverage.md",
    "settings.md", "handlers.md", "fences.md", "faults.md")}
FIGURE = re.compile(
    r"(?<![\w.,-])(\d+(?:\.\d+)?)(?= (?:us|ns|ms|MB/s|GB/s|Mop/s|million|times|%|cycles)(?!\w))"
    r"|(?<=\| )(\d+(?:\.\d+)?)(?= \|)")


def lines_of(name):
    with open(os.path.join(ROOT, "bench", name), encoding="utf-8") as f:
        return [line.rstrip("\n").split("\t") for line in f if not line.startswith("#")]


def read(document):
    with open(os.path.join(ROOT, document), encoding="utf-8") as f:
        return f.read()


def text_of(document):
    return " ".join(read(document).split())


def rows_of(lines):
    return [SimpleNamespace(board=board, bench=bench, text=text, metric=metric,
                            value=float(value), unit=unit, params=params_of(text))
            for board, bench, text, metric, value, unit in lines]


def wrong_of(d, rows, text, published=()):
    """What is wrong with a figure of a document, or None."""
    value = row_figure(rows, d, published)
    if text.count(d.words) != 1:
        return f"{d.document} has these words {text.count(d.words)} times: {d.words}"
    if value is None:
        return f"{d.document}: no row, or several: {d.bench} {d.text} {d.metric}"
    if not agrees(d.given, value):
        return f"{d.document}: {d.words}: its row says {value:.4g} {d.unit}"
    return None


def backed(rows, documented, published):
    return "\n".join(filter(None, (
        wrong_of(d, rows, text_of(d.document), published) for d in documented))) or None


def given():
    """Figures of documents that are no measurement: document, words, at, and what they are."""
    found = []
    with open(GIVEN, encoding="utf-8") as f:
        for line in f:
            if line.startswith("#"):
                continue
            document, words, what = line.rstrip("\n").split("\t")
            found += [SimpleNamespace(document=document, words=BRACES.sub(r"\1", words), what=what,
                                      at=m.start() - 2 * i)
                      for i, m in enumerate(BRACES.finditer(words))]
    return found


def wrong_given(found):
    """Words that stand elsewhere by now, files that are gone, figures that a row has."""
    rows = {(d.document, text_of(d.document).find(d.words) + d.at) for d in ours}
    for d in found:
        files = re.findall(r"[a-z]\w*/[\w./-]*\w", d.what)
        if text_of(d.document).count(d.words) != 1:
            yield f"{d.document}: not once: {d.words}"
        elif (d.document, text_of(d.document).find(d.words) + d.at) in rows:
            yield f"{d.document}: a row has it, too: {d.words}"
        yield from (f"{d.document}: {d.words}: no {name}" for name in files
                    if not os.path.exists(os.path.join(ROOT, name)))


def blotted(line, columns):
    """With the digits of these cells blotted out."""
    cells = line.split("|")
    return "|".join(re.sub(r"\d", "#", cell) if i in columns else cell
                    for i, cell in enumerate(cells))


def without_labels(text):
    """Without the digits of heads, of first cells and of columns of labels: they are names."""
    lines = text.split("\n")
    for i, line in enumerate(lines):
        if not line.startswith("|"):
            labels = set()
        elif lines[i + 1:i + 2] and lines[i + 1].startswith("|---"):
            labels = {0, 1} | {at for at, head in enumerate(line.split("|"))
                               if head.strip() in LABELS}
            lines[i] = re.sub(r"\d", "#", line)
        else:
            lines[i] = blotted(line, labels)
    return "\n".join(lines)


def unbacked(document, documented):
    """Figures of a document that no line has in its braces, with the words before."""
    text = " ".join(without_labels(read(document)).split())
    whole = text_of(document)
    named = {whole.find(d.words) + d.at for d in documented if d.document == document}
    for m in FIGURE.finditer(text):
        if m.start() not in named:
            yield (f"{document}: .. {whole[max(0, m.start() - 50):m.end()]}: name its row in "
                   "bench/documented.tsv, or leave it out")


def documents():
    found = glob.glob("docs/*.md", root_dir=ROOT)
    return sorted(set(found + ["README.md", "CAVEATS.md"]) - MADE)


def noticed():
    """Other words, another figure and a row that is not there are noticed."""
    rows = rows_of([["x", "b", "k=1", "m", "1234.4", "us"], ["x", "b", "k=2", "m", "617.2", "us"]])
    published = published_from([["b", "k=1", "m", "=", "900", "us", "somebody", "-"]])
    text = "It takes 1.23 ms, twice as long: 2.0 times. Published: 0.90 ms, 1.23 and 0.62."
    for words, params, unit, right in (
            ("takes {1.23} ms", "k=1", "ms", True), ("takes {1.23} ms", "k=2", "ms", False),
            ("took {1.23} ms", "k=1", "ms", False), ("takes {1.23} ms", "k=3", "ms", False),
            ("long: {2.0} times", "k=1 vs k=2", "times", True),
            ("long: {2.0} times", "k=2 vs k=1", "times", False),
            ("ms, {1.23} and {0.62}.", "k={1;2}", "ms", True),
            ("ms, {1.23} and {0.62}.", "k={1;1}", "ms", False),
            ("Published: {0.90} ms", "k=1", "published", True),
            ("Published: {0.90} ms", "k=2", "published", False)):
        metric = f"{unit} m" if unit == "published" else "m"
        wrong = [w for d in documented_from(
            [["doc", words, "b", params, metric, "ms" if unit == "published" else unit]])
            if (w := wrong_of(d, rows, text, published))]
        if (not wrong) != right:
            return f"{words} {params}: {wrong}"
    return None


ours = documented_from(lines_of("documented.tsv"))
check("a figure that its row does not say is noticed", noticed)
check("each figure that names its row says what the row says", backed,
      rows_of(lines_of("measured.tsv") + of_cards(os.path.join(ROOT, "docs"))), ours,
      published_from(lines_of("published.tsv")))
check("each figure that is said to be no measurement is there, and no row has it",
      lambda: "\n".join(wrong_given(given())) or None)
check("no document has a figure without a row", lambda: "\n".join(
    text for name in documents() for text in unbacked(name, ours + given())) or None)
finish()
