/* SPDX-License-Identifier: Apache-2.0 */
/* Making the cores, and how they start, as the command line has it. */
#ifndef SIM_CHIP_CORE_H
#define SIM_CHIP_CORE_H

#include "sim/chip/engine.h"

#define START_LATE_MAX 64

struct start {
	uint64_t dram_bytes; /* of each core */
	struct {
		uint32_t rank;
		uint64_t by;
	} late[START_LATE_MAX];
	uint32_t late_count;
};

extern struct start core_start;

void core_create_all(void); /* after boot_read */
void core_start_all(void);  /* after load_images */

/* Where a coroutine starts; its stack holds nothing else. */
_Noreturn void core_main(void);

/* With that stack pointer it has run out of its stack. */
bool core_overflows(const struct core *core, uintptr_t sp);

/*
 * Bytes from there down to the end of the stack that the core runs on, which may
 * be a fiber's; 0: it lies elsewhere.
 */
size_t core_stack_left(const struct core *core, uintptr_t sp);

/* It is to keep so much for what the engine does there. */
#define STACK_ROOM 16384

/* switch_*.S: lay out a fresh stack so that a switch to it enters core_main. */
void *coroutine_prepare(void *top);

#endif
