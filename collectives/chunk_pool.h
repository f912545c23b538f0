/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The chunk buffers that all collectives share: two pieces of every core's MPB, as
 * large as what is left allows.  A collective may use its core's buffers from its
 * first message to its last acknowledgement, and leaves nobody reading them.
 */
#ifndef COLLECTIVES_CHUNK_POOL_H
#define COLLECTIVES_CHUNK_POOL_H

#include <stdint.h>

enum {
	CHUNK_BUFFERS = 2
};

/* Bytes of one buffer, whole lines; where there is room 96 lines, 1024 at least. */
uint32_t chunk_bytes(void);

/* Both as one piece, from buffer 0 on. */
uint32_t chunk_pool_bytes(void);

/* Offset of buffer 0 or 1 in window 0. */
uint32_t chunk_buffer(uint32_t i);

#endif
