/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of each basic block, and counts of instructions. */
#ifndef SIM_CHIP_BLOCKS_H
#define SIM_CHIP_BLOCKS_H

#include "sim/chip/engine.h"

void blocks_read(const char *path, uintptr_t image_bytes);
void blocks_count(const char *path);

/* A line there for each block that any core enters, its address from the image's base, and
 * at the end one with the time.  After all that watches functions, before images start. */
void blocks_cover(const char *path);

/* Have host.mark called in that function's first block: its address, from the
 * image's base; 0 if there is no such function. */
uintptr_t blocks_mark(const char *name);

/* What a core's image adds twice a return address to. */
uintptr_t blocks_of(const struct core *core);

/*
 * Have this called whenever a core enters the function, before anything of it is done;
 * the block is charged for afterwards.  False: there is no such function, as the
 * compiler may have made it part of those that call it.
 */
typedef void block_entered(struct core *core, const char *function);
bool blocks_watch(const char *function, block_entered *entered);

void blocks_ops(struct sim_host *host);

#endif
