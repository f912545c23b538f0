#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Public programs of RCCE, OpenSHMEM and BSPlib, as they are, outside this tree.

None of them is in this repository, nor is it fetched: WEFT_PROGRAMS is a folder in which
OWNER+NAME has the tree of that GitHub repository.  Without it, what would be run is skipped.
tests/programs/*.txt lists them.  A stanza begins with `program NAME`, or `each NAME` for one
program a source, and has these lines:

    like NAME                  all that is not said here is as another one's, but its runs
    from OWNER/NAME COMMIT     where it comes from, and what was run
    library WORD               rcce, shmem, elib, bsp
    sources PATTERN..          below that tree; the first one's folder is copied
    without PATTERN..          names of these that are not run
    only PATTERN               those in whose text it is found
    with FILE..                more sources of each program, in its folder
    beside FOLDER..            copied into the same folder
    prepare COMMAND            run in the copy, by a shell
    make LINE                  of its Makefile
    env NAME=VALUE             of its runs
    options WORD..             of weft-run
    time SECONDS               a run may take, if not 120
    cores FILE PATTERN         where CORES of a run is `own`: in FILE, NAME being the program's
    run BOARD CORES WORD.. | WANTED     with WEFT_PROGRAMS_FULL=1 `full` lines, too

WANTED is a pattern of a line that is printed, `68 lines PATTERN`, `exit STATUS`, or
`exit STATUS no PATTERN`.  `refused PATTERN`: status 70, and a report that begins with a word
of what PATTERN finds in the source.  Names of programs as arguments run only those.
"""

import fnmatch
import glob
import os
import re
import shutil
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import Skip, check, finish, make, run, scratch  # noqa: E402

TREES = os.environ.get("WEFT_PROGRAMS", "")
FULL = bool(os.environ.get("WEFT_PROGRAMS_FULL"))
SCRATCH = scratch()
PREFIX = os.path.join(SCRATCH, "weft")
TIME = 120  # s, of one program's run


class Program:
    def __init__(self, name, each):
        self.name, self.each = name, each
        self.lines, self.like, self.runs = {}, {}, []

    def said(self, key):
        return self.lines.get(key, self.like.get(key, []))

    def words(self, key):
        return " ".join(self.said(key)).split()

    def tree(self):
        return os.path.join(TREES, self.words("from")[0].replace("/", "+"))

    def sources(self):
        """Names below the tree, without those that are left out."""
        found = [os.path.relpath(p, self.tree()) for pattern in self.words("sources")
                 for p in sorted(glob.glob(os.path.join(self.tree(), pattern)))]
        return [p for p in found if self.has(p, *self.said("only")) and not any(
            fnmatch.fnmatch(os.path.basename(p)[:-2], w) for w in self.words("without"))]

    def text(self, name):
        with open(os.path.join(self.tree(), name), encoding="utf-8", errors="replace") as f:
            return f.read()

    def has(self, name, *patterns):
        return all(re.search(p, self.text(name)) for p in patterns)

    def own_cores(self, name):
        path, _, pattern = self.said("cores")[0].partition(" ")
        return re.search(pattern.replace("NAME", re.escape(name)), self.text(path))[1]


def read(path):
    programs = []
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            key, _, rest = line.strip().partition(" ")
            if not key or key == "#":
                continue
            if key in ("program", "each"):
                programs.append(Program(rest, key == "each"))
            elif key == "like":
                other = next(p for p in programs if p.name == rest)
                programs[-1].like = other.lines
            elif key in ("run", "full"):
                what, _, wanted = rest.partition(" | ")
                programs[-1].runs.append((key, *what.split()[:2], what.split()[2:], wanted))
            elif key in ("from", "library", "sources", "without", "only", "with", "beside",
                         "prepare", "make", "env", "options", "time", "cores"):
                programs[-1].lines.setdefault(key, []).append(rest)
            else:
                raise ValueError(f"{path}:{number}: no such line: {key}")
    return programs


def install(board):
    status, _, err = make("install", f"BOARD={board}", f"PREFIX={PREFIX}", time_out=900)
    return err if status else None


def copy(program):
    """A folder of its own, three levels deep so that ../ leads to its neighbours."""
    first = os.path.dirname(program.sources()[0])
    home = os.path.join(SCRATCH, program.name, "tree")
    if not os.path.isdir(home):
        shutil.copytree(program.tree(), home, ignore=shutil.ignore_patterns(".git"))
    folder = os.path.join(home, first)
    for other in program.words("beside"):
        for path in glob.glob(os.path.join(home, other, "*")):
            if not os.path.exists(os.path.join(folder, os.path.basename(path))):
                shutil.copy(path, folder)
    for command in program.said("prepare"):
        status, out, err = run(["sh", "-c", f"cd '{folder}' && {command}"])
        if status:
            raise RuntimeError(f"{command}: {out}{err}")
    return folder


def build(program, board, folder, image, sources):
    """Once, whoever comes first; what is wrong is wrong for all."""
    key = (program.name, board, image)
    with starting:
        lock = locks.setdefault(key, threading.Lock())
    with lock:
        if key not in built:
            built[key] = make_image(program, board, folder, image, sources)
        return built[key]


def make_image(program, board, folder, image, sources):
    names = [os.path.basename(s) for s in sources] + program.words("with")
    kind = program.words("library")[0].replace("bsp", "")
    path = os.path.join(folder, f"Makefile.weft-{image}")
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join([f"include {PREFIX}/share/weft/weft.mk",
                           *program.said("make"),
                           f"$(eval $(call weft_{kind}{'_' if kind else ''}image,"
                           f"{image},{' '.join(names)}))"]) + "\n")
    status, out, err = run(["make", "-C", folder, "-f", path, f"BOARD={board}",
                            f"build/{board}/{image}.elf"], 200)
    return out[-1500:] + err[-1500:] if status else None


def judge(wanted, status, out, source=""):
    """None, or what is wrong with a run."""
    refused = re.match(r"refused (.*)$", wanted)
    if refused:
        words = re.findall(r"\w+", re.search(refused[1], source)[1])
        return None if status == 70 and any(
            re.search(rf"panic: (\w+: )?{w}\b", out) for w in words) else (
                f"status {status}, none of {words}\n{out}")
    exits = re.match(r"exit (\d+)(?: no (.*))?$", wanted)
    lines = re.match(r"(\d+) lines (.*)$", wanted)
    if exits:
        bad = exits[2] and re.search(exits[2], out)
        return None if status == int(exits[1]) and not bad else f"status {status}\n{out}"
    if status:
        return f"status {status}\n{out}"
    if lines:
        found = len(re.findall(lines[2], out, re.M))
        return None if found == int(lines[1]) else f"{found} lines, not {lines[1]}"
    return None if re.search(wanted, out) else f"no '{wanted}'\n{out}"


def one(program, board, cores, words, wanted, source=None):
    if not os.path.isdir(program.tree()):
        raise Skip(f"no {program.words('from')[0]} in WEFT_PROGRAMS")
    sources = [source] if source else program.sources()
    image = os.path.basename(source)[:-2] if source else program.name
    folder = folders[program.name]
    wrong = installed[board] or build(program, board, folder, image, sources)
    if wrong:
        return wrong
    more = ["--mode", "fork"] if board == "mpi" else []
    cores = program.own_cores(image) if cores == "own" else cores
    for word in program.words("env"):
        more += ["--env", word]
    more += program.words("options")
    limit = int((program.words("time") or [TIME])[0])
    status, out, err = run([PREFIX + "/bin/weft-run", "--board", board, *more, "--cores",
                            cores, "--time-out", str(limit),
                            os.path.join(folder, f"build/{board}/{image}.elf"), *words],
                           limit + 30)
    return judge(wanted, status, out + err[-500:], program.text(sources[0]))


def listed_only():
    """What is kept of these programs is where they come from, and what they print."""
    for path in sorted(glob.glob("tests/programs/*")):
        for program in read(path):
            where = program.words("from")
            if len(where) != 2 or not re.match(r"[0-9a-f]{40}$", where[1]):
                return f"{program.name}: from OWNER/NAME COMMIT"
            if not program.runs or not program.words("sources"):
                return f"{program.name} has no sources, or is not run"
    return None


# Words of other people's notices, cut so that this file has none of them.
NOTICES = ("Adapteva" + ", Inc", "GNU Lesser " + "General Public", "GNU General " +
           "Public License", "Intel Corporation. All " + "rights", "Sandia " + "Corporation",
           "University of " + "Houston", "Army Research " + "Laboratory. ")


def no_foreign_text():
    status, files, err = run(["git", "ls-files", "compat", "include/compat", "tests", "bench",
                              "examples", "boot", "linker"])
    if status:
        raise Skip("this is no git repository")
    for path in files.split():
        with open(path, encoding="utf-8", errors="replace") as f:
            text = f.read()
        for notice in NOTICES:
            if notice in text:
                return f"{path} has '{notice}'"
    return None


check("a list of programs, and none of them", listed_only)
check("no text of other people's libraries", no_foreign_text)
programs = [p for path in sorted(glob.glob("tests/programs/*.txt")) for p in read(path)
            if not sys.argv[1:] or p.name in sys.argv[1:]]
folders, installed, built, locks = {}, {}, {}, {}
starting = threading.Lock()
for p in programs:
    here = os.path.isdir(p.tree())
    if here:
        folders[p.name] = copy(p)
    for kind, board, cores, words, wanted in p.runs:
        if kind == "full" and not FULL:
            continue
        if here and board not in installed:
            installed[board] = install(board)
        for source in p.sources() if p.each and here else [None]:
            name = p.name + (" " + os.path.basename(source)[:-2] if source else "")
            check(" ".join([name, board, cores, *words]), one, p, board, cores, words,
                  wanted, source)
finish()
