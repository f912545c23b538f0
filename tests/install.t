#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A kernel outside the tree: installed weft, a Makefile of five lines."""

import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import BOARDS, check, expect, finish, make, run  # noqa: E402
from lib import scratch, settings  # noqa: E402

prefix = os.path.join(scratch(" with space"), "pre fix")
home = os.path.join(scratch(" with space"), "my kernel")
os.makedirs(home)
weft_run = prefix + "/bin/weft-run"

SOURCES = {
    "Makefile": "include " + prefix.replace(" ", "\\ ") +
    "/share/weft/weft.mk\n"
    "$(eval $(call weft_image,kernel,main.c sub/part.c))\n"
    "$(eval $(call weft_image,plus,plus.cc))\n"
    "$(eval $(call weft_rcce_image,old,old.c))\n"
    "run: $(OUT)/kernel.elf\n"
    "\tweft-run $<\n",
    "sub/part.h": "int part(int n);\n",
    "sub/part.c": '#include "part.h"\nint part(int n) { return n + 1; }\n',
    "main.c": r"""
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <weft/weft.h>
#include "sub/part.h"

int main(int argc, char **argv)
{
	char line[40] = "no file";
	FILE *f = fopen("stdin", "r");

	if (f) {
		fgets(line, sizeof(line), f);
	}
	printf("%s, rank %d of %d, part %d, %s\n", argv[argc - 1],
	       (int)weft_rank(), (int)weft_size(), part(41), line);
	if (argc == 3 && strcmp(argv[1], "fail") == 0) {
		return 23;
	}
	/* No return: a kernel is hosted C, in which that is 0. */
}
""",
    "old.c": r"""
#include "RCCE.h"

int twice; int twice; /* old C */

int RCCE_APP(argc, argv) int argc; char **argv;
{
	int me, sum = 0;

	RCCE_init(&argc, &argv);
	me = RCCE_ue() + 1;
	RCCE_allreduce(&me, &sum, 1, RCCE_INT, RCCE_SUM, RCCE_COMM_WORLD);
	printf("sum %d\n", undeclared(sum));
	RCCE_finalize();
	return 0;
}

int undeclared(int n) { return n; }
""",
    "plus.cc": r"""
#include <stdio.h>
#include <weft/weft.h>

struct early {
	uint32_t ranks;
	early() : ranks(weft_size() * 2) {}
	virtual ~early() {}
	virtual uint32_t get() const { return ranks; }
};
static early before_main;

int main()
{
	static early local;
	const early &e = weft_rank() & 1 ? before_main : local;

	early *heap = new early;
	uint32_t ranks = e.get() == heap->get() ? e.get() : 0;

	delete heap;
	printf("constructed %u\n", static_cast<unsigned>(ranks));
	return ranks == weft_size() * 2 ? 0 : 1;
}
"""}
for name, text in SOURCES.items():
    os.makedirs(os.path.dirname(os.path.join(home, name)), exist_ok=True)
    with open(os.path.join(home, name), "w", encoding="utf-8") as f:
        f.write(text)


def installed():
    for board in BOARDS:
        wrong = expect(make("install", f"BOARD={board}", f"PREFIX={prefix}"),
                       0)
        if wrong:
            return wrong
    return None


def builds(board, image):
    return expect(make("-C", home, f"BOARD={board}",
                       f"build/{board}/{image}.elf"), 0)


def runs(board, image, args, status, *texts, **options):
    path = f"{home}/build/{board}/{image}.elf"
    return expect(run([weft_run, "--cores", "3", "--time-out", "60", path,
                       *args], **options), status, *texts)


def has_cxx(board):
    return shutil.which(settings(board)["CROSS"] + "g++")


def plus(board):
    if not has_cxx(board):
        return expect(make("-C", home, f"BOARD={board}",
                           f"build/{board}/plus.elf"), 2,
                      f"no C++ for board {board}")
    return (builds(board, "plus") or
            runs(board, "plus", [], 0, "[02] constructed 6"))


def run_goal(board):
    path = prefix + "/bin:" + os.environ["PATH"]
    return expect(make("-C", home, f"BOARD={board}", "run",
                       env={"PATH": path}), 0, "weft: end code=0")


def up_to_date(board, image):
    """Nothing is done twice, and all anew after weft was installed anew."""
    goal = ["-C", home, f"BOARD={board}", f"build/{board}/{image}.elf"]
    wrong = expect(make(*goal, "-q"), 0)
    if not wrong:
        wrong = expect(make("install", f"BOARD={board}", f"PREFIX={prefix}"),
                       0) or expect(make(*goal, "-q"), 1)
    return wrong


check("installs", installed)
check("lists its boards", lambda: expect(run([weft_run, "--boards"]), 0,
                                         *BOARDS))
check("says where it cannot write", lambda: expect(
    make("install", f"BOARD={BOARDS[0]}", "PREFIX=/proc/none"), 2,
    "install: /proc/none"))
def one_board():
    """Who has installed one board need not name it, nor have the usual one."""
    alone = os.path.join(scratch(), "one")
    os.makedirs(alone + "/lib/weft/some-chip")
    shutil.copy(f"{prefix}/lib/weft/{BOARDS[0]}/board.mk", alone + "/lib/weft/some-chip")
    return expect(make("-n", f"WEFT={alone}", "all", cwd=home), 0,
                  "build/some-chip/kernel.elf")


check("takes the board that is there", one_board)
check("names a board that is not there", lambda: expect(
    make("-C", home, "BOARD=none"), 2, "no board 'none'"))
for b in BOARDS:
    check(f"{b}: a kernel builds", builds, b, "kernel")
    check(f"{b}: it runs, with an argument", runs, b, "kernel", ["hello"], 0,
          "[02] hello, rank 2 of 3, part 42, no file")
    check(f"{b}: with standard input", runs, b, "kernel", ["hello"], 0,
          "[00] hello, rank 0 of 3, part 42, from a pipe",
          input=b"from a pipe")
    check(f"{b}: its exit code", runs, b, "kernel", ["fail", "x"], 23)
    check(f"{b}: make run", run_goal, b)
    check(f"{b}: C++, constructors run; or it says that there is none", plus, b)
    check(f"{b}: a program of RCCE", lambda b=b: builds(b, "old") or
          runs(b, "old", [], 0, "[02] sum 6"))
    check(f"{b}: made again when it must be", up_to_date, b, "kernel")
# One after another: each needs the one before.
finish(workers=1)
