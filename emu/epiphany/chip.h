/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The chip: a grid of cores, the network between them, external memory.
 *
 * Time is in clocks.  Cores run in turns (turns.h); whatever crosses the network
 * is an event with a time (event.h).  Everything follows from image, options and
 * seed.
 */
#ifndef EMU_EPIPHANY_CHIP_H
#define EMU_EPIPHANY_CHIP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "emu/epiphany/core.h"
#include "emu/epiphany/memory.h"

enum {
	ID_COLUMNS = 64, /* a core's number is row * 64 + column */
	ID_COUNT = 4096,
	TARGET_EXTERNAL = -1, /* in place of an index into chip.cores */
	TARGET_NONE = -2,
	LOCAL_BYTES = 0x100000, /* below: the core's own; above: global */
	REGISTERS = 0xf0000,    /* offset of the memory-mapped registers */
	REGISTERS_END = 0xf0800,
};

enum model {
	MODEL_E16, /* E16G301, the third generation */
	MODEL_E64, /* E64G401, the fourth */
};

struct chip {
	/* What it is. */
	uint32_t rows, columns, count;
	uint32_t origin; /* number of the core in row 0, column 0 */
	enum model model;
	uint32_t sram_bytes;
	uint32_t external_base;
	struct memory external;
	struct core *cores;
	int16_t index_of[ID_COUNT]; /* of a core's number, or TARGET_NONE */

	/* How it is run. */
	uint64_t seed;
	uint32_t delay;  /* most clocks that the seed adds to a transaction */
	uint32_t window; /* clocks that cores run before they take turns */
	uint64_t limit;  /* clocks */
	bool writable_code, any_stack;
	FILE *trace;

	/* How it goes. */
	uint64_t now;     /* of the events, and of the cores' turn */
	uint64_t horizon; /* cores run up to this clock, then events are due */
	uint64_t random;
	struct core **active; /* those that run */
	uint32_t active_count;
	uint32_t started, ended;
	uint32_t wand_count; /* cores with STATUS.WAND set */
};

extern struct chip chip;

/* This core runs: it is among those that take turns from now on. */
void chip_list(struct core *core);

/* A number below `limit`, from the seed. */
uint32_t chip_random(uint32_t limit);

/* Where an address leads; `offset` into that memory or core. */
int chip_target(const struct core *from, uint32_t address, uint32_t *offset);

/* A core that does not run has no clock of its own. */
static inline uint64_t core_now(const struct core *core)
{
	return core->state != CORE_RUNS && core->clock < chip.now ? chip.now
								  : core->clock;
}

static inline uint32_t core_row(const struct core *core)
{
	return core->id / ID_COLUMNS;
}

static inline uint32_t core_column(const struct core *core)
{
	return core->id % ID_COLUMNS;
}

#endif
