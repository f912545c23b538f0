# SPDX-License-Identifier: Apache-2.0
"""The on-target tests: which there are, and how one of them is run.

A test is tests/target/<subsystem>/<name>.c, or a folder <name>/ with a file of that name
and others.  Each line `/* weft-test: key=value ... */` in
it asks for a row of runs:

  image=name        of that image of the test (Makefile, weft-image), not of its own
  cores=1,2,4-48    core counts, each on every board and in every mode; of which
                    `make test` runs some (quick), `make test-full` all in the
                    vehicle's TEST_MODES, and each count and each mode once besides
  always=48         of these counts, what `make test` runs in every mode of all boards,
                    to FULL_MOST where the board has it
  more=64           core counts that only `make test-full` adds
  boards=, modes=   only these
  args=a,b          arguments of main; args=a|b are two rows, and so it is with o=
  less=4            `make test` gives main this argument, too: less to do
  env=NAME=VALUE,.. environment
  o=k=v+k=v         options of the board's vehicle
  file=n=path@r,..  files for ranks, as weft-run --file has them
  seeds=3           that many runs, with WEFT_SEED 1, 2, ..; `make test` makes one
                    from 4 cores on, `make test-full` on the simulator from 9 on,
                    and with fewer than 4 there twice as many, `make test-nightly` ten times
  time-out=60       seconds
  exit=0            the run's exit status
  expect=text       the console must have this text, spaces written as _
  full=1            only in `make test-full`
  tap=no            prints no TAP; the exit status alone decides
"""

import glob
import itertools
import os
import re
import sys
from types import SimpleNamespace

from lib import FULL, NIGHTLY, ROOT, Skip, run

sys.path.insert(0, os.path.join(ROOT, "tools"))
import left_out  # noqa: E402
import board_words  # noqa: E402
from weft_boards import load_boards  # noqa: E402

CORES = "1,2,3,17,47,48,64"
MANY = 48  # which a row must have, if a vehicle's MANY is to take the place of its counts
skipped = {}  # what a board leaves out: the reason
ONE_SEED = 4  # cores; `make test` has other seeds with fewer
FEW = 9  # the same of `make test-full` on the simulator
ALTERNATIVES = "args", "o"
KEYS = {"image", "cores", "always", "more", "boards", "modes", "args", "less", "env", "o",
        "file", "seeds", "time-out", "exit", "expect", "full", "tap"}


def rows(path):
    """The dictionaries of a test's weft-test lines."""
    with open(path, encoding="utf-8") as f:
        found = re.findall(r"weft-test:(.*?)\*/", f.read(), re.DOTALL)
    result = []
    for text in found or [""]:
        row = dict(pair.split("=", 1) for pair in text.split())
        unknown = set(row) - KEYS
        if unknown:
            raise ValueError(f"{path}: unknown {' '.join(unknown)}")
        choices = [[(k, v) for v in row[k].split("|")] for k in ALTERNATIVES if k in row]
        result += [{**row, **dict(chosen)} for chosen in itertools.product(*choices)]
    return result


def split(text):
    return [t for t in text.split(",") if t]


def counts(text):
    """The numbers of a list like 1,2,4-48."""
    numbers = []
    for part in split(text):
        first, _, last = part.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def sources():
    """Of each test, the file whose comment says how it is run."""
    return sorted(glob.glob("tests/target/*/*.c") + [
        os.path.join(folder, os.path.basename(folder) + ".c") for folder in
        {os.path.dirname(p) for p in glob.glob("tests/target/*/*/*.c")}])


def runs(boards, vehicles, every=NIGHTLY, full=FULL):
    """The runs that the sources ask for on these boards: those of this tier, or every."""
    full = full or every
    for path in sources():
        first = None
        for row in rows(path):
            name = row.get("image", os.path.basename(path)[:-2])
            if row.get("full") and not full:
                continue
            if "boards" not in row:
                first = first or row
            for board in boards:
                if not is_for(row, vehicles[board]):
                    continue
                reason = next(filter(None, (
                    left_out.reason(left_out.read(p), f"tests/{name}")
                    for p in board_words.words(board, "LEFT_OUT"))), None)
                if reason:
                    skipped[f"{name}: {board}"] = reason
                    continue
                vehicle = vehicles[board]
                numbers = counts_of(row, vehicle)
                numbers += counts(row.get("more", "")) if full else []
                numbers = [n for n in numbers if n <= vehicle.MAX_CORES]
                modes = [m for m in vehicle.MODES if m in split(row.get("modes", m))]
                pairs = [(m, n) for m in modes for n in numbers]
                if not every:
                    some = quick(vehicle, row, modes, numbers, row is first)
                    some += fuller(vehicle, row, modes, numbers) if full else []
                    pairs = [p for p in pairs if p in some]
                yield from board_runs(name, row, vehicle, pairs, full, every)


def is_for(row, vehicle):
    """A board that runs another one's images runs what is for that one alone, too, but
    for what takes that one's options."""
    named = split(row.get("boards", vehicle.BOARD))
    return vehicle.BOARD in named or "o" not in row and (
        getattr(vehicle, "IMAGES", None) in named)


def counts_of(row, vehicle):
    """What runs on 48 cores runs on any number, but for less than it asks for: on the
    vehicle's own."""
    numbers = counts(row.get("cores", getattr(vehicle, "CORES", CORES)))
    if "boards" not in row and hasattr(vehicle, "MANY") and max(numbers) >= MANY:
        return [n for n in counts(vehicle.MANY) if n >= min(numbers)]
    return numbers


def each_once(modes, cores):
    """Pairs in which each mode and each count comes up."""
    return [(modes[n % len(modes)], cores[n % len(cores)])
            for n in range(max(len(modes), len(cores)) if modes and cores else 0)]


def quick(vehicle, row, modes, cores, first):
    """What `make test` runs of a row.  If it is for all boards, the counts of the vehicle's
    TEST_CORES, or of its TEST_MORE if it is not the test's first such row.  If it names
    this board, each mode and each count once; so, too, if those counts leave nothing of
    it, and the vehicle has TEST_MODES."""
    if not hasattr(vehicle, "TEST_CORES"):
        return [(m, n) for m in modes for n in cores]
    some = modes if "modes" in row else [
        m for m in modes if m in getattr(vehicle, "TEST_MODES", modes)]
    once = each_once(some, cores)
    if "boards" in row:
        return once
    always = counts(row.get("always", ""))
    usual = vehicle.TEST_CORES if first else getattr(
        vehicle, "TEST_MORE", vehicle.TEST_CORES)
    most = getattr(vehicle, "FULL_MOST", vehicle.MAX_CORES)
    found = [(m, n) for m in modes for n in cores
             if n in usual.get(m, ()) or n in always and n <= most]
    return found or (once if hasattr(vehicle, "TEST_MODES") else [])


def fuller(vehicle, row, modes, cores):
    """What `make test-full` adds: all in the vehicle's TEST_MODES; each mode and each count
    once, but for counts above FULL_MOST of a row for all boards."""
    most = getattr(vehicle, "FULL_MOST", vehicle.MAX_CORES)
    once = [n for n in cores if n <= most or "boards" in row]
    return each_once(modes, once) + [
        (m, n) for m in getattr(vehicle, "TEST_MODES", ()) for n in cores]


def seeds_of(row, vehicle, cores, full, every):
    """Many where a run costs little and a seed decides: on the simulator's few cores."""
    many = int(row.get("seeds", 1))
    few = FEW if full and hasattr(vehicle, "TEST_MODES") else ONE_SEED
    if cores >= few:
        return 1
    cheap = "seeds" in row and hasattr(vehicle, "TEST_MODES") and cores < ONE_SEED
    return many * (10 if every else 2) if full and cheap else many


def board_runs(name, row, vehicle, pairs, full, every=False):
    if "less" in row and not full:
        row = {**row, "args": ",".join(filter(None, (row.get("args"), row["less"])))}
    for mode, cores in pairs:
        for seed in range(1, seeds_of(row, vehicle, cores, full, every) + 1):
            yield SimpleNamespace(
                name=name, board=vehicle.BOARD, mode=mode, seed=seed,
                cores=cores, row=row, image=None)


def title(r):
    extra = "".join(f", {k} {r.row[k]}" for k in ("args", "env", "o")
                    if k in r.row)
    seed = f", seed {r.seed}" if "seeds" in r.row else ""
    return f"{r.name}: {r.board} {r.mode}, {r.cores} cores{extra}{seed}"


def execute(r, options=()):
    """Run it; returns None or what is wrong, with the console.  Raises Skip where its
    board has nothing to run it."""
    why = getattr(load_boards()[r.board], "missing", lambda: None)()
    if why:
        raise Skip(why)
    row = r.row
    image = r.image or f"build/{r.board}/tests/{r.name}.elf"
    time_out = int(row.get("time-out", 60))
    time_out *= getattr(load_boards()[r.board], "slower", lambda cores: 1)(r.cores)
    command = ["tools/weft-run", "--tap", "--board", r.board, "--mode",
               r.mode, "--cores", str(r.cores), "--seed", str(r.seed),
               "--time-out", str(time_out)]
    for pair in split(row.get("env", "")):
        command += ["--env", pair]
    for pair in filter(None, row.get("o", "").split("+")):
        command += ["-o", pair]
    command += options  # after the row's: the last one counts
    for file in split(row.get("file", "")):
        command += ["--file", file]
    args = row.get("args", "")
    command += [image] + (split(args) if isinstance(args, str) else args)
    # weft-run keeps the time; ours is the safety net below it.
    status, out, err = run(command, time_out + 60)
    wrong = []
    if status != int(row.get("exit", 0)):
        wrong.append(f"exit status {status}, not {row.get('exit', 0)}")
    if row.get("expect", "").replace("_", " ") not in out + err:
        wrong.append(f"no '{row['expect'].replace('_', ' ')}' on the console")
    if len(re.findall(r"^(?:# )?weft: this run cannot be", out, re.M)) > 1:
        wrong.append("more than one core says that this run cannot be")
    if row.get("tap") != "no":
        wrong += judge(out)
    if not wrong:
        return None
    return "\n".join(wrong + [" ".join(command)] + tail(out) + tail(err))


def misses(r, options=()):
    """What goes wrong with r.image, and not with the image as it should be.  A
    run that fails anyway, or takes too long, is no evidence of a bug."""
    wrong = execute(r, options)
    if not wrong:
        return None
    own = SimpleNamespace(**{**vars(r), "image": None})
    key = title(r), r.seed, r.row.get("time-out"), *options
    if key not in _sound:
        _sound[key] = execute(own, options) is None
    return wrong if _sound[key] else None


_sound = {}


def tail(text):
    return text.splitlines()[-40:]


def judge(out):
    """What is wrong with the TAP that rank 0 printed; a list."""
    plan = re.findall(r"^1\.\.(\d+)", out, re.MULTILINE)
    numbers = [int(n) for n in re.findall(r"^(?:not )?ok (\d+)", out,
                                          re.MULTILINE)]
    failed = re.findall(r"^not ok .*", out, re.MULTILINE)
    wrong = list(failed)
    if len(plan) != 1:
        wrong.append(f"{len(plan)} plans, not one")
    elif numbers != list(range(1, int(plan[0]) + 1)):
        wrong.append(f"plan 1..{plan[0]}, but {len(numbers)} results or out "
                     f"of order")
    elif plan[0] == "0" and "SKIP" not in out.upper():
        wrong.append("no checks")
    return wrong


assert os.path.samefile(os.getcwd(), ROOT)
