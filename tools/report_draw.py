# SPDX-License-Identifier: Apache-2.0
"""How a curve is drawn: an SVG for a wide page and one for a phone, with axes that are
logarithmic where figures span decades, and names that look the same in every graph.

The colours are CSS variables, --s0 and so on, whose values for light and dark are those of
PALETTE.  No graph has one twice: of more names it makes more graphs.
"""

import html
import math

# Near those of M. Okabe and K. Ito, "Color Universal Design", 2008, moved until any two
# differ by 22 for every kind of colour blindness, and stand out from the paper
# (tests/report.t measures it): for light paper, and for dark.
PALETTE = (("#7c8dc8", "#2391d1"), ("#d96214", "#ee8f54"), ("#007d5b", "#42d09a"),
           ("#a34086", "#f0a3d3"), ("#694a01", "#f7dc5d"), ("#303840", "#f7fbff"))
SHAPES = "osvdx+"  # marks, as shape() draws them
DASHES = ("", "6 3", "2 3")
SIZES = (("wide", 720, 360, 13, 7), ("narrow", 350, 290, 12, 4))
MARGIN = {"left": 58, "right": 14, "top": 12, "bottom": 42}


class Looks:
    """A name keeps its colour, its mark and its dashes from graph to graph."""

    def __init__(self):
        self.order = {}

    def of(self, name):
        """(colour, mark, dash), as numbers; no two names have the same."""
        n = self.order.setdefault(name, len(self.order))
        colours, shapes = len(PALETTE), len(SHAPES)
        return n % colours, (n + n // colours) % shapes, n // (colours * shapes) % len(DASHES)

    def graphs(self, names):
        """Lists of these names, in each of which no colour comes twice."""
        found = []
        for name in names:
            colour = self.of(name)[0]
            for graph in found:
                if colour not in [self.of(other)[0] for other in graph]:
                    graph.append(name)
                    break
            else:
                found.append([name])
        return found


def short(value):
    """A number as an axis says it: 0.5, 12, 3k, 20M."""
    for limit, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= limit:
            return f"{value / limit:.3g}{unit}"
    return f"{value:.3g}"


class Axis:
    """From figures to dots.  A logarithmic one begins and ends at a tick."""

    def __init__(self, values, log, start, length, most, base=10):
        self.log, self.start, self.length = log and min(values) > 0, start, length
        low, high = min(values), max(values)
        if self.log:
            first = math.floor(math.log(low, base) + 1e-9)
            last = max(math.ceil(math.log(high, base) - 1e-9), first + 1)
            step = max(1, -(-(last - first) // most))
            self.ticks = [base ** n for n in range(first, last + 1, step)]
            if last - first == 1 and base == 10:
                self.ticks = [base ** first * n for n in (1, 2, 5, 10)]
            self.low, self.high = math.log(base ** first), math.log(base ** last)
        else:
            raw = (high or 1) / most
            unit = 10 ** math.floor(math.log10(raw))
            step = next(unit * n for n in (1, 2, 5, 10) if unit * n >= raw * 0.999)
            count = max(1, math.ceil(high / step - 1e-9))
            self.ticks = [step * n for n in range(count + 1)]
            self.low, self.high = 0, step * count

    def at(self, value):
        place = math.log(value) if self.log else value
        return self.start + self.length * (place - self.low) / (self.high - self.low)


def shape(kind, x, y, r=4):
    """A mark: also without colours no two names of a graph are alike."""
    if kind == "o":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}"/>'
    if kind in "x+":
        d = r * (0.8 if kind == "x" else 1.1)
        way = (f"M{x - d:.1f} {y - d:.1f}L{x + d:.1f} {y + d:.1f}M{x - d:.1f} {y + d:.1f}"
               f"L{x + d:.1f} {y - d:.1f}" if kind == "x" else
               f"M{x - d:.1f} {y:.1f}H{x + d:.1f}M{x:.1f} {y - d:.1f}V{y + d:.1f}")
        return f'<path class=l d="{way}"/>'
    corners = {"s": ((-1, -1), (1, -1), (1, 1), (-1, 1)), "v": ((0, -1.3), (1.2, 1), (-1.2, 1)),
               "d": ((0, -1.4), (1.2, 0), (0, 1.4), (-1.2, 0))}[kind]
    return "<path d='M" + "L".join(f"{x + r * a:.1f} {y + r * b:.1f}"
                                   for a, b in corners) + "Z'/>"


def axes(x, y, box, names):
    left, top, right, bottom = box
    out = []
    for tick in y.ticks:
        at = y.at(tick)
        out.append(f'<path class=grid d="M{left} {at:.1f}H{right}"/>'
                   f'<text x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">'
                   f"{short(tick)}</text>")
    for tick in x.ticks:
        at = x.at(tick)
        out.append(f'<path class=grid d="M{at:.1f} {top}V{bottom}"/>'
                   f'<text x="{at:.1f}" y="{bottom + 16}" text-anchor="middle">'
                   f"{short(tick)}</text>")
    out.append(f'<text x="{(left + right) / 2}" y="{bottom + 34}" text-anchor="middle">'
               f"{html.escape(names[0])}</text>")
    out.append(f'<text transform="translate(13 {(top + bottom) / 2}) rotate(-90)" '
               f'text-anchor="middle">{html.escape(names[1])}</text>')
    return "".join(out)


def graph(title, series, looks, dots, logs, names):
    """HTML: one graph in both sizes, and who is who; series: {name: points}."""
    everything = [p for points in series.values() for p in points] + dots
    drawn = []
    for kind, width, height, font, most in SIZES:
        box = (MARGIN["left"], MARGIN["top"], width - MARGIN["right"],
               height - MARGIN["bottom"])
        x = Axis([p[0] for p in everything], "x" in logs, box[0], box[2] - box[0], most, 2)
        y = Axis([p[1] for p in everything], "y" in logs, box[3], box[1] - box[3], 6)
        body = axes(x, y, box, names)
        for number, name in enumerate(series):
            colour, mark, dash = looks.of(name)
            places = [(x.at(a), y.at(b)) for a, b in series[name]]
            way = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in places)
            body += (f'<g class="s" data-n="{number}" style="--c:var(--s{colour})">'
                     f"<path class=l d='{way}' stroke-dasharray='{DASHES[dash]}'/>"
                     + "".join(shape(SHAPES[mark], a, b) for a, b in places)
                     + f"<title>{html.escape(name)}: " + ", ".join(
                         f"{short(a)}: {short(b)}" for a, b in series[name])
                     + "</title></g>")
        for a, b in dots:
            body += f'<circle class=dot cx="{x.at(a):.1f}" cy="{y.at(b):.1f}" r="6"/>'
        drawn.append(f'<svg class={kind} viewBox="0 0 {width} {height}" role=img '
                     f'font-size="{font}" aria-label="{html.escape(title)}">{body}</svg>')
    keys = ""
    for number, name in enumerate(series):
        colour, mark, dash = looks.of(name)
        keys += (f'<li><button data-n="{number}" aria-pressed=false '
                 f'style="--c:var(--s{colour})">'
                 f'<svg width=34 height=12 viewBox="0 0 34 12" aria-hidden=true><path class=l '
                 f"d='M1 6H33' stroke-dasharray='{DASHES[dash]}'/>{shape(SHAPES[mark], 17, 6)}"
                 f"</svg> {html.escape(name)}</button>")
    if dots:
        keys += ("<li><span><svg width=20 height=14 viewBox='0 0 20 14' aria-hidden=true>"
                 "<circle class=dot cx=10 cy=7 r=5 /></svg> published</span>")
    return f"<figure>{''.join(drawn)}<figcaption><ul>{keys}</ul></figcaption></figure>"
