# SPDX-License-Identifier: Apache-2.0
"""Runs of several chips that are joined by links: what their boards share.

Cores have numbers that go on from chip to chip; ranks go by chips.
"""

CHIPS = 2  # unless a run says how many
MOST = 32  # unless a board has more
CHANCES = ("loss", "burst", "repeat", "late", "flip")


def pairs(settings):
    """What -o link= is like, whose keys these are, as board_options.py has it."""
    pair = (rf"(?:{'|'.join(settings)}):[0-9]+|(?:{'|'.join(CHANCES)}):"
            r"[0-9]{1,3}(?:\.[0-9]{1,4})?%")
    return rf"(?:{pair})(?:,(?:{pair}))*"


def setting(pair):
    """KEY:VALUE as key and number: chances are of a million."""
    key, _, value = pair.partition(":")
    return key, (round(float(value[:-1]) * 10000) if value.endswith("%") else int(value))


def link_of(run):
    """The settings of -o link=, in their order."""
    return [setting(pair) for pair in filter(None, run.options.get("link", "").split(","))]


def chips(run):
    return int(run.options.get("chips", min(CHIPS, len(run.cores))))


def dealt(cores, n, most):
    """The chips' numbers of the first so many cores, or of those that were named; a chip has
    `most`."""
    if cores != list(range(len(cores))):
        if {core // most for core in cores} != set(range(n)):
            raise ValueError(f"cores {cores[0]} to {cores[-1]} are not of {n} chips")
        return cores
    each, more = divmod(len(cores), n)
    if each < 1 or each + (more > 0) > most:
        raise ValueError(f"-o chips={n}: {len(cores)} cores are no 1 to {most} of each")
    return [core + chip * most for chip in range(n) for core in range(each + (chip < more))]


def firsts(cores, most):
    """The first rank of each chip, and behind them how many ranks there are."""
    return [rank for rank, core in enumerate(cores)
            if rank == 0 or core // most != cores[rank - 1] // most] + [len(cores)]


def chip_and_rank(cores, rank, most):
    """"1.3": of chip 1 the fourth core that takes part; None: there is no such rank."""
    if rank >= len(cores):
        return None
    chip = cores[rank] // most
    first = next(i for i, core in enumerate(cores) if core // most == chip)
    return f"{chip}.{rank - first}"


def dying(text, n):
    """CHIP@US as two numbers."""
    chip, us = map(int, text.split("@"))
    if chip >= n:
        raise ValueError(f"-o dead={text}: there is no chip {chip}")
    return chip, us
