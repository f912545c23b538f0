#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Put into one folder what `on-card --run` needs: for a machine with a card and little else.

    pack.py [--ptxas sm_90] [--names "port barrier .."] [--cores 1,2]
            [--only] [--no-peer] [--after RESULTS] [FOLDER]

The images are those of board gpu-emu, which board gpu runs, too.  FOLDER (build/gpu/card)
gets the loader, a list of steps, their boot records, and images.tar.xz with a xz that
unpacks it.  With --ptxas images are compiled here for that chip, some ten seconds each,
instead of by the driver there.  Where nvcc is, NVIDIA's own barrier goes along, but for
--no-peer.  What failed in RESULTS comes early.  --names and --cores leave out other tests,
and other numbers of cores; --only builds nothing.

Steps stand in the order in which they matter, a line each, with tabs between: kind ("figure",
"test" or "peer"), image, cores, row of its test, seconds, exit status, whether it
prints TAP, text that must come, and what the loader gets beside the record.
"""

import argparse
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
from types import SimpleNamespace

sys.path[:0] = [os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."),
                os.path.join(os.path.dirname(os.path.realpath(__file__)),
                             "../../emu")]
import target  # noqa: E402
from lib import make  # noqa: E402
import boot_record  # noqa: E402
import gpu_board  # noqa: E402
import run_files  # noqa: E402

IMAGES = "build/gpu-emu"
COUNTS = (132, 17, 3, 48, 2, 1, 47)
FIGURES = (2, 17, 48, 132)
LONGEST = 20  # seconds, of a test on a chip
FIRST = ("behind", "port", "barrier", "flags", "rma", "bcast", "whole_words", "litmus")


def built(names):
    """The loader, and images, of which some may not build."""
    status, out, err = make("BOARD=gpu", "vehicle", time_out=600)
    if status:
        raise SystemExit(out + err)
    goals = [f"{IMAGES}/tests/{n}.elf" for n in names] if names else ["tests"]
    status, _, err = make("-k", "BOARD=gpu-emu", f"{IMAGES}/bench/silicon.elf", *goals,
                          time_out=7200)
    if status:
        print(f"pack: not all images build:\n{err[-2000:]}", file=sys.stderr)


def failures(path):
    """(name, cores) of what failed in a file of results of before."""
    with open(path or os.devnull, encoding="utf-8") as f:
        found = [re.search(r",cores=(\d+),op=test,name=(\w+),.*failed", line) for line in f]
    return {(m[2], int(m[1])) for m in found if m}


def wanted(names, counts, failed):
    """(round, run) of all rows: first rows at all counts, others at two; seldom ones last."""
    vehicles = target.load_boards()
    vehicles["gpu"].MANY = ",".join(map(str, sorted(COUNTS)))
    rows = {}
    for r in target.runs(["gpu"], vehicles, every=True):
        if names and r.name not in names or r.seed > 1 or r.cores not in counts or \
                not os.path.exists(f"{IMAGES}/tests/{r.name}.elf"):
            continue
        known = rows.setdefault(r.name, [])
        text = str(sorted(r.row.items()))
        if text not in known:
            known.append(text)
        r.number = known.index(text) + 1
        turn = [*COUNTS, r.cores].index(r.cores)
        if r.number > 1:
            if turn > 1:
                continue
            turn = 2.5 + turn
        if r.name in FIRST:
            turn = -2
        elif (r.name, r.cores) in failed:
            turn = -1
        yield turn, r


def step(to, kind, run, more=()):
    """Its line; its record and files are laid beside."""
    run.args = [run.image, *target.split(run.row.get("args", ""))]
    run.env = {"WEFT_SEED": "1", **dict(
        p.split("=", 1) for p in target.split(run.row.get("env", "")))}
    run.files = [run_files.parse_file(f, range(run.cores))
                 for f in target.split(run.row.get("file", ""))]
    rows, loads = gpu_board.place_files(run)
    for i in range(1, len(loads), 2):
        at, _, path = loads[i].rpartition(":")
        shutil.copy(path, os.path.join(to, "records"))
        loads[i] = f"{at}:records/{os.path.basename(path)}"
    name = f"records/{run.image}.{run.number}.{run.cores}"
    with open(os.path.join(to, name), "wb") as f:
        f.write(boot_record.pack(list(range(run.cores)), run.args, run.env, rows))
    seconds = min(int(run.row.get("time-out", 60)), LONGEST)
    return "\t".join(map(str, (
        kind, run.image, run.cores, run.number, seconds, run.row.get("exit", 0),
        run.row.get("tap", "yes"), run.row.get("expect", "-"),
        " ".join(["--record", name, "--heap", str(gpu_board.HEAP_BYTES), *loads, *more]))))


def own(image, cores, args=""):
    return SimpleNamespace(image=image, cores=cores, number=1,
                           row={"tap": "no", "args": args})


def compile_here(path, to, chip):
    """By ptxas, of the text in the image; what has been compiled once is kept."""
    with open(path, "rb") as f:
        data = f.read()
    text = data[64:data.index(b"\0", 64)]  # arch/gpu/cross/link lays it there
    known = f"build/gpu/cubin/{chip}-{hashlib.sha256(text).hexdigest()[:24]}"
    if not os.path.exists(known):
        os.makedirs(os.path.dirname(known), exist_ok=True)
        subprocess.run(["ptxas", f"-arch={chip}", "-O0", "-o", known + ".new", "-"],
                       input=text, check=True)
        os.replace(known + ".new", known)
    shutil.copy(known, to)


def peer(to):
    nvcc = shutil.which("nvcc")
    if not nvcc:
        return False
    return not subprocess.run(
        [nvcc, "-O3", "-std=c++17", "-arch=sm_90", "-cubin", "-I.", "-o",
         os.path.join(to, "images", "peer"), "tests/gpu/peer.cu"], check=False).returncode


def take_xz(to):
    """Our own xz, and its library, should there be none."""
    path = shutil.which("xz")
    shutil.copy(path, to)
    for line in subprocess.run(["ldd", path], capture_output=True, text=True,
                               check=True).stdout.splitlines():
        if "liblzma" in line:
            shutil.copy(line.split()[2], to)


def commit():
    done = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True,
                          text=True, check=False)
    return done.stdout.strip() or "no commit"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--ptxas")
    p.add_argument("--names")
    p.add_argument("--cores", default=",".join(map(str, COUNTS)))
    p.add_argument("--only", action="store_true")
    p.add_argument("--no-peer", action="store_true")
    p.add_argument("--after")
    p.add_argument("folder", nargs="?", default="build/gpu/card")
    opt = p.parse_args()
    names = opt.names.split() if opt.names else None
    counts = set(target.counts(opt.cores))
    if not opt.only:
        built(names)
    to = opt.folder
    shutil.rmtree(to, ignore_errors=True)
    os.makedirs(os.path.join(to, "records"))
    os.makedirs(os.path.join(to, "images"))
    for path in ("build/gpu/weft-gpu", "tests/gpu/on-card", "tests/gpu/judge.awk"):
        shutil.copy(path, to)
    with open(os.path.join(to, "built"), "w", encoding="utf-8") as f:
        f.write(f"# built of {commit()}, images {opt.ptxas or 'by the driver there'}\n")
    lines, images = [], {"silicon": f"{IMAGES}/bench/silicon.elf"}
    beside = not opt.no_peer and peer(to)
    for cores in sorted(counts.intersection(FIGURES), reverse=True):
        lines.append(step(to, "figure", own("silicon", cores)))
        lines.append(step(to, "figure", own("silicon", cores), ("--level", "4")))
        if beside:
            lines.append(step(to, "peer", own("peer", cores)))
    for _, run in sorted(wanted(names, counts, failures(opt.after)), key=lambda t: t[0]):
        run.image = run.name
        images[run.name] = f"{IMAGES}/tests/{run.name}.elf"
        lines.append(step(to, "test", run))
    for name, path in images.items():
        place = os.path.join(to, "images", name)
        if opt.ptxas:
            compile_here(path, place, opt.ptxas)
        else:
            shutil.copy(path, place)
    with open(os.path.join(to, "steps"), "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")
    subprocess.run(["tar", "-C", to, "--use-compress-program",
                    "xz --lzma2=preset=3,dict=32MiB", "-cf",
                    os.path.join(to, "images.tar.xz"), "images", "records"], check=True)
    shutil.rmtree(os.path.join(to, "images"))
    shutil.rmtree(os.path.join(to, "records"))
    take_xz(to)
    size = sum(os.path.getsize(p) for p in glob.glob(to + "/*"))
    print(f"pack: {len(lines)} steps, {len(images)} images, {size >> 10} KB in {to}")


main()
