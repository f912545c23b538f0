/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is registered: slots, of equal numbers on all processes.
 *
 * What a superstep registers and pops is kept in a list, and done when its bsp_sync
 * begins.  Records that are then under way name slots from before; so what is popped keeps
 * its slot until bsp_sync ends.  Then those behind it move up, on all processes alike.
 */
#include "bsp/state.h"
#include "runtime/panic.h"

#include <stdlib.h>

struct change {
	const char *ident;
	int32_t bytes; /* POP */
	struct bsp_caller caller;
};

enum {
	POP = -1,
	SLOTS_MOST = 1 << SLOT_BITS,
};

struct registered registered = {.found = NO_SLOT};

static uint32_t room; /* slots */
static struct chain changes;

static bool sized(const char *call, int nbytes)
{
	if (nbytes < 0) {
		bsp_wrong(call, "there are no sizes below 0", nbytes);
	}
	return nbytes >= 0;
}

static void add_change(const void *ident, int32_t bytes)
{
	struct change *c = chain_add(&changes, sizeof(*c));

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

static int32_t search(const void *ident)
{
	for (uint32_t i = registered.count; i-- > 0;) {
		if (registered.slot[i].base == ident &&
		    !registered.slot[i].popped) {
			return (int32_t)i;
		}
	}
	return NO_SLOT;
}

int32_t register_search(const void *ident)
{
	registered.sought = ident;
	registered.found = search(ident);
	return registered.found;
}

static ARCH_COLD void push(const struct change *c)
{
	if (registered.count == room) {
		uint32_t more = room ? 2 * room : 8;
		struct slot *slot = NULL;

		if (more <= SLOTS_MOST) {
			slot = realloc(registered.slot, more * sizeof(*slot));
		}
		if (!slot) {
			rt_panic("bsp: no memory for what is registered");
		}
		registered.slot = slot;
		room = more;
	}
	registered.slot[registered.count++] =
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
	struct chain_walk walk = chain_start(&changes);
	const struct change *c;
	uint32_t hash = message_change();

	if (changes.bytes == 0 && hash == 0) {
		return 0;
	}
	for (; (c = chain_here(&walk)); chain_skip(&walk, sizeof(*c))) {
		int32_t slot = NO_SLOT;

		if (c->bytes != POP) {
			push(c);
		} else {
			slot = search(c->ident);
			if (slot == NO_SLOT) {
				bsp_caller = c->caller;
				bsp_wrong(
					"bsp_pop_reg",
					"that address is not registered; slot",
					slot);
				bsp_report_wrong();
			}
			registered.slot[slot].popped = true;
		}
		hash = mix(hash, 2 + (uint32_t)slot);
	}
	hash += hash << 3;
	hash ^= hash >> 11;
	return (hash + (hash << 15)) | 2; /* neither 0 nor MEET_END */
}

void register_settle(void)
{
	uint32_t kept = 0;

	if (changes.bytes == 0) {
		return;
	}
	chain_clear(&changes);
	for (uint32_t i = 0; i < registered.count; i++) {
		if (!registered.slot[i].popped) {
			registered.slot[kept++] = registered.slot[i];
		}
	}
	registered.count = kept;
	register_search(registered.sought);
}

ARCH_COLD void register_free(void)
{
	chain_free(&changes);
	free(registered.slot);
	registered.slot = NULL;
	registered.count = 0;
	room = 0;
	register_search(NULL);
}

char *register_memory(uint32_t from, const struct record *record)
{
	uint32_t slot = record_slot(record);
	const struct slot *s = &registered.slot[slot];

	if (slot >= registered.count || record->bytes > s->bytes ||
	    record->offset > s->bytes - record->bytes) {
		register_refuse(from, record);
	}
	/* Registered as constant memory, to be put to as the caller says. */
	return (char *)(uintptr_t)s->base + record->offset;
}

ARCH_COLD _Noreturn void register_refuse(uint32_t from,
					 const struct record *record)
{
	bsp_refuse(from, record,
		   record_slot(record) >= registered.count
			   ? " of what is not registered"
			   : ", beyond what is registered there");
}
