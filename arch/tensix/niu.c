/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The network interface's registers.  They keep their values, so what is the same in
 * each request of an initiator is set once.
 */
#include <board.h>

#include "arch/tensix/niu.h"

enum {
	/*
	 * Acknowledged, by a virtual channel that does not change: bits 4, 7, 13.
	 * Both are no promise of an order ("NoC/Ordering").
	 */
	USUAL = 0x2090,
	READ = USUAL,
	ATOMIC = USUAL | 1,
	WRITE = USUAL | 2,
	WORD = USUAL | 2 | 8,

	/*
	 * Bit 5, and 8, which reserves the path; the class of virtual channels is
	 * 2; without bit 17 the sender is left out.
	 */
	MULTICAST = 0x8000 | (USUAL & 0xff) | 2 | 1 << 5 | 1 << 8,
	START_SHIFT = 12, /* a rectangle's corner, above the other one */

	INCREMENT = 1 << 12 | 31 << 2, /* of 32 bits, the first word */

	ALL_BYTES = 0xf,
};

static uint32_t was[4] __attribute__((aligned(16))); /* niu_increment's */

static inline void set(uint32_t initiator, uint32_t at, uint32_t value)
{
	*(volatile uint32_t *)(uintptr_t)(NIU + initiator * NIU_STRIDE + at) =
		value;
}

static inline __attribute__((always_inline)) void go(uint32_t initiator)
{
	tensix_barrier();
	set(initiator, NIU_GO, 1);
}

/*
 * It has taken the request when this reads 0; and no counter knows of a request before
 * this has been read.
 */
static inline __attribute__((always_inline)) void taken(uint32_t initiator)
{
	while (niu_counter(initiator * NIU_STRIDE + NIU_GO)) {
	}
	tensix_barrier();
}

static inline void set_targ(uint32_t initiator, uint32_t tile)
{
	set(initiator, NIU_TARG_TILE, tile << NIU_TILE_SHIFT);
}

static inline void set_ret(uint32_t initiator, uint32_t tile)
{
	set(initiator, NIU_RET_TILE, tile << NIU_TILE_SHIFT);
}

ARCH_COLD void niu_init(void)
{
	niu_many_done(); /* what an earlier program has left under way */
	set_targ(NIU_WRITES, tensix->tile);
	set(NIU_WRITES, NIU_CTRL, WRITE);
	set_ret(NIU_READS, tensix->tile);
	set(NIU_READS, NIU_TAG, 0);
	set(NIU_READS, NIU_CTRL, READ);
	set_ret(NIU_WORDS, tensix->tile);
	set(NIU_WORDS, NIU_CTRL, WORD);
	set_ret(NIU_ATOMICS, tensix->tile);
	set(NIU_ATOMICS, NIU_TAG, 0);
	set(NIU_ATOMICS, NIU_CTRL, ATOMIC);
	set(NIU_ATOMICS, NIU_LENGTH, INCREMENT);
	set(NIU_ATOMICS, NIU_DATA, 1);
	set(NIU_ATOMICS, NIU_RET_LO, (uint32_t)(uintptr_t)was);
#ifdef NIU_TARG_MID
	for (uint32_t i = NIU_WRITES; i <= NIU_ATOMICS; i++) {
		set(i, NIU_TARG_MID, 0);
		set(i, NIU_RET_MID, 0);
	}
#endif
}

/* Stores to it are taken in order, and a load of the last one's address after them. */
void niu_settle(void)
{
	set(NIU_WORDS, NIU_CTRL, WORD);
	tensix_use(niu_counter(NIU_WORDS * NIU_STRIDE + NIU_CTRL));
}

/* Of n bytes what goes in one packet: up to where a unit of 16 ends, of which none is cut. */
static uint32_t packet(uint32_t at, uint32_t n)
{
	uint32_t room = NIU_PACKET - (at & 15);

	return n < room ? n : room;
}

uint32_t niu_write(uint32_t tile, uint32_t to, uint32_t from, uint32_t n,
		   uint32_t id)
{
	uint32_t packets = 0, part;

	set_ret(NIU_WRITES, tile);
	set(NIU_WRITES, NIU_TAG, id << NIU_TAG_ID);
	do {
		set(NIU_WRITES, NIU_RET_LO, to);
		part = packet(to, n);
		set(NIU_WRITES, NIU_LENGTH, part);
		set(NIU_WRITES, NIU_TARG_LO, from); /* last: put_straight */
		go(NIU_WRITES);
		packets++;
		n -= part;
		to += part;
		from += part;
		taken(NIU_WRITES);
	} while (n > 0);
	return packets;
}

uint32_t niu_multicast(const struct niu_rectangle *tiles, uint32_t to,
		       uint32_t from, uint32_t n)
{
	uint32_t packets;

	set(NIU_WRITES, NIU_CTRL, MULTICAST);
	packets = niu_write(tiles->end | tiles->start << START_SHIFT, to, from,
			    n, NIU_MANY);
	set(NIU_WRITES, NIU_CTRL, WRITE);
	return packets * tiles->tiles;
}

/*
 * No other id has anything under way; the vendor's simulator knows no other mask.  The counts
 * begin anew, which may have wrapped; that of sources is assumed to stay.
 */
void niu_many_done(void)
{
	set(0, NIU_CLEAR, (1 << NIU_IDS) - 1);
}

void niu_write_word(uint32_t tile, uint32_t to, uint32_t value, uint32_t id)
{
	set_targ(NIU_WORDS, tile);
	set(NIU_WORDS, NIU_TARG_LO, to);
	set(NIU_WORDS, NIU_TAG, id << NIU_TAG_ID);
	set(NIU_WORDS, NIU_LENGTH, ALL_BYTES << (to & 15));
	set(NIU_WORDS, NIU_DATA, value);
	go(NIU_WORDS);
	tensix->unseen |= 1u << id; /* meanwhile */
	taken(NIU_WORDS);
}

/* Nobody else reads by this interface: all responses are mine. */
void niu_read(uint32_t to, uint32_t tile, uint32_t from, uint32_t n)
{
	uint32_t done = niu_counter(NIU_READS_DONE), part;

	set_targ(NIU_READS, tile);
	do {
		set(NIU_READS, NIU_TARG_LO, from);
		part = packet(to, n);
		set(NIU_READS, NIU_LENGTH, part);
		set(NIU_READS, NIU_RET_LO, to); /* last: get_straight */
		go(NIU_READS);
		done++;
		n -= part;
		to += part;
		from += part;
		taken(NIU_READS);
	} while (n > 0);
	while (niu_counter(NIU_READS_DONE) != done) {
	}
	tensix_refresh();
}

uint32_t niu_increment(uint32_t tile, uint32_t address)
{
	uint32_t done = niu_counter(NIU_ATOMICS_DONE) + 1;

	set_targ(NIU_ATOMICS, tile);
	set(NIU_ATOMICS, NIU_TARG_LO, address);
	go(NIU_ATOMICS);
	taken(NIU_ATOMICS);
	while (niu_counter(NIU_ATOMICS_DONE) != done) {
	}
	tensix_refresh();
	return *(volatile uint32_t *)was;
}
