/* SPDX-License-Identifier: Apache-2.0 */
#include "messages/chunk_pool.h"
#include "runtime/part.h"

enum {
	MOST_LINES = 96,   /* the published chunk of OC-Bcast */
	MOST_LEAST = 1024, /* bytes, where lines are short */
	LEAST_LINES = 16,  /* what all collectives can do with .. */
	LEAST_BYTES = 256, /* .. if the largest element of a weft_op fits */
};

struct chunk_pool chunk_pool;

static ARCH_COLD uint32_t chunk_pool_most_bytes(void)
{
	uint32_t most = MOST_LINES * ARCH_LINE;
#ifdef ARCH_CHUNK_SHIFT
	uint32_t share = arch_window_bytes(ARCH_WINDOW_MPB) >> ARCH_CHUNK_SHIFT;

	most = most < share ? share : most;
#endif
	return most < MOST_LEAST ? MOST_LEAST : most;
}

static ARCH_COLD uint32_t chunk_pool_part_bytes(const struct rt_run *run,
						uint32_t offered)
{
	uint32_t half = offered / CHUNK_BUFFERS & ~(uint32_t)(ARCH_LINE - 1);
	uint32_t most = chunk_pool_most_bytes(),
		 least = LEAST_LINES * ARCH_LINE;

	(void)run;
	half = half < most ? half : most;
	least = least < LEAST_BYTES ? LEAST_BYTES : least;
	half = half < least ? least : half;
	return CHUNK_BUFFERS * half;
}

static ARCH_COLD void chunk_pool_part_place(const struct rt_run *run,
					    uint32_t offset, uint32_t taken)
{
	(void)run;
	chunk_pool.size = taken / CHUNK_BUFFERS;
	chunk_pool.buffer[0] = offset;
	chunk_pool.buffer[1] = offset + chunk_pool.size;
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "chunks",
	.last = 1,
	.bytes = chunk_pool_part_bytes,
	.placed = chunk_pool_part_place,
};
RT_PART_DEALT(part);
