# SPDX-License-Identifier: Apache-2.0
"""What the tests of the Epiphany share: its toolchain and its emulator."""

import os
import subprocess
import sys

from lib import ROOT, run

BOARD = "epiphany-emu"
OUT = os.environ.get("EPIPHANY_OUT", "build/epiphany")
EMULATOR = os.path.join(OUT, "epiphany-emu")
SEED = int(os.environ.get("WEFT_SEED", "1"))


def tool(name):
    return os.path.join(OUT, "toolchain", "bin", "epiphany-elf-" + name)


def ready():
    """Toolchain and emulator, built when they are not there."""
    env = {k: v for k, v in os.environ.items()
           if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "BOARD")}
    if subprocess.call(["make", "vehicle", f"BOARD={BOARD}",
                        f"EPIPHANY_OUT={OUT}"], env=env,
                       stdin=subprocess.DEVNULL, stdout=sys.stderr):
        print("Bail out!  make vehicle has failed")
        sys.exit(1)


def build_image(image, sources, flags):
    """One image for a core's memory, with the tests' own start and script."""
    return run([tool("gcc"), "-I", ROOT, *flags, "-Werror=attributes",
                "-Wl,--no-warn-rwx-segments", "-nostdlib", "-T",
                os.path.join(ROOT, "tests/epiphany/link.ld"), "-o", image,
                os.path.join(ROOT, "tests/epiphany/crt.S"), *sources,
                "-lgcc"], 120)
