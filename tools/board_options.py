# SPDX-License-Identifier: Apache-2.0
"""Options -o NAME=VALUE of a board's vehicle.

A board's module has one table, OPTIONS: {name: Option}.  From it come what weft-run
accepts and what it says of the rest, `weft-run --options`, and docs/settings.md.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """One option.

    form   how its value is written: words to choose from, as a tuple; "N", a number;
           or what else a person would write there
    what   what it does, in a line
    usual  what counts where it is not given
    to     the word of the vehicle's command line that its value follows, if it is
           handed on as it is
    least, most  of a number
    like   a regular expression of a form that is neither words nor a number
    """

    form: object
    what: str
    usual: str = ""
    to: str = ""
    least: int = 0
    most: int = 10 ** 12 - 1
    like: str = ""

    def written(self):
        """Its form, as its user sees it."""
        return "|".join(self.form) if isinstance(self.form, tuple) else self.form

    def wrong(self, value):
        """Why it cannot be that; None if it can."""
        if isinstance(self.form, tuple):
            return (None if value in self.form
                    else f"not one of: {' '.join(self.form)}")
        if self.form == "N":
            good = (re.fullmatch(r"[0-9]{1,12}", value, re.ASCII)
                    and self.least <= int(value) <= self.most)
            bounds = f" from {self.least} to {self.most}" if self.least else ""
            return None if good else f"not a number{bounds}"
        if self.like and not re.fullmatch(self.like, value, re.ASCII):
            return f"not {self.form}"
        return None


TRACE = Option("FILE", "the timeline of an image built with TRACE=1, for Perfetto "
               "(make trace)")


def known_to(board):
    """Its options, and those that all of its like have."""
    rings = {"trace": TRACE} if hasattr(board, "rings") else {}
    return {**getattr(board, "OPTIONS", {}), **rings}


def check(board, options):
    """ValueError for what that board has not, or cannot have."""
    known = known_to(board)
    for name, values in options.items():
        if name not in known:
            has = f"; it has: {' '.join(known)}" if known else ""
            raise ValueError(f"{board.BOARD} has no option '{name}'{has}")
        several = name in getattr(board, "LISTS", ())
        for value in values.split("\n") if several else [values]:
            wrong = known[name].wrong(value)
            if wrong:
                raise ValueError(f"-o {name}={value}: {wrong}")


def handed_on(known, options):
    """Words of the vehicle's command line for those of `known` that are handed on as they
    are."""
    return [word for name, value in options.items() if name in known and known[name].to
            for word in (known[name].to, value)]


def with_defaults(known, options):
    """The same of all that have something usual."""
    given = {name: o.usual for name, o in known.items() if o.to and o.usual}
    given.update(options)
    return handed_on(known, given)


def lines(board):
    """What weft-run --options prints of it."""
    return [f"{board.BOARD} -o {name}={o.written()}\n    {o.what}"
            + (f"; {o.usual}" if o.usual else "")
            for name, o in known_to(board).items()]


HEAD = "| boards | option | usual | what it does |\n|---|---|---|---|\n"


def page(boards):
    """The table of docs/settings.md: a row an option, with all boards that have it."""
    rows = {}
    for name, board in sorted(boards.items()):
        for key, o in known_to(board).items():
            form = o.written().replace("|", " or ")
            rows.setdefault((f"`{key}={form}`", o.usual, o.what), []).append(name)
    return HEAD + "".join(
        f"| {' '.join(names)} | {form} | {usual} | {what} |\n"
        for (form, usual, what), names in rows.items())
