# SPDX-License-Identifier: Apache-2.0
"""The boards that exist here, and choosing one and its cores.

A board's vehicle (an emulator, a simulator) is a Python module in qemu/, sim/, emu/
or host/, found by its place alone: a new board joins by adding its file.  The first
line of its text says what the board is, behind a colon.  A module for several boards has
a list of them, BOARDS, of objects that have all this.  A board defines

  BOARD                     the board's name
  DEFAULT_CORES, MAX_CORES
  MODES                     names of ways to run it; the first is the default
  PASS_STATUS, FAIL_STATUS  what its process ends with, and never by itself
  command(run)              the command line, as a list; ValueError for what
                            the board cannot do

and may define

  OPTIONS, LISTS            its options -o (board_options.py), and those of which every one
                            counts that is given
  DEBUGGER, TIMELINE        True: it has --gdb, -o trace=FILE
  IMAGES                    the board whose images it runs, where they are the same
  CORES                     core counts of tests that name none, as "1,2,48"
  MANY                      .. of tests of all boards that name 48 or more
  slower(cores)             so many times a test's time-out is its time-out here
  TEST_CORES                {mode: core counts}, if `make test` is to run tests
                            of all boards with these alone
  TEST_MORE                 the same of a test's second row and those after it
  TEST_MODES                modes of what `make test` runs here and nowhere else
                            (quick, in tests/target.py)
  FULL_MOST                 the most cores that `make test-full` adds, if not all, and
                            of counts that `make test` runs on every board
  missing()                 why its tests are skipped here, or None
  gdb_arguments(run, port)
  on_timeout(run, process)  the lines that say who waits for whom
  on_panic(run, process)    the same, of one that an image's first panic has
                            paused, which it lets go on
  report(run)               the same, of a vehicle that has ended
  state_at_end(run)         of a run that was not ended by its cores, a dict a core, as
                            wait_table.py has them
  rings(run)                of a traced image that has ended, {rank: event_rings.Ring}
  CYCLES_A_US               of its clock; place(run, core): its x and y
  views(run, process)       of --watch: where its cores lie now, a dict a core (host/view.h,
                            tools/live_cores.py), or none while it begins; run.view is a
                            path for them, if it is to be watched
  VIEWS_BY_RANK             False: these count cores as the chip does, not ranks
  NO_VEHICLE                why nothing here can run it, and what to do instead
  STOPS                     {its process's status: the run's}, where it ends a run for a
                            fault that it has itself reported
  ENDS                      {its process's status: what that means}
  VERDICTS                  what its process ends with though the image passed:
                            {status: (our exit status, why)}
"""

import difflib
import functools
import glob
import importlib.util
import os
import re
import sys

import board_options

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


class Usage(Exception):
    """What was asked for cannot be; the text says why, in one line."""


@functools.lru_cache(maxsize=None)
def load_boards():
    boards = {}
    for pattern in ("qemu", "sim", "emu", "host"):
        sys.path.append(os.path.join(ROOT, pattern))  # modules that several share
        for path in sorted(glob.glob(
                os.path.join(glob.escape(ROOT), pattern, "*.py"))):
            name = "vehicle_" + os.path.basename(path)[:-3]
            spec = importlib.util.spec_from_file_location(name, path)
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            for board in getattr(module, "BOARDS", [module]):
                if hasattr(board, "BOARD"):
                    boards[board.BOARD] = board
                    board.FOLDER = pattern
    return boards


def chosen(boards, only):
    """Those to be told of, in order; one, if it is named."""
    if only and only not in boards:
        raise Usage(f"no board '{only}'; there are: {' '.join(sorted(boards))}")
    return [(name, b) for name, b in sorted(boards.items()) if only in (None, name)]


def print_boards(boards, only=None):
    for name, module in chosen(boards, only):
        about = (module.__doc__ or "").strip().split("\n")[0]
        modes = " ".join(module.MODES)
        print(f"{name:<13} {(about.partition(': ')[2] or about).rstrip('.')}\n"
              f"{'':<13} cores 1 to {module.MAX_CORES}, default "
              f"{module.DEFAULT_CORES}; modes {modes}")


def print_options(boards, only=None):
    for _, module in chosen(boards, only):
        print("".join(line + "\n" for line in board_options.lines(module)), end="")


def check_options(board, options):
    try:
        board_options.check(board, options)
    except ValueError as e:
        raise Usage(str(e)) from e


def find_board(name, image, boards):
    """The board asked for, or one that the image says it is for."""
    known = " ".join(sorted(boards)) or "none"
    with open(image, "rb") as f:
        found = re.search(rb"weft: boot board=([\w-]+)", f.read())
    told = found[1].decode() if found else ""
    if name in boards and told not in (
            "", name, getattr(boards[name], "IMAGES", name)):
        raise Usage(f"{image} is for board {told}, not {name}")
    if not name:  # several boards may run it: the one in whose folder it lies
        parts = os.path.realpath(image).split(os.sep)[:-1]
        place = next((p for p in reversed(parts) if p in boards), "")
        name = place if place and told in (
            "", getattr(boards[place], "IMAGES", place)) else told
    if not name:
        raise Usage(f"cannot tell the board of {image}: use --board with one "
                    f"of: {known}")
    if name not in boards:
        raise Usage(f"no board '{name}'; there are: {known}")
    return boards[name]


# Variables with our prefix that programs of the host read, and no image.
HOST_VARIABLES = ("WEFT_CACHE", "WEFT_NEWLIB", "WEFT_RUN_PATIENCE")
PREFIX = "WEFT_"


def near_name(name, names):
    """A list: the name of these that was meant, if there is one.  difflib's measure
    of CORE and CORES is 0.89, of BORAD and BOARD 0.8; a prefix would make
    all names near each other."""
    bare = {n[len(PREFIX):] if n.startswith(PREFIX) else n: n for n in names
            if n.startswith(PREFIX) == name.startswith(PREFIX)}
    key = name[len(PREFIX):] if name.startswith(PREFIX) else name
    return [bare[n] for n in difflib.get_close_matches(key, bare, 1, 0.8)]


def image_variables(image):
    """The names with our prefix that an image has among its constants: all that
    it can ask its environment for."""
    from elf_file import ElfFile
    try:
        found = ElfFile(image).constants()
    except ValueError as e:
        raise Usage(str(e)) from e
    return {text.decode() for text in re.findall(
        rb"(WEFT_[A-Z0-9_]+)\0", b"\0".join(found))}


def check_env(env, image):
    """Refuse variables with our prefix that the image never asks for."""
    ours = [name for name in env if name.startswith(PREFIX)]
    names = image_variables(image) if ours else ()
    for name in ours:
        if name not in names:
            near = near_name(name, names)
            raise Usage(f"nothing in {image} reads {name}" +
                        (f"; did you mean {near[0]}?" if near else ""))


def parse_list(text, what):
    """'0-3,7' as a list of numbers."""
    numbers = []
    for part in text.split(","):
        m = re.fullmatch(r"(\d+)(?:-(\d+))?", part.strip(), re.ASCII)
        if not m or len(part) > 16:
            raise Usage(f"{what} '{text}' is not a list like 0-3,7")
        first, last = int(m[1]), int(m[2] or m[1])
        if last < first or last >= 1 << 20:
            raise Usage(f"{what}: bad range '{part}'")
        numbers.extend(range(first, last + 1))
    if len(set(numbers)) != len(numbers):
        raise Usage(f"{what} '{text}' names a core twice")
    return numbers


def choose_cores(text, skip, board):
    if text is None:
        cores = list(range(board.DEFAULT_CORES))
    elif re.fullmatch(r"\d{1,9}", text, re.ASCII):
        if not 1 <= int(text) <= board.MAX_CORES:
            raise Usage(f"--cores {text}: {board.BOARD} has 1 to "
                        f"{board.MAX_CORES} cores")
        cores = list(range(int(text)))
    else:
        cores = parse_list(text, "--cores")
    if skip:
        left_out = set(parse_list(skip, "--skip"))
        cores = [c for c in cores if c not in left_out]
    if not cores:
        raise Usage("no cores left to run on")
    if max(cores) >= board.MAX_CORES:
        raise Usage(f"core {max(cores)}: {board.BOARD} has cores 0 to "
                    f"{board.MAX_CORES - 1}")
    return cores
