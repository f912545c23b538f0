/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Chunks of streams, and the two chunk buffers of a process that they go through.  A chunk
 * has a number, counted for each pair and direction over the whole run.
 *
 * Pull: the sender puts a chunk into its own next buffer and tells the receiver, at
 * `ready`; the receiver gets it and tells the sender, at `reply`, who then may use
 * that buffer again.
 *
 * Either word is the chunk's number, and in its lowest bit which buffer it is about.
 * The writer may have gone on to the next chunk of the same pair, which then is in the
 * other buffer, but no further.
 */
#ifndef BSP_CHUNK_H
#define BSP_CHUNK_H

#include "arch/arch.h"
#include "bsp/state.h"
#include "messages/chunk_pool.h"

enum {
	CHUNK_NOBODY = -1
};

/* My two buffers: pulled, whose chunk is there; pushed, to whom they are given. */
extern struct bsp_buffers {
	struct {
		int32_t partner;
		uint32_t chunk;
	} mine[CHUNK_BUFFERS];
	uint32_t next;
	uint32_t room; /* bytes of a chunk */
} bsp_buffers;

/* Before an exchange: how long chunks are. */
void chunk_begin(void);

/* Bytes of the next chunk of so many that are left. */
static inline uint32_t chunk_part(uint32_t left)
{
	return left < bsp_buffers.room ? left : bsp_buffers.room;
}

/* A word for chunk number n. */
static inline uint32_t chunk_word(uint32_t chunk, uint32_t buffer)
{
	return (chunk << 1) + meet_epoch() + buffer;
}

/* Has that word of mine come to chunk number n? */
static inline bool chunk_is_at(uint32_t word, uint32_t chunk)
{
	return (int32_t)(arch_flag_read(bsp.me, word) - chunk_word(chunk, 0)) >=
	       0;
}

/* Waits for that; in which buffer chunk number n is. */
uint32_t chunk_await(uint32_t word, uint32_t chunk, uint32_t from,
		     const char *what);

/* The next n bytes of the stream for a partner, into a window. */
void chunk_fill(struct partner *p, uint32_t core, uint32_t offset, uint32_t n);

/*
 * Pulled: n bytes to a partner, when my next buffer is free, or from one.  A buffer is
 * free when its chunk has been taken; chunk_is_free does not wait for that.
 */
void chunk_send(struct partner *p, uint32_t to, uint32_t n);
void chunk_take(struct partner *p, uint32_t from, uint32_t n);
bool chunk_is_free(uint32_t buffer);
void chunk_await_free(uint32_t buffer);

#endif
