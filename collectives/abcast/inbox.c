/* SPDX-License-Identifier: Apache-2.0 */
/* What the client calls for every chunk; the rest is in inbox_take.c. */
#include <stdlib.h>

#include "collectives/abcast/inbox.h"
#include "topology/arith.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/panic.h"
#include "runtime/table.h"

enum {
	DRAM_SHIFT = 2, /* slots take a quarter of it at most */
};

/* The largest window, a power of two, whose slots have room. */
static ARCH_COLD void choose_window(struct inbox *b, uint32_t window)
{
	void *base;
	size_t most = arch_dram(&base) >> DRAM_SHIFT;
	size_t all = (size_t)arith_mul(b->count, b->chunk);

	b->shift = 0;
	while ((UINT32_C(2) << b->shift) <= window) {
		b->shift++;
	}
	while (b->shift > 0 && all << b->shift > most) {
		b->shift--;
	}
	b->window = UINT32_C(1) << b->shift;
}

void inbox_place(struct inbox *b, uint32_t chunk, uint32_t window, bool own,
		 uint32_t epoch)
{
	uint32_t slots;
	char *store;

	b->me = arch_rank();
	b->count = rt_run.count;
	b->chunk = chunk;
	b->delivery = &inbox_undecided;
	choose_window(b, window);
	slots = b->count << b->shift;
	b->stream = rt_table(b->count, sizeof(*b->stream),
			     "no memory for the streams of an inbox");
	b->slot = rt_table(slots, sizeof(*b->slot),
			   "no memory for the slots of an inbox");
	store = malloc((size_t)arith_mul(slots, chunk));
	if (!store) {
		rt_panic("no memory for the chunks of an inbox: WEFT_CREDIT");
	}
	for (uint32_t i = 0; i < slots; i++) {
		b->slot[i].store = store;
		if (own || i >> b->shift != b->me) {
			store += chunk;
		}
	}
	for (uint32_t from = 0; from < b->count; from++) {
		b->stream[from].come = b->stream[from].delivered = epoch;
	}
}

/* Is it delivered?  What belongs to no message is when all before it is. */
static bool hand_over(struct inbox *b, uint32_t from, uint32_t n)
{
	if (inbox_is_no_message(inbox_slot(b, from, n))) {
		return b->stream[from].delivered == n - 1;
	}
	return b->delivery->arrived(b, from, n);
}

void inbox_arrived(struct inbox *b, uint32_t from, uint32_t n)
{
	enum rt_context before = rt_context;

	rt_context = RT_HANDLER;
	if (hand_over(b, from, n)) {
		b->stream[from].delivered = n;
	}
	rt_context = before;
}

/*
 * Inside the gate, or else a handler that starts something would let the next chunk
 * in before this one is delivered.
 */
void inbox_catch_up(struct inbox *b)
{
	b->late = false;
	for (uint32_t from = 0; from < b->count; from++) {
		uint32_t n = b->stream[from].delivered;

		while (n != b->stream[from].come) {
			inbox_arrived(b, from, ++n);
		}
		b->delivered(from);
	}
}
