/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is registered: entries, of equal numbers on all processes.
 *
 * What a superstep registers and pops is kept in a list, and done when its bsp_sync
 * begins.  Records that are then under way name entries from before; so what is popped keeps
 * its entry until bsp_sync ends.  Then those behind it move up, on all processes alike.
 */
#include "bsp/state.h"
#include "runtime/panic.h"

#include <stdlib.h>

enum {
	ENTRIES_MOST = 1 << ENTRY_BITS,
};

struct registered registered = {.found = NO_ENTRY, .row = 1};

static uint32_t room; /* entries */
static struct chain changes;

/* Where the process that calls notes its changes. */
static struct chain *notes = &changes;

static bool sized(const char *call, int nbytes)
{
	if (nbytes < 0) {
		bsp_wrong(call, "there are no sizes below 0", nbytes);
	}
	return nbytes >= 0;
}

static void add_change(const void *ident, int32_t bytes)
{
	struct change *c = chain_add(notes, sizeof(*c));

	c->ident = ident;
	c->bytes = bytes;
	c->local = registered.local;
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

/* The rows' entries of that process, the last one first. */
static int32_t search(const void *ident, uint32_t local)
{
	for (uint32_t i = registered.count + local; i >= registered.row;) {
		i -= registered.row;
		if (registered.entry[i].base == ident &&
		    !registered.entry[i].popped) {
			return (int32_t)i;
		}
	}
	return NO_ENTRY;
}

int32_t register_search(const void *ident)
{
	registered.sought = ident;
	registered.found = search(ident, registered.local);
	return registered.found;
}

static ARCH_COLD void register_push(const struct change *c)
{
	if (registered.count == room) {
		uint32_t more = room ? 2 * room : 8;
		struct entry *entry = NULL;

		if (more <= ENTRIES_MOST) {
			entry = realloc(registered.entry,
					more * sizeof(*entry));
		}
		if (!entry) {
			rt_panic("bsp: no memory for what is registered");
		}
		registered.entry = entry;
		room = more;
	}
	registered.entry[registered.count++] =
		(struct entry){c->ident, (uint32_t)c->bytes, false};
}

/* B. Jenkins' one-at-a-time, by words. */
static uint32_t mix(uint32_t hash, uint32_t value)
{
	hash += value;
	hash += hash << 10;
	return hash ^ hash >> 6;
}

static ARCH_COLD _Noreturn void register_unlike(void)
{
	rt_panic("bsp_sync: processes of this core have not registered and "
		 "popped alike");
}

void register_caller(uint32_t local, struct chain *own)
{
	static const char nothing;

	registered.local = local;
	registered.sought = &nothing; /* and so `found` is nobody's */
	notes = own;
}

/*
 * A row has an entry for each of registered.row processes, though this core may have
 * fewer: what the first one does is done for those that are not there, without memory.
 */
ARCH_COLD void register_join(struct chain *const *lists, uint32_t processes)
{
	struct chain_walk walk[REGISTER_ROW_MOST];
	const struct change *first;

	for (uint32_t i = 0; i < processes; i++) {
		walk[i] = chain_start(lists[i]);
		if (lists[i]->bytes != lists[0]->bytes) {
			register_unlike();
		}
	}
	for (; (first = chain_here(&walk[0]));) {
		for (uint32_t i = 0; i < registered.row; i++) {
			const struct change *c =
				i < processes ? chain_here(&walk[i]) : first;
			struct change *joined =
				chain_add(&changes, sizeof(*joined));

			if ((c->bytes == POP) != (first->bytes == POP)) {
				register_unlike();
			}
			*joined = *c;
			joined->local = i;
			if (i >= processes && c->bytes != POP) {
				joined->bytes = 0;
			}
		}
		for (uint32_t i = 0; i < processes; i++) {
			chain_skip(&walk[i], sizeof(*first));
		}
	}
	for (uint32_t i = 0; i < processes; i++) {
		chain_clear(lists[i]);
	}
}

bool register_waits(void)
{
	return changes.bytes > 0;
}

uint32_t register_change(void)
{
	struct chain_walk walk = chain_start(&changes);
	const struct change *c;
	uint32_t hash = message_change();
	int32_t row = 0;

	if (changes.bytes == 0 && hash == 0) {
		return 0;
	}
	for (; (c = chain_here(&walk)); chain_skip(&walk, sizeof(*c))) {
		int32_t entry = NO_ENTRY;

		if (c->bytes != POP) {
			register_push(c);
		} else {
			entry = search(c->ident, c->local);
			if (entry == NO_ENTRY) {
				bsp_caller = c->caller;
				registered.local = c->local;
				bsp_wrong(
					"bsp_pop_reg",
					"that address is not registered; entry",
					entry);
				bsp_report_wrong();
			}
			registered.entry[entry].popped = true;
			row = c->local == 0 ? entry : row;
			if (entry - row != (int32_t)c->local) {
				register_unlike();
			}
		}
		hash = mix(hash, 2 + (uint32_t)entry);
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
		if (!registered.entry[i].popped) {
			registered.entry[kept++] = registered.entry[i];
		}
	}
	registered.count = kept;
	register_search(registered.sought);
}

ARCH_COLD void register_free(void)
{
	chain_free(&changes);
	free(registered.entry);
	registered.entry = NULL;
	registered.count = 0;
	room = 0;
	register_search(NULL);
}

char *register_memory(uint32_t from, const struct record *record)
{
	uint32_t entry = record_entry(record);
	const struct entry *s = &registered.entry[entry];

	if (entry >= registered.count || record->bytes > s->bytes ||
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
		   record_entry(record) >= registered.count
			   ? " of what is not registered"
			   : ", beyond what is registered there");
}
