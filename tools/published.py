# SPDX-License-Identifier: Apache-2.0
"""Published figures and what becomes of them: bench/published.tsv beside rows of ours.

The file's columns: bench, params, metric, relation, value, unit, source, remark.

  params    ours may have more of them, but not k where it says !k; board is that of the
            row; "x vs y" compares two rows of ours:
            unit "% lower" is 100 (1 - x/y), unit "times" is x/y
  metric    a/b divides two metrics of one row
  relation  how the source puts it: = about nearly, at least above, at most below
  remark    "-" for a figure that is reached; else "short: CAUSE", what keeps ours
            from it; "no row: WHY", nothing of ours measures it; or "differs: HOW",
            what ours measures is not the published experiment, whatever it shows

A figure is reached:

  at least, above    when ours is not smaller; at most, below: not larger
  a time             when ours is at most a fifth longer
  a rate             when ours is at least its 1.2th part
  a ratio            when ours is within a fifth of it, or better: a ratio of two of
                     our rows is written so that more is better.  Of a gain, of what
                     the published one has above 1, ours has to have half
  % and % lower      when ours is not below it by more than a sixth, or five points
"""

import glob
import os
import re
from statistics import mean, stdev
from types import SimpleNamespace

TIMES = ("us", "ns", "ms", "s", "cycles", "instructions", "bytes",
         "packets")
RATES = ("MB/s", "Mop/s", "Mb/s", "Mflop/s")
RATIOS = ("times", "x", "ratio", "ops")
PERCENT = ("%", "% lower")
RELATIONS = ("=", "about", "nearly", "at least", "above", "at most", "below")
SLACK = 1.2
POINTS = 5

# The five works whose results weft sets out to have, and the rest.
WORKS = (("core", "D. Petrovi\u0107"), ("Active Messages", "T. von Eicken"),
         ("multi-protocol", "S. Lumetta"), ("BSP", "S. Donaldson"),
         ("notification", "M. A. Parker"))
OTHERS = "others"


def params_of(text):
    """'a=1,b' as a dictionary; a word without '=' stands for itself."""
    return dict((p.split("=", 1) + [""])[:2] for p in text.split(","))


def with_board(row):
    """Its parameters, of which its board is one."""
    return {"board": getattr(row, "board", None), **row.params}


def matching(rows, bench, params, metric):
    """Rows that have all of these parameters, and perhaps more; !k: but not k."""
    wanted = params_of(params).items() if params else ()
    return [r for r in rows if r.bench == bench and r.metric == metric
            and all(k[1:] not in r.params if k[0] == "!" else
                    with_board(r).get(k) == v for k, v in wanted)]


def others(row, params):
    """The parameters of a row beside these, as a key."""
    return frozenset(set(row.params.items()) - set(params_of(params).items()))


def quotients(rows, p):
    """Pairs of our rows that differ in what params tells apart only."""
    one, other = p.text.split(" vs ")
    base = {}
    for r in matching(rows, p.bench, other, p.metric):
        # That of the same board, else that of another one.
        base[others(r, other)] = base[others(r, other), getattr(r, "board", None)] = r
    for r in matching(rows, p.bench, one, p.metric):
        key = others(r, one)
        b = base.get((key, getattr(r, "board", None)), base.get(key))
        if b and b.value:
            ratio = r.value / b.value
            yield (f"{r.text} vs {b.text}",
                   ratio if p.unit == "times" else 100 * (1 - ratio))


def without_seed(text):
    """The parameters of a row, or of two, but for seeds."""
    return " vs ".join(",".join(
        pair for pair in one.split(",") if not pair.startswith("seed="))
        for one in text.split(" vs "))


def seeds_of(found):
    """Figures that differ in their seeds only, as one: {params: values}."""
    groups = {}
    for text, value in found:
        name = without_seed(text)
        if name == text and name in groups:
            name += f" (board {len(groups)})"  # no seed: the row of another board
        groups.setdefault(name, []).append(value)
    return groups


def by_seeds(found):
    """The mean of each."""
    return [(text if len(values) == 1 else
             f"{text}, mean of {len(values)} seeds, standard deviation "
             f"{stdev(values):.2g}", mean(values))
            for text, values in seeds_of(found).items()]


def with_scatter(rows, p):
    """Ours as text: of several seeds the mean, the standard deviation and how many."""
    return "; ".join(
        number(mean(values)) + (f" ± {stdev(values):.2g} ({len(values)} seeds)"
                                if len(values) > 1 else "")
        for values in seeds_of(each_figure(rows, p)).values())


def number(value):
    return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"


def figures(rows, p):
    """(params, value) of ours for a published figure."""
    return by_seeds(each_figure(rows, p))


def each_figure(rows, p):
    if " vs " in p.text:
        return list(quotients(rows, p))
    if "/" not in p.metric:
        return [(r.text, r.value)
                for r in matching(rows, p.bench, p.text, p.metric)]
    above, below = p.metric.split("/")
    below = {r.text: r.value for r in matching(rows, p.bench, p.text, below)}
    return [(r.text, r.value / below[r.text])
            for r in matching(rows, p.bench, p.text, above)
            if below.get(r.text)]


def reached(p, ours):
    if p.relation in ("at least", "above"):
        return ours >= p.value
    if p.relation in ("at most", "below"):
        return ours <= p.value
    if p.unit in PERCENT:
        return ours >= min(p.value / SLACK, p.value - POINTS)
    if p.unit in TIMES:
        return ours <= p.value * SLACK
    half_the_gain = (1 + p.value) / 2 if p.value > 1 else 0
    return ours >= max(p.value / SLACK, half_the_gain)


def verdict(p, rows):
    """'reached', 'short' or 'no row', by the worst of ours, or 'differs'."""
    found = figures(rows, p)
    if not found:
        return "no row"
    if p.remark.startswith("differs: "):
        return "differs"
    return ("reached" if all(reached(p, value) for _, value in found)
            else "short")


def work_of(p):
    return next((name for name, author in WORKS if author in p.source),
                OTHERS)


def published_from(lines):
    """The figures of a file whose lines come as lists of eight fields."""
    found = []
    for bench, text, metric, relation, value, unit, source, remark in lines:
        if relation not in RELATIONS:
            raise ValueError(f"{bench} {text}: relation {relation}")
        if unit not in TIMES + RATES + RATIOS + PERCENT:
            raise ValueError(f"{bench} {text}: unit {unit}")
        if remark != "-" and not remark.startswith(
                ("short: ", "no row: ", "differs: ")):
            raise ValueError(f"{bench} {text}: remark {remark}")
        found.append(SimpleNamespace(
            bench=bench, text=text, metric=metric, relation=relation,
            given=value, value=float(value), unit=unit, source=source,
            remark=remark, params=params_of(text)))
    return found


def shortfall(p, rows):
    """How many times ours falls short by, for an order of what is farthest."""
    worst = 1.0
    for _, value in figures(rows, p):
        if reached(p, value):
            continue
        if p.unit in PERCENT:
            worst = max(worst, 1 + abs(value - p.value) / 100)
        elif value <= 0 or p.value <= 0:
            worst = max(worst, 1 + abs(value - p.value))
        else:
            worst = max(worst, value / p.value, p.value / value)
    return worst


SUMMARY = ["work", "figures", "reached", "not reached", "another experiment", "no row"]


def summary(rows, published):
    """A line for each work, and one for all."""
    out = []
    for work in [name for name, _ in WORKS] + [OTHERS]:
        found = [verdict(p, rows) for p in published if work_of(p) == work]
        out.append([work, len(found)] + [
            found.count(v) for v in ("reached", "short", "differs", "no row")])
    out.append(["all"] + [sum(line[i] for line in out)
                          for i in range(1, len(SUMMARY))])
    return [[str(cell) for cell in line] for line in out]


def shortest(rows, published, most=10):
    """The figures that ours is farthest from, the farthest first."""
    short = [p for p in published if verdict(p, rows) == "short"]
    return sorted(short, key=lambda p: -shortfall(p, rows))[:most]


# Figures in documents ----------------------------------------------------------

SCALES = {("us", "ms"): 1e-3, ("us", "ns"): 1e3, ("ns", "us"): 1e-3, ("ms", "us"): 1e3}


BRACES = re.compile(r"\{([^{}]*)\}")


def nth(text, i):
    """The text of the i-th figure of a line: of {a;b;c} it is the i-th."""
    return BRACES.sub(lambda m: m.group(1).split(";")[i], text)


def documented_from(lines):
    """Lines of bench/documented.tsv: document, words, bench, params, metric, unit.

    The words are some of the document's, with each figure in braces; it is that of our row,
    or of two ("x vs y"), in that unit, to as many digits as it has, or, where the metric begins
    with "published", that of bench/published.tsv.  What differs between the
    figures of a line stands in braces, too: {a;b} is a for the first one and b for the second.
    """
    found = []
    for document, words, *columns in lines:
        figures_of = list(BRACES.finditer(words))
        if not figures_of:
            raise ValueError(f"{document}: no figure in braces: {words}")
        for i, figure in enumerate(figures_of):
            bench, text, metric, unit = (nth(column, i) for column in columns)
            found.append(SimpleNamespace(
                document=document, words=BRACES.sub(r"\1", words), given=figure.group(1),
                at=figure.start() - 2 * i, bench=bench, text=text, metric=metric, unit=unit))
    return found


def of_cards(folder):
    """Times in folder's BOARD-results.tsv, from cards, with their board; the latest come first."""
    latest = {}
    for path in glob.glob(os.path.join(folder, "*-results.tsv")):
        board = os.path.basename(path).removesuffix("-results.tsv")
        with open(path, encoding="utf-8") as f:
            for line in f:
                fields = line.rstrip("\n").split("\t")
                if fields[2:3] == ["time"]:
                    latest.setdefault((board, *fields[:3]), [board, *fields])
    return list(latest.values())


PUBLISHED = "published "  # before a metric: not ours, but that of bench/published.tsv


def row_figure(rows, d, published=()):
    """What our row says of a figure in a document, in its unit; None without a row."""
    if d.metric.startswith(PUBLISHED):
        found = [(p.value, p.unit) for p in published if d.metric == PUBLISHED + p.metric
                 and (p.bench, p.text) == (d.bench, d.text)]
    else:
        unit = d.unit
        if " vs " not in d.text:
            unit = next((r.unit for r in matching(rows, d.bench, d.text,
                                                  d.metric.split("/")[0])), d.unit)
        found = [(value, unit) for _, value in figures(rows, d)]
    if len(found) != 1:
        return None
    value, unit = found[0]
    return value * SCALES.get((unit, d.unit), 1)


def like(given, value):
    """The value as a figure with as many digits."""
    return f"{value:.{len(given.partition('.')[2])}f}"


def agrees(given, value):
    """A figure as it is written says this value: it may be rounded either way."""
    digits = len(given.partition(".")[2])
    return abs(value - float(given.replace(" ", ""))) <= 0.501 * 10 ** -digits
