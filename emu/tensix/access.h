/* SPDX-License-Identifier: Apache-2.0 */
/* A core's loads and stores, beyond those to its local RAM. */
#ifndef EMU_TENSIX_ACCESS_H
#define EMU_TENSIX_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

struct core;

enum {
	LOCAL_RAM = (int)0xffb00000,
};

/*
 * Aligned or not, anywhere; false: time must go by, then it is tried again.  *ready is when the
 * value may be used.
 */
bool access_load(struct core *core, uint32_t address, unsigned bytes,
		 uint32_t *value, uint64_t *ready);
void access_store(struct core *core, uint32_t address, unsigned bytes,
		  uint32_t value);

/* AMO on L1; as access_load. */
bool access_atomic(struct core *core, uint32_t address, unsigned which,
		   uint32_t operand, uint32_t *old);

/* Stores of this core that have landed by then are in L1. */
void access_land(struct core *core, uint64_t clock);

void access_fence(struct core *core);

/* 16 bytes of L1, as this core has them; *ready is when the last one is there. */
void access_line(struct core *core, uint32_t address, uint8_t *line,
		 uint64_t *ready);

/* cache.c: L1 through Blackhole's data cache. */
uint32_t cache_load(struct core *core, uint32_t address, unsigned bytes,
		    uint64_t *ready);
void cache_store(struct core *core, uint32_t address, unsigned bytes,
		 uint32_t value);
void cache_empty(struct core *core);

/* devices.c: what registers are there; dies where nothing is. */
uint32_t device_load(struct core *core, uint32_t address);
void device_check_store(struct core *core, uint32_t address);
struct tile;
unsigned device_of(const struct tile *tile, uint32_t address);

#endif
