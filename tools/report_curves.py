# SPDX-License-Identifier: Apache-2.0
"""The curves of tools/report: which rows they take, and how gnuplot draws them.

Each is drawn twice, for a wide page and for a phone; the page shows one.  The list of
what is drawn is HTML, which both share: it breaks its lines where it must.
"""

import html
import re
import subprocess
import sys

from published import matching, params_of


# Curves ----------------------------------------------------------------------

CHIP = "Chip check: contention on, real distances, software charged."
WAIT = "Chip check with a put for each flag, and 0.5 us for each wait for one."
MODEL = "Model check: contention off, distance 1, software free."

# title, bench, parameters, metrics, x, largest x, logarithmic axes, words
CURVES = [
    ("Broadcast latency, B", "bcast", "table=B", ("latency",),
     "lines", None, "xy", CHIP),
    ("Latency of OC-Bcast, B", "bcast", "table=B,algo=ocbcast", ("latency",),
     "lines", 192, "", CHIP),
    ("Broadcast throughput, B", "bcast", "table=B", ("throughput",),
     "lines", None, "x", CHIP),
    ("Broadcast latency, A", "bcast", "table=A", ("latency",),
     "lines", None, "xy", MODEL),
    ("Latency of OC-Bcast, A", "bcast", "table=A,algo=ocbcast", ("latency",),
     "lines", 192, "", MODEL),
    ("Latency of OC-Bcast, W", "bcast", "table=W,algo=ocbcast", ("latency",),
     "lines", 192, "", WAIT),
    ("Broadcast throughput, A", "bcast", "table=A", ("throughput",),
     "lines", None, "x", MODEL),
    ("Contention: gets of 128 lines from one MPB", "contend", "op=get",
     ("min", "mean", "max"), "readers", None, "", ""),
    ("Contention: puts of one line to one MPB", "contend", "op=put",
     ("min", "mean", "max"), "readers", None, "", ""),
    ("Interrupts, from the request to the handler", "irq", "", ("min", "max"),
     "targets", None, "", ""),
    ("Barriers", "barrier", "", ("latency",), "cores", None, "xy", ""),
    ("One-sided copies to the next core", "rma", "hops=1",
     ("completion", "model"), "lines", None, "", ""),
    ("One-sided copies of one line by distance", "rma", "lines=1",
     ("completion", "model"), "hops", None, "", ""),
    ("Host time of a run", "host", "", ("seconds",), "cores", None, "xy", ""),
]


def series_of(rows, curve):
    """Points by name: what differs between the rows, but for x."""
    _, bench, params, metrics, x, most, _, _ = curve
    fixed = set(params_of(params)) if params else set()
    found = {}
    for metric in metrics:
        for r in matching(rows, bench, params, metric):
            if not r.params.get(x, "").isdigit():
                continue
            at = int(r.params[x])
            if most and at > most:
                continue
            names = [r.board] + [
                v if k == "algo" else f"{k}={v}" for k, v in
                r.params.items() if k != x and k not in fixed] + [metric]
            found.setdefault(tuple(names), []).append((at, r.value))
    found = {names: sorted(points) for names, points in found.items()
             if len(points) > 1}
    same = set.intersection(*map(set, found)) if len(found) > 1 else set()
    return {" ".join(n for n in names if n not in same): points
            for names, points in found.items()}


def natural(name):
    return [int(t) if t.isdigit() else t for t in re.split(r"(\d+)", name)]


def published_points(published, curve):
    _, bench, params, metrics, x, most, _, _ = curve
    return sorted((int(p.params[x]), p.value) for p in published
                  if p.bench == bench and p.metric in metrics
                  and " vs " not in p.text and p.params.get(x, "").isdigit()
                  and (not most or int(p.params[x]) <= most)
                  and all(p.params.get(k) == v for k, v in
                          (params_of(params).items() if params else ())))


# Styles ----------------------------------------------------------------------

# To be told apart on white and on black.
COLOURS = ("#3987e5", "#d95926", "#2a9d5c", "#c9449c", "#b8860b", "#7c5cd6",
           "#13a3b5", "#c8323f", "#7d9a1c", "#8a6d52", "#7a8594", "#e0779b")
# gnuplot's number of a mark, and a letter like it.
MARKS = ((7, "\u25cf"), (5, "\u25a0"), (9, "\u25b2"), (13, "\u25c6"),
         (11, "\u25bc"))
DASHES = (1, 2, 4)
STYLES = [(colour, MARKS[i % len(MARKS)], dash) for dash in DASHES
          for i, colour in enumerate(COLOURS)]


class Styles:
    """No two names of a curve have the same style; from curve to curve a name
    keeps its own unless another one there has it already."""

    def __init__(self):
        self.order = {}

    def of(self, names):
        chosen = {}
        for name in names:
            at = self.order.setdefault(name, len(self.order)) % len(COLOURS)
            free = [i for i in (*range(at, len(STYLES)), *range(at))
                    if i not in chosen.values()]
            if not free:
                sys.exit(f"report: more than {len(STYLES)} series in a curve")
            chosen[name] = free[0]
        return {name: STYLES[i] for name, i in chosen.items()}


# Drawing ---------------------------------------------------------------------

SIZES = (("wide", 760, 380, 13), ("narrow", 360, 300, 11))


def draw(rows, published, curve, styles):
    """HTML: the curve in both sizes and its list of names; None without rows."""
    _, bench, params, metrics, x, _, logs, _ = curve
    series = series_of(rows, curve)
    if not series:
        return None
    unit = matching(rows, bench, params, metrics[0])[0].unit
    label = f"{metrics[0]}, {unit}" if len(metrics) == 1 else unit
    dots = published_points(published, curve)
    script = ["set key off", "set grid", f"set xlabel '{x}'",
              f"set ylabel '{label}'",
              "set logscale y" if "y" in logs else "set yrange [0:*]",
              "set logscale x 2" if "x" in logs else "set xrange [0:*]",
              "set format x '%.0f'"]
    names = sorted(series, key=natural)
    looks, plots = styles.of(names), []
    for number, name in enumerate(names):
        colour, (mark, _), dash = looks[name]
        script += [f"$d{number} << EOD",
                   *(f"{a} {b}" for a, b in series[name]), "EOD"]
        plots.append(f"$d{number} with linespoints lw 1.5 dt {dash} pt {mark} "
                     f"ps 0.6 lc rgb '{colour}'")
    if dots:
        script += ["$p << EOD", *(f"{a} {b}" for a, b in dots), "EOD"]
        plots.append("$p with points pt 6 ps 1.2 lw 2 lc rgb 'black'")
    script.append("plot " + ", ".join(plots))
    drawn = [f"<div class={name}>{svg(script, curve[0], *size)}</div>"
             for name, *size in SIZES]
    return "\n".join(drawn + [legend(names, looks, bool(dots))])


def svg(script, title, width, height, font):
    terminal = (f"set terminal svg size {width},{height} dynamic noenhanced "
                f"font 'sans-serif,{font}'")
    done = subprocess.run(["gnuplot"], text=True, capture_output=True,
                          input="\n".join([terminal] + script) + "\n",
                          check=False)
    if done.returncode or "</svg>" not in done.stdout:
        sys.exit(f"report: gnuplot: {title}: {done.stderr}")
    # Inside HTML neither the declarations nor the names of name spaces are
    # needed; without them the page names no address at all.
    text = done.stdout[done.stdout.index("<svg"):]
    text = re.sub(r'\s+xmlns(:\w+)?="[^"]*"', "", text)
    text = re.sub(r"<title>.*?</title>\s*<desc>.*?</desc>",
                  f"<title>{html.escape(title)}</title>", text, flags=re.DOTALL)
    # What is black takes the colour of the page's text.
    return re.sub(r"""(stroke|fill|color)=(["'])(black|rgb\( *0, *0, *0\))\2""",
                  r"\1=\2currentColor\2", text)


def legend(names, looks, dots):
    DASHED = {1: "", 2: " dashed", 4: " dotted"}
    items = [f'<li><b style="color:{colour}">{letter}</b> {html.escape(name)}'
             f"{DASHED[dash]}" for name, (colour, (_, letter), dash) in
             ((n, looks[n]) for n in names)]
    return ("<ul class=legend>" + "".join(items) +
            ("<li><b>\u25cb</b> published" if dots else "") + "</ul>")
