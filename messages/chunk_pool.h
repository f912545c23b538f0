/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The chunk buffers that all collectives share: two pieces of every core's MPB, as
 * large as what is left allows.  A collective may use its core's buffers from its
 * first message to its last acknowledgement, and leaves nobody reading them.
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

/* Bytes of one buffer, whole lines; where there is room 96 lines, 1024 at least. */
static inline uint32_t chunk_bytes(void)
{
	return chunk_pool.size;
}

/* Bytes of the next chunk when so many are left. */
static inline uint32_t chunk_of(size_t left)
{
	return left < chunk_pool.size ? (uint32_t)left : chunk_pool.size;
}

/* Both as one piece, from buffer 0 on. */
static inline uint32_t chunk_pool_bytes(void)
{
	return CHUNK_BUFFERS * chunk_pool.size;
}

/* Offset of buffer 0 or 1 in window 0. */
static inline uint32_t chunk_buffer(uint32_t i)
{
	return chunk_pool.buffer[i];
}

#endif
