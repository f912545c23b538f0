#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Headers of other people's libraries: each compiles alone, as C99, C11 and C++17, has the
numbers that programs rely on, and brings nothing of weft's with it."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from lib import ROOT, check, finish, run, scratch  # noqa: E402

SCRATCH = scratch()
RCCE = {
    "RCCE_SUCCESS": 0, "RCCE_ERROR_BASE": 1234321, "RCCE_ERROR_TARGET": 1234322,
    "RCCE_ERROR_ID": 1234324, "RCCE_ERROR_ALIGNMENT": 1234329,
    "RCCE_ERROR_COMM_UNDEFINED": 1234343, "RCCE_ERROR_ILLEGAL_TYPE": 1234345,
    "RCCE_ERROR_CORE_NOT_IN_HOSTFILE": 1234348, "RCCE_LINE_SIZE": 32,
    "RCCE_BUFF_SIZE_MAX": 8192, "RCCE_MAX_ERROR_STRING": 45, "RCCE_SUM": 23232323,
    "RCCE_PROD": 23232326, "RCCE_INT": 63636363, "RCCE_DOUBLE": 63636366,
    "RCCE_DEBUG_ALL": 111111, "RCCE_DEBUG_DEBUG": 111888, "RCCE_FLAG_SET": 1}
IRCCE = {**RCCE, "iRCCE_SUCCESS": 0, "iRCCE_ERROR": -1, "iRCCE_PENDING": -2,
         "iRCCE_RESERVED": -3, "iRCCE_NOT_ENQUEUED": -4}
SHMEM = {"SHMEM_MAJOR_VERSION": 1, "SHMEM_MINOR_VERSION": 5, "SHMEM_SYNC_VALUE": 0}
ELIB = {
    "E_OK": 0, "E_ERR": -1, "E_WARN": -2, "E_EPI_GROUP": 3, "E_EXT_MEM": 5,
    "E_SHARED_MEM": 7, "E_E64G401": 1, "E_GROUP_WRAP": 0, "E_ROW_WRAP": 1,
    "E_COL_WRAP": 2, "E_PREV_CORE": 0, "E_NEXT_CORE": 1, "E_DMA_ENABLE": 1,
    "E_DMA_MASTER": 2, "E_DMA_CHAIN": 4, "E_DMA_STARTUP": 8, "E_DMA_IRQEN": 16,
    "E_DMA_BYTE": 0, "E_DMA_DWORD": 3 << 5, "E_DMA_MSGMODE": 1 << 10,
    "E_DMA_SHIFT_SRC_IN": 1 << 12, "E_DMA_SHIFT_DST_OUT": 1 << 15, "E_SYNC": 0,
    "E_MEM_FAULT": 2, "E_MESSAGE_INT": 5, "E_DMA1_INT": 7, "E_USER_INT": 9,
    "E_CTIMER_CLK": 1, "E_CTIMER_EXT_LOAD_STALLS": 13, "E_REG_R0": 0xf0000,
    "E_REG_R63": 0xf00fc, "E_REG_CONFIG": 0xf0400, "E_REG_ILATST": 0xf042c,
    "E_REG_DMA0CONFIG": 0xf0500, "E_REG_DMA1STATUS": 0xf053c, "E_REG_COREID": 0xf0704,
    # Words that the loader and the DMA engine have so.
    "offsetof(e_group_config_t, group_id)": 8, "offsetof(e_group_config_t, core_row)": 28,
    "offsetof(e_group_config_t, core_col)": 32, "sizeof(e_group_config_t)": 40,
    "sizeof(e_emem_config_t)": 8, "offsetof(e_dma_desc_t, count)": 8,
    "offsetof(e_dma_desc_t, src_addr)": 16}
HEADERS = (
    ("RCCE.h", "rcce", (), RCCE), ("RCCE.h", "rcce", ("-DGORY",), RCCE),
    ("RCCE.h", "rcce", ("-DSINGLEBITFLAGS",), RCCE),
    ("RCCE.h", "rcce", ("-DRCCE_RWTH",), IRCCE),
    ("RCCE.h", "rcce", ("-DGORY", "-DSINGLEBITFLAGS"), RCCE),
    ("iRCCE.h", "rcce", (), IRCCE), ("shmem.h", "shmem", (), SHMEM),
    ("mpp/shmem.h", "shmem", (), SHMEM), ("e_lib.h", "elib", (), ELIB),
    ("e-lib.h", "elib", (), ELIB), ("e_dma.h", "elib", (), {}), ("bsp.h", None, (), {}))
DIALECTS = (("c99", "c"), ("c11", "c"), ("c++17", "c++"))


def text_of(header, numbers):
    keyword = "static_assert"
    lines = [f"#include <{header}>", f"#include <{header}>", "#include <stddef.h>"]
    lines += [f'{keyword}({name} == {value}, "{name}");' for name, value in numbers.items()]
    return "\n".join(lines) + "\nint main(void) { return 0; }\n"


def compiles(header, folder, macros, numbers):
    name = re.sub(r"\W", "-", " ".join((header, *macros)))
    include = [f"-Iinclude/compat/{folder}"] if folder else ["-Iinclude"]
    for standard, language in DIALECTS:
        path = os.path.join(SCRATCH, f"{name}.{standard}")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text_of(header, numbers))
        flags = [] if language == "c++" else ["-Dstatic_assert=_Static_assert",
                                              "-Wno-pedantic"]
        status, out, err = run(["gcc", "-x", language, f"-std={standard}", "-Wall",
                                "-Werror", "-H", *flags, *macros, *include, "-fsyntax-only",
                                path], 60)
        if status:
            return f"{standard}: {err}"
        if folder and re.search(r"include/weft/", err):
            return f"{standard}: it includes weft's headers"
    return None


def only_its_names(header, folder, macros):
    """A program sees no name of weft's: no macro, type or function."""
    path = os.path.join(SCRATCH, f"{header}.names.c")
    with open(path, "w", encoding="utf-8") as f:
        f.write(f"#include <{header}>\n")
    status, out, err = run(["gcc", "-std=c11", "-E", "-dD", *macros,
                            f"-Iinclude/compat/{folder}", path], 60)
    found = sorted(set(re.findall(r"\b(?:weft|WEFT|rt|RT|arch|ARCH)_\w+", out)))
    return err if status else " ".join(found) or None


for h, folder, macros, numbers in HEADERS:
    check(f"{h} {' '.join(macros)}", compiles, h, folder, macros, numbers)
for h, folder in (("RCCE.h", "rcce"), ("iRCCE.h", "rcce"), ("shmem.h", "shmem"),
                  ("e_lib.h", "elib")):
    check(f"{h}: no name of weft's", only_its_names, h, folder, ())
finish()
