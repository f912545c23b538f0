/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is registered: slots, of equal numbers on all processes.
 *
 * What a superstep registers and pops is kept in a list, and done when its bsp_sync
 * begins.  Records that are then under way name slots from before; so what is popped keeps
 * its memory until bsp_sync ends.  A popped slot is free for others as soon as
 * those behind it are popped, too.
 */
#include "bsp/state.h"
#include "runtime/panic.h"

#include <stdlib.h>

struct slot {
	const char *base;
	uint32_t bytes;
	bool popped;
};

struct change {
	const char *ident;
	int32_t bytes; /* POP */
	struct bsp_caller caller;
};

enum {
	POP = -1,
	SLOTS_MOST = 1 << SLOT_BITS,
};

static struct {
	struct slot *slot;
	uint32_t count, room;
	struct chain changes;
} table;

static bool sized(const char *call, int nbytes)
{
	if (nbytes < 0) {
		bsp_wrong(call, "there are no sizes below 0", nbytes);
	}
	return nbytes >= 0;
}

static void add_change(const void *ident, int32_t bytes)
{
	struct change *c = chain_add(&table.changes, sizeof(*c));

	c->ident = ident;
	c->bytes = bytes;
	c->caller = bsp_caller;
}

void bsp_push_reg(const void *ident, int nbytes)
{
	BSP_INSIDE_ONLY("bsp_push_reg");
	if (sized("bsp_push_reg", nbytes)) {
		add_change(ident, ident ? nbytes : 0);
	}
}

void bsp_pop_reg(const void *ident)
{
	BSP_INSIDE_ONLY("bsp_pop_reg");
	add_change(ident, POP);
}

int32_t register_find(const void *ident)
{
	for (uint32_t i = table.count; i-- > 0;) {
		if (table.slot[i].base == ident && !table.slot[i].popped) {
			return (int32_t)i;
		}
	}
	return NO_SLOT;
}

static ARCH_COLD void push(const struct change *c)
{
	if (table.count == table.room) {
		uint32_t room = table.room ? 2 * table.room : 8;
		struct slot *slot = NULL;

		if (room <= SLOTS_MOST) {
			slot = realloc(table.slot, room * sizeof(*slot));
		}
		if (!slot) {
			rt_panic("bsp: no memory for what is registered");
		}
		table.slot = slot;
		table.room = room;
	}
	table.slot[table.count++] =
		(struct slot){c->ident, (uint32_t)c->bytes, false};
}

/* B. Jenkins' one-at-a-time, by words. */
static uint32_t mix(uint32_t hash, uint32_t value)
{
	hash += value;
	hash += hash << 10;
	return hash ^ hash >> 6;
}

uint32_t register_change(void)
{
	struct chain_walk walk = chain_start(&table.changes);
	const struct change *c;
	uint32_t hash = message_change();

	if (table.changes.bytes == 0 && hash == 0) {
		return 0;
	}
	for (; (c = chain_here(&walk)); chain_skip(&walk, sizeof(*c))) {
		int32_t slot = NO_SLOT;

		if (c->bytes != POP) {
			push(c);
		} else {
			slot = register_find(c->ident);
			if (slot == NO_SLOT) {
				bsp_caller = c->caller;
				bsp_wrong(
					"bsp_pop_reg",
					"that address is not registered; slot",
					slot);
				bsp_report_wrong();
			}
			table.slot[slot].popped = true;
		}
		hash = mix(hash, 2 + (uint32_t)slot);
	}
	hash += hash << 3;
	hash ^= hash >> 11;
	return (hash + (hash << 15)) | 2; /* neither 0 nor MEET_END */
}

void register_settle(void)
{
	if (table.changes.bytes > 0) {
		chain_clear(&table.changes);
		while (table.count > 0 && table.slot[table.count - 1].popped) {
			table.count--;
		}
	}
}

ARCH_COLD void register_free(void)
{
	chain_free(&table.changes);
	free(table.slot);
	table.slot = NULL;
	table.count = 0;
	table.room = 0;
}

char *register_memory(uint32_t from, const struct record *record)
{
	uint32_t slot = record_slot(record);
	const struct slot *s;

	if (slot >= table.count) {
		bsp_refuse(from, record, " of what is not registered");
	}
	s = &table.slot[slot];
	if (record->bytes > s->bytes ||
	    record->offset > s->bytes - record->bytes) {
		bsp_refuse(from, record, ", beyond what is registered there");
	}
	/* Registered as constant memory, to be put to as the caller says. */
	return (char *)(uintptr_t)s->base + record->offset;
}
