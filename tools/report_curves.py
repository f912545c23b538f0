# SPDX-License-Identifier: Apache-2.0
"""The curves of tools/report: which rows they take; tools/report_draw.py draws them."""

import re

from published import matching, params_of
from report_draw import graph


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


def against_cores(rows, taken):
    """Curves of all other figures that rows have for three numbers of cores or more."""
    found = {}
    for r in rows:
        if r.params.get("cores", "").isdigit() and (r.bench, "cores") not in taken:
            found.setdefault((r.bench, r.metric, r.unit), set()).add(int(r.params["cores"]))
    return [(f"{bench}: {metric}", bench, "", (metric,), "cores", None, "xy", "")
            for (bench, metric, unit), cores in sorted(found.items()) if len(cores) > 2]


def draw(rows, published, curve, looks):
    """HTML: the curve's graphs; None without rows."""
    title, bench, params, metrics, x, _, logs, _ = curve
    series = series_of(rows, curve)
    if not series:
        return None
    unit = next(r.unit for m in metrics for r in matching(rows, bench, params, m))
    label = f"{metrics[0]}, {unit}" if len(metrics) == 1 else unit
    dots = published_points(published, curve)
    return "".join(graph(title, {n: series[n] for n in names}, looks, dots, logs, (x, label))
                   for names in looks.graphs(sorted(series, key=natural)))
