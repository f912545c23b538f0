/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Requests to the network, by the tile's interface (NIU) to NoC 0.  By tenstorrent's
 * tt-isa-documentation, "NoC/MemoryMap" and "NoC/Counters".  NoC 1, and initiators
 * of NoC 0 that are not named here, are the application's.
 *
 * Both ends of a request have the same low four bits of their address; the end in this
 * tile lies in L1, and what the core has stored there has landed (tensix_drain)
 * before the request is made.
 *
 * Writes carry one of 16 transaction ids, by which their acknowledgements are
 * counted: that of the rank they go to (order.h).  At most 255 of an id may be
 * under way.
 */
#ifndef TENSIX_NIU_H
#define TENSIX_NIU_H

#include <chip.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	NIU = 0xffb20000,

	/* Initiators. */
	NIU_WRITES = 0,
	NIU_READS = 1,
	NIU_WORDS = 2,
	NIU_ATOMICS = 3,

	/* An initiator's registers; <chip.h> has those that differ. */
	NIU_TARG_LO = 0x00,
	NIU_RET_LO = 0x0c,
	NIU_TAG = 0x18,
	NIU_CTRL = 0x1c,
	NIU_LENGTH = 0x20, /* or which bytes, or an atomic's operands */

	NIU_TAG_ID = 10, /* the transaction id's place in it */

	/*
	 * Counters.  Three assumptions, which no page of the vendor's says (CAVEATS.md): an
	 * id's count and the total change together; NIU_CLEAR spares NIU_SOURCES; and
	 * NIU_WAITED may wrap under multicast, whose acknowledgements are many.
	 */
	NIU_ATOMICS_DONE = 0x200,
	NIU_WRITES_DONE = 0x204, /* acknowledgements, whatever the id */
	NIU_READS_DONE = 0x208,
	NIU_WAITED = 0x240,  /* a word an id: requests not acknowledged */
	NIU_SOURCES = 0x280, /* .. whose source has not been read */

	NIU_IDS = 16,
	NIU_MANY =
		15, /* the id of multicasts, without other writes; reads' is 0 */
};

static inline uint32_t niu_counter(uint32_t at)
{
	return *(volatile uint32_t *)(uintptr_t)(NIU + at);
}

/* Are there writes of this id that are not acknowledged? */
static inline bool niu_waits(uint32_t id)
{
	return niu_counter(NIU_WAITED + (id << 2)) != 0;
}

/* .. whose source is still to be read, and must not change? */
static inline bool niu_sends(uint32_t id)
{
	return niu_counter(NIU_SOURCES + (id << 2)) != 0;
}

/* This tile, as requests name it: x and y in one. */
static inline uint32_t niu_tile(void)
{
	return niu_counter(NIU_LOGICAL) & 0xfff;
}

/* Once; tensix->tile is known. */
void niu_init(void);

/* All that this core has stored to the interface has reached it. */
void niu_settle(void);

/*
 * Write n bytes of L1 to a tile's; not 0, at most 255 packets, of which it returns the
 * number.
 */
uint32_t niu_write(uint32_t tile, uint32_t to, uint32_t from, uint32_t n,
		   uint32_t id);

/* Tiles between two corners, as niu_tile has them; how many take part: not I. */
struct niu_rectangle {
	uint32_t start, end, tiles;
};

/* niu_write to all of them, with id NIU_MANY; returns how many are to acknowledge. */
uint32_t niu_multicast(const struct niu_rectangle *tiles, uint32_t to,
		       uint32_t from, uint32_t n);

/*
 * All of NIU_MANY have acknowledged: what its count says has no meaning.  Nothing else
 * is under way, reads and increments included: the counts of all ids are cleared.
 */
void niu_many_done(void);

/* Write a word to a tile's register; with CHIP_INLINE, to its L1, too.  As order_wrote. */
void niu_write_word(uint32_t tile, uint32_t to, uint32_t value, uint32_t id);

/* Read n bytes of a tile's L1 to mine; not 0.  They are there on return. */
void niu_read(uint32_t to, uint32_t tile, uint32_t from, uint32_t n);

/* Add one to the first word of 16 bytes of a tile's L1; returns what it was. */
uint32_t niu_increment(uint32_t tile, uint32_t address);

#endif
