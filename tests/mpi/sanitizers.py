# SPDX-License-Identifier: Apache-2.0
"""On-target tests of a board as a sanitizer's build runs them."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)),
                                ".."))
from lib import check, expect, make, run  # noqa: E402
import target  # noqa: E402

class Build:
    """Images and processes with a sanitizer, in a folder of their own, and their mode."""

    def __init__(self, folder, sanitize, mode, board="mpi", usual="fork"):
        self.out, self.sanitize, self.mode = f"build/{folder}", sanitize, mode
        self.board, self.usual = board, usual  # the latter: whose rows are taken

    def make(self):
        status, out, err = make(f"BOARD={self.board}", f"OUT={self.out}",
                                f"SANITIZE={self.sanitize}", "tests", "vehicle")
        wrong = out + err if status else None
        check("it builds", lambda: wrong)

    def rows(self, cores, left_out):
        """One seed of each row that `make test BOARD=mpi` has."""
        for r in target.runs([self.board], target.load_boards()):
            if r.mode == self.usual and r.cores in cores and r.seed == 1 \
                    and r.name not in left_out:
                r.mode, r.image = self.mode, f"{self.out}/tests/{r.name}.elf"
                check(target.title(r), target.execute, r)

    def between_nodes(self, names, cores):
        """One row of each by mpirun, on two nodes."""
        for r in target.runs([self.board], target.load_boards()):
            if r.mode == self.usual and r.cores == cores and r.name in names:
                names = names - {r.name}
                r.mode, r.image = "mpirun", f"{self.out}/tests/{r.name}.elf"
                check(f"{target.title(r)}, 2 nodes", target.execute, r, ["-o", "nodes=2"])

    def plant(self, image, name, cores=4):
        return run(["tools/weft-run", "--board", self.board, "--mode", self.mode, "--cores",
                    str(cores), f"{self.out}/tests/{image}.elf", name], time_out=120)

    def finds(self, image, name, text):
        """A planted mistake is found, and told so."""
        def found():
            got = self.plant(image, name)
            if got[0] == 0:
                return f"it has passed\n{got[1]}{got[2]}"
            return expect(got, got[0], text)
        check(f"{name} is found", found)

    def passes(self, image, name):
        """What only looks like a mistake is none."""
        check(f"{name} is none", lambda: expect(self.plant(image, name), 0, "code=0"))
