/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Staging: L1 through which goes what requests cannot take from where it is, or not
 * bring there: from local RAM, or with other low address bits.  Puts have a ring of
 * slots, each of which may be used again when its request has read it.
 */
#ifndef TENSIX_STAGE_H
#define TENSIX_STAGE_H

#include <chip.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	STAGE_UNIT = 16,
	STAGE_BYTES = 512, /* of a slot, wherever in a unit they begin */
	STAGE_SLOTS = 4,
};

/* May a request move this as it is?  Local RAM, in the upper half, is out of its reach. */
static inline bool stage_none(uintptr_t mine, uint32_t there)
{
	return (int32_t)mine >= 0 && ((mine ^ there) & (STAGE_UNIT - 1)) == 0;
}

/* Of n bytes from there on what a slot takes: up to where a unit ends, so no word is cut. */
static inline size_t stage_part(uint32_t at, size_t n)
{
	size_t room = STAGE_BYTES - (at & (STAGE_UNIT - 1));

	return n < room ? n : room;
}

/*
 * n bytes, at most STAGE_BYTES, from anywhere into a slot, for a request of that id to
 * `to`, which comes next: its address.
 */
uint32_t stage_fill(uint32_t to, uintptr_t from, size_t n, uint32_t id);

/* n bytes, at most STAGE_BYTES, from anywhere to a rank's L1. */
void stage_put(uint32_t rank, uint32_t to, uintptr_t from, size_t n);

/*
 * A word to a rank's L1, by the request itself where the chip may.  It waits for the
 * writes before it (order_before), and interrupts are held off.
 */
void stage_word(uint32_t rank, uint32_t to, uint32_t value);

/*
 * n bytes, at most STAGE_BYTES, of a rank's L1; where they are until the next call.
 */
uintptr_t stage_get(uint32_t rank, uint32_t from, size_t n);

#endif
