/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks: pieces of this core's MPB that data of any length travel through, one while
 * another is filled.  Its owner alone takes them, for whatever core it is, so their number
 * does not grow with the cores.
 */
#include "arch/arch.h"
#include "messages/am/segments/am_library.h"
#include "runtime/wait.h"

struct block {
	volatile enum {
		FREE,
		TAKEN,
		SENT
	} state;
	uint32_t rank, number; /* of the request that it is in use for */
};

static struct {
	uint32_t offset, bytes;
	uint32_t next;
	struct block block[AM_BLOCKS];
} blocks;

static ARCH_COLD uint32_t am_block_most_bytes(void)
{
	return am_min(rt_to_line(arch_window_bytes(ARCH_WINDOW_MPB) >> 4),
		      AM_BLOCK_MOST);
}

/* Both blocks together: so many whole lines each as there are. */
static ARCH_COLD uint32_t am_block_part_bytes(const struct rt_run *run,
					      uint32_t offered)
{
	uint32_t each =
		(AM_LEAST ? 0 : offered >> 1) & ~(uint32_t)(ARCH_LINE - 1);

	if (run->count > 255) {
		return 0;
	}
	each = am_min(each, am_block_most_bytes());
	return AM_BLOCKS * (each < AM_BLOCK_LEAST ? AM_BLOCK_LEAST : each);
}

static ARCH_COLD void am_block_part_placed(const struct rt_run *run,
					   uint32_t offset, uint32_t size)
{
	(void)run;
	blocks.offset = offset;
	blocks.bytes = size >> 1;
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "am_blocks",
	.bytes = am_block_part_bytes,
	.placed = am_block_part_placed,
};
RT_PART_DEALT(part);

uint32_t am_block_bytes(void)
{
	return blocks.bytes;
}

uint32_t am_block_offset(uint32_t block)
{
	return blocks.offset + (block ? blocks.bytes : 0);
}

static bool is_free(void *what)
{
	return *(volatile const int *)what == FREE || am.mode.evicted;
}

/* By turns, so the one that has been in use for longer. */
int am_block_take(uint64_t deadline, uint32_t *block)
{
	int error = WEFT_OK;
	uint32_t i = blocks.next;
	struct block *b = &blocks.block[i];

	blocks.next = i ^ 1;
	while (!error && b->state != FREE) {
		if (b->state == SENT) {
			error = am_await_freed(b->rank, b->number, deadline);
			if (!error && b->state == SENT) {
				b->state = FREE;
			}
		} else {
			error = am_serve_until(is_free, (void *)&b->state,
					       deadline, RT_ANYONE,
					       "a block of the MPB");
			error = am.mode.evicted ? WEFT_ERR_DEAD : error;
		}
	}
	if (!error) {
		b->state = TAKEN;
		*block = i;
	}
	return error;
}

void am_block_sent(uint32_t block, uint32_t rank, uint32_t number)
{
	struct block *b = &blocks.block[block];

	b->rank = rank;
	b->number = number;
	b->state = SENT;
}

void am_block_free(uint32_t block)
{
	blocks.block[block].state = FREE;
}
