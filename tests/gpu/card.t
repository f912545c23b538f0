#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What runs where a card is, without one: tests/gpu/on-card on the emulator, and with a
libcuda.so.1 whose GPU is the emulator's (fake_cuda.c); so the loader that drives a card
(host/gpu/cuda.c) runs, too."""

import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)),
                                ".."))
from lib import BOARDS, check, expect, finish, in_time, make, run, scratch  # noqa: E402

BOARD = "gpu-emu"
LOADER, EMULATOR = "build/gpu/weft-gpu", os.path.abspath("build/gpu/gpu-emu")
SCRATCH = scratch()
FAKE = os.path.join(SCRATCH, "fake")
RESULTS = os.path.join(SCRATCH, "results.tsv")
ROW = re.compile(r"gpu\tcard=[^\t,]+,(level=4,)?cores=\d+,op=\w+,[^\t]*\t\w+\t[\d.]+\t.*")


def fake():
    """The library, and the environment that has it."""
    os.makedirs(FAKE, exist_ok=True)
    status, out, err = run(
        ["gcc", "-std=gnu11", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra", "-Werror",
         "-fPIC", "-shared", "-Wl,-Bsymbolic", "-I.", "-o", f"{FAKE}/libcuda.so.1",
         "tests/gpu/fake_cuda.c", *sorted(glob.glob("emu/gpu/*.c")),
         "emu/common/turns.c", "emu/common/rings.c", "host/host.c", "host/options.c",
         "-lm", "-pthread"], 120)
    assert not status, out + err
    return {**os.environ, "LD_LIBRARY_PATH": FAKE}


def on_card(folder, env=None, **variables):
    """(status, output, rows) of a run, some of which the folder's steps say."""
    env = {**(env or os.environ), "SECONDS_MOST": "600", **variables}
    status, out, err = run([f"{folder}/on-card", "--run", folder, RESULTS], 300, env=env)
    rows = []
    if os.path.exists(RESULTS):
        with open(RESULTS, encoding="utf-8") as f:
            rows = [line.rstrip("\n") for line in f if not line.startswith("#")]
        os.remove(RESULTS)
    return status, out + err, rows


def steps(folder, change):
    """Other steps: change(columns) gives each line's, or None."""
    path = os.path.join(folder, "steps")
    with open(path, encoding="utf-8") as f:
        lines = [change(line.rstrip("\n").split("\t")) for line in f]
    with open(path, "w", encoding="utf-8") as f:
        f.writelines("\t".join(c) + "\n" for c in lines if c)


def packed(names, cores):
    folder = os.path.join(SCRATCH, names.replace(" ", "-"))
    status, out, err = run(["tests/gpu/on-card", "--pack", "--no-peer", "--names", names,
                            "--cores", cores, folder], 600)
    assert not status, out + err
    return folder


def judged(result, figures, tests):
    status, out, rows = result
    times = [r for r in rows if "\ttime\t" in r]
    good = [r for r in rows if r.endswith("\tok")]
    odd = [r for r in rows if not ROW.fullmatch(r)]
    if status or odd or len(times) < figures or len(good) != tests:
        return "\n".join([f"status {status}", out, *rows, *odd])
    return None


def emulated():
    return judged(on_card(barrier, LOADER=EMULATOR), 15, 3)


def loaded():
    return judged(on_card(barrier, fake(), JOBS="1"), 15, 3)


def no_driver():
    return expect(run([f"{barrier}/on-card", "--run", barrier], 60,
                      env={**os.environ, "LD_LIBRARY_PATH": ""}), 1, "no libcuda.so.1")


def by_weft_run():
    """The same loader, by the runner (a process of its own, for the environment)."""
    return expect(run([sys.executable, "tools/weft-run", "--board", "gpu", "--cores", "3", "--tap",
                       f"build/{BOARD}/tests/barrier.elf"], 60, env=fake()), 0, "ok 1") or \
        expect(run([sys.executable, "tools/weft-run", "--board", "gpu", "--cores", "133", "--tap",
                    f"build/{BOARD}/tests/barrier.elf"], 60, env=fake()), 125, "has 132")


def failing(seconds):
    """What fails, and what hangs, is said, with who waits for whom; the rest goes on."""
    def change(c):
        if c[0] != "test":
            return None
        c[4] = str(seconds)
        if c[2] == "4":
            c[8] = c[8].replace("records/plant.1.4", "hang")
        return c
    folder = packed("plant flags", "3,4")
    steps(folder, change)
    sys.path.insert(0, "tools")
    import boot_record
    with open(os.path.join(folder, "hang"), "wb") as f:
        f.write(boot_record.pack([0, 1, 2, 3], ["plant", "lost_flag"], {}, []))
    status, out, rows = on_card(folder, LOADER=EMULATOR)
    late = [r for r in rows if "name=plant" in r and "failed: timed out" in r]
    waits = os.path.join(folder, "logs", "plant.1.4.waits")
    if status != 1 or len(late) != 1 or not any(r.endswith("\tok") for r in rows):
        return "\n".join([f"status {status}", out, *rows])
    with open(waits, encoding="utf-8") as f:
        text = f.read()
    return None if "a flag of the application" in text else text


if BOARD in BOARDS:
    barrier = packed("barrier", "1,2,3")
    check("on-card with the emulator as the card", emulated)
    check("on-card and the card's loader, with a fake libcuda", loaded)
    check("on-card without a driver says so", no_driver)
    check("weft-run --board gpu with a fake libcuda", by_weft_run)
    check("on-card says what hangs and what fails", in_time, failing, (3, 30))
finish(workers=1)
