/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Chunks of streams, and the two chunk buffers of a process that they go through.  A chunk
 * has a number, counted for each pair and direction over the whole run.
 *
 * Pull: the sender puts a chunk into its own next buffer and tells the receiver, at
 * `ready`; the receiver gets it and tells the sender, at `reply`, who then may use
 * that buffer again.
 *
 * What a process says to another one at `ready` has a number, counted for the pair, and below
 * it the low bits of the number of the chunk among all that its sender has put, so also
 * which buffer it is in.  The writer may have gone on to the next chunk of the same
 * pair, which then is the next one of all, in the other buffer; but no further.
 *
 * A buffer has one word for replies, by whoever takes the chunk: which time it is
 * that the buffer has been used, modulo four, in the highest bits.  The word is waited for
 * in turn, so one time is never taken for another.
 */
#ifndef BSP_CHUNK_H
#define BSP_CHUNK_H

#include "arch/arch.h"
#include "bsp/state.h"
#include "messages/chunk_pool.h"
#include "runtime/mpb_map.h"

enum {
	CHUNK_NOBODY = -1,
	CHUNK_TURN = 7,   /* of a sender's chunks: the buffer, and the time */
	CHUNK_NOTES = 3,  /* from this bit on: two of neighbours.c; .. */
	CHUNK_BESIDE = 5, /* .. what else is said, .. */
	CHUNK_BESIDES = 255, /* .. so much; .. */
	CHUNK_NUMBER = 13,   /* .. and the number */
};

/* My two buffers: pulled, whose chunk is there; pushed, to whom they are given. */
extern struct bsp_buffers {
	struct {
		int32_t partner;
		uint32_t turn;
	} mine[CHUNK_BUFFERS];
	uint32_t next;
	uint32_t turn;   /* pulled: chunks that I have put, from 1 on */
	uint32_t beside; /* of what I say */
	uint32_t room;   /* bytes of a chunk */
} bsp_buffers;

/* Before an exchange: how long chunks are. */
void chunk_begin(void);

/* Bytes of the next chunk of so many that are left. */
static inline uint32_t chunk_part(uint32_t left)
{
	return left < bsp_buffers.room ? left : bsp_buffers.room;
}

/* What the n-th word for a partner is at least, whatever it says. */
static inline uint32_t chunk_least(uint32_t n)
{
	return ((rt_run.epoch >> CHUNK_NUMBER) + n) << CHUNK_NUMBER;
}

/* The n-th word for that partner, with a chunk's turn; and what else is said. */
static inline uint32_t chunk_word(const struct partner *p, uint32_t n,
				  uint32_t turn)
{
	return chunk_least(n) | bsp_buffers.beside << CHUNK_BESIDE |
	       p->notes << CHUNK_NOTES | (turn & CHUNK_TURN);
}

static inline uint32_t chunk_beside(uint32_t word)
{
	return word >> CHUNK_BESIDE & CHUNK_BESIDES;
}

/* Has that word of mine come to number n? */
static inline bool chunk_is_at(uint32_t word, uint32_t n)
{
	return (int32_t)(arch_flag_read(bsp.me, word) - chunk_least(n)) >= 0;
}

/* Waits for that; the turn of that chunk. */
uint32_t chunk_await(uint32_t word, uint32_t n, uint32_t from,
		     const char *what);

/* The next n bytes of the stream for a partner, into a window. */
void chunk_fill(struct partner *p, uint32_t core, uint32_t offset, uint32_t n);

/*
 * Pulled: n bytes to a partner, when my next buffer is free, or from one.  A buffer is
 * free when its chunk has been taken; chunk_is_free does not wait for that.  Before
 * the deadline, if there is one, it may not be.
 */
void chunk_send(struct partner *p, uint32_t to, uint32_t n);
void chunk_take(struct partner *p, uint32_t from, uint32_t n);
bool chunk_is_free(uint32_t buffer);
void chunk_await_free(uint32_t buffer, uint64_t deadline);

#endif
