# SPDX-License-Identifier: Apache-2.0
"""How board gpu is started: an NVIDIA GPU, a block a core, by NVIDIA's driver.

An H100 has 132 cores; what a chip has not is refused by the driver.
"""

import ctypes
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(
    os.path.realpath(__file__))), "emu"))
import gpu_board  # noqa: E402
from gpu_board import FAIL_STATUS, PASS_STATUS, on_timeout, report  # noqa: E402,F401

BOARD = "gpu"
DEFAULT_CORES = 16
MAX_CORES = 256  # GPU_CORES_MOST of arch/gpu/layout.h
MODES = ("gpu",)
CORES = "1,2,3,17,47,48,132"  # of tests that name none


def missing():
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        return "no libcuda.so.1: NVIDIA's driver is not here"
    return None


def command(run):
    if missing():
        raise ValueError(f"board gpu: {missing()}; gpu-emu needs none")
    return gpu_board.command(run, "weft-gpu") + [run.image]
