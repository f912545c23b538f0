// SPDX-License-Identifier: Apache-2.0
/*
 * Blackhole's data cache: four lines of 16 bytes a core, which nothing keeps coherent.  Own
 * stores go through it.  A hit empties it now and then, by the seed.
 */
#include <string.h>

#include "emu/tensix/access.h"
#include "emu/tensix/tile.h"
#include "emu/tensix/timing.h"

enum {
	NO_LINE = 1,         /* no address of one */
	CACHE_OFF = 1 << 3,  /* in CSR 0x7c0 */
	KEEP_HITS = 1 << 24, /* the same: hits never empty it */
	ONE_IN = 125,
};

void cache_empty(struct core *core)
{
	for (unsigned i = 0; i < L0_LINES; i++) {
		core->l0_address[i] = NO_LINE;
	}
}

static uint8_t *find(struct core *core, uint32_t address)
{
	for (unsigned i = 0; i < L0_LINES; i++) {
		if (core->l0_address[i] == (address & ~15u)) {
			return core->l0[i] + (address & 15);
		}
	}
	return NULL;
}

static uint8_t *fill(struct core *core, uint32_t address, uint64_t *ready)
{
	unsigned i = core->l0_next++ % L0_LINES;

	core->l0_address[i] = address & ~15u;
	access_line(core, address & ~15u, core->l0[i], ready);
	return core->l0[i] + (address & 15);
}

uint32_t cache_load(struct core *core, uint32_t address, unsigned bytes,
		    uint64_t *ready)
{
	uint8_t *at = find(core, address);
	uint32_t value = 0;

	if (core->config & CACHE_OFF) {
		cache_empty(core);
		at = NULL;
	}
	if (at) {
		*ready = core->clock - 1 + T_L0;
	}
	if (at && chip.seed && !(core->config & KEEP_HITS)) {
		core->busy = true; /* one day it will find something new */
		if (!chip_random(ONE_IN)) {
			cache_empty(core);
		}
	}
	if (!at) {
		at = fill(core, address, ready);
	}
	memcpy(&value, at, bytes);
	return value;
}

void cache_store(struct core *core, uint32_t address, unsigned bytes,
		 uint32_t value)
{
	uint8_t *at = find(core, address);

	if (at) {
		memcpy(at, &value, bytes);
	}
}
