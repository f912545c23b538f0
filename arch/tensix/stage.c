/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/tensix/stage.h"

#include "arch/tensix/copy.h"
#include "arch/tensix/order.h"

struct slot {
	uint8_t bytes[STAGE_UNIT + STAGE_BYTES];
} __attribute__((aligned(16)));

static struct slot slots[STAGE_SLOTS] BOARD_LARGE, got BOARD_LARGE;
static uint32_t sent_by[STAGE_SLOTS]; /* the id of a slot's last request */
static uint32_t next;

static uint32_t in_slot(struct slot *slot, uint32_t there)
{
	return (uint32_t)(uintptr_t)slot->bytes + (there & (STAGE_UNIT - 1));
}

/* The last word of n bytes is not in the middle of being stored. */
static void landed(uint32_t at, size_t n)
{
	tensix_landed((volatile uint32_t *)((at + n - 1) & -(uintptr_t)4));
}

uint32_t stage_fill(uint32_t to, uintptr_t from, size_t n, uint32_t id)
{
	uint32_t i = next, at = in_slot(&slots[i], to);

	while (niu_sends(sent_by[i])) {
	}
	tensix_copy_in(at, from, n);
	FENCE(tensix_stage, landed(at, n));
	sent_by[i] = id;
	next = (i + 1) & (STAGE_SLOTS - 1);
	return at;
}

void stage_put(uint32_t rank, uint32_t to, uintptr_t from, size_t n)
{
	uint32_t id = order_id(rank), at = stage_fill(to, from, n, id);

	order_wrote(rank);
	niu_write(tensix->tiles[rank], to, at, n, id);
}

void stage_word(uint32_t rank, uint32_t to, uint32_t value)
{
	uint32_t state = tensix_close();

	order_soon(rank);
	if (CHIP_INLINE) {
		niu_write_word(tensix->tiles[rank], to, value, order_id(rank));
	} else {
		stage_put(rank, to, (uintptr_t)&value, sizeof(value));
	}
	tensix_open(state);
}

uintptr_t stage_get(uint32_t rank, uint32_t from, size_t n)
{
	uint32_t at = in_slot(&got, from);

	niu_read(at, tensix->tiles[rank], from, n);
	return at;
}
