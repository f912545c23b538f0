/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The chunk buffers that all collectives share: two pieces of every core's MPB, as
 * large as what other parts leave allows.  A collective may use the buffers of its
 * core from its first message to its last acknowledgement.  When it has succeeded, no
 * other core reads or writes them any more.  After a time-out another core of the
 * team may still come to that call.  What it reads then it does not take for right
 * (collectives/barrier/given_up.c).  docs/faults.md says what it may still write.
 */
#ifndef MESSAGES_CHUNK_POOL_H
#define MESSAGES_CHUNK_POOL_H

#include <stddef.h>
#include <stdint.h>

enum {
	CHUNK_BUFFERS = 2
};

extern struct chunk_pool {
	uint32_t size, buffer[CHUNK_BUFFERS];
} chunk_pool;

/*
 * Returns the bytes of one buffer: whole lines, 96 of them where there is room; more in
 * large windows of ports that want them (ARCH_CHUNK_SHIFT).
 */
static inline uint32_t chunk_bytes(void)
{
	return chunk_pool.size;
}

/* Returns the bytes of the next chunk of a message of which so many are left. */
static inline uint32_t chunk_of(size_t left)
{
	return left < chunk_pool.size ? (uint32_t)left : chunk_pool.size;
}

/* Returns the bytes of both buffers as one piece, which begins with buffer 0. */
static inline uint32_t chunk_pool_bytes(void)
{
	return CHUNK_BUFFERS * chunk_pool.size;
}

/* Returns the offset of buffer 0 or 1 in window 0. */
static inline uint32_t chunk_buffer(uint32_t i)
{
	return chunk_pool.buffer[i];
}

#endif
