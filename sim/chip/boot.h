/* SPDX-License-Identifier: Apache-2.0 */
/* The boot record and the files that it names. */
#ifndef SIM_CHIP_BOOT_H
#define SIM_CHIP_BOOT_H

#include "sim/chip/engine.h"

/* Read and check the record; sets engine.boot and engine.count. */
void boot_read(const char *path);

/* "index:path": what the record's file entry of that index is. */
void boot_add_file(const char *option);

/* Give a core its private DRAM, with its files at the end of it. */
void boot_place(struct core *core, char *dram, uint64_t bytes);

#endif
