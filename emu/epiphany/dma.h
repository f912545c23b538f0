/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A DMA channel: two nested loops that copy units of 1 to 8 bytes.
 *
 * Writing CONFIG starts it, with the registers as they are or with a descriptor
 * from local memory, which it fetches some clocks later.  Every unit is an event
 * of its own, so cores and other traffic go on in between.  Alignment, counts and
 * descriptors are checked; a real channel silently does something else.
 */
#ifndef EMU_EPIPHANY_DMA_H
#define EMU_EPIPHANY_DMA_H

#include <stdbool.h>
#include <stdint.h>

struct core;
struct event;

/* Bits of CONFIG; the next descriptor is in the upper half. */
enum {
	D_ENABLE = 1 << 0,
	D_MASTER = 1 << 1,
	D_CHAIN = 1 << 2,
	D_STARTUP = 1 << 3,
	D_IRQ = 1 << 4,
	D_SIZE_SHIFT = 5,
	D_MESSAGE = 1 << 10,
	D_SOURCE_IN = 1 << 12, /* strides count units of 64 KB */
	D_TARGET_IN = 1 << 13,
	D_SOURCE_OUT = 1 << 14,
	D_TARGET_OUT = 1 << 15,
};

enum {
	DMA_IDLE = 0,
	DMA_ACTIVE = 5,
	DMA_LAST = 10, /* all is read for, not all has come */
	DMA_ERROR = 13,
};

struct dma {
	uint32_t config, stride, count, source, target;
	uint32_t descriptor; /* the current one; 0: registers */
	bool fetching;       /* it, before any unit */
	unsigned state;
	uint32_t outer_stride;
	uint32_t inner, outer; /* units and rows left */
	uint32_t outstanding;  /* far reads that have not arrived */
	uint32_t last_target;
	uint32_t generation;
};

uint32_t dma_read(const struct core *core, unsigned index, unsigned reg);
void dma_write(struct core *core, unsigned index, unsigned reg, uint32_t value);

/* Events: the descriptor or the next unit is due; a unit that was read from afar has come. */
void dma_unit(const struct event *event);
void dma_arrived(struct core *core, unsigned index, uint32_t generation);

/* Copy the unit that is due; returns the clocks until the next may follow. */
uint64_t dma_copy(struct core *core, unsigned index);

/* On to the next unit; false: that was the last. */
bool dma_advance(struct dma *dma);

#endif
