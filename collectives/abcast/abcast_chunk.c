/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Delivery by chunks: a function of the application's, called where it asked.
 */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_deliver.h"
#include "topology/bits.h"
#include "runtime/context.h"
#include "runtime/park.h"
#include "runtime/progress.h"

static weft_chunk_handler *handler;
static void *handler_arg;

/* Streams with chunks for the thread; and where it goes on. */
static uint32_t ready[RT_BELL_SETS];
static uint32_t turn;
static bool calling; /* the thread: one that waits in it gets no more */

static void call(uint32_t root, uint32_t n)
{
	const struct abcast_slot *slot = abcast_slot(root, n);
	struct weft_chunk chunk = {
		.root = root,
		.message = slot->message & ~ABCAST_RESTART,
		.total = abcast_total(slot),
		.offset = slot->offset,
		.bytes = slot->bytes,
		.data = slot->data,
	};

	handler(&chunk, handler_arg);
}

static bool arrived_for_handler(uint32_t root, uint32_t n)
{
	call(root, n);
	return true;
}

static bool arrived_for_thread(uint32_t root, uint32_t n)
{
	(void)n;
	bits_set(ready, root);
	return false;
}

static bool any_ready(void)
{
	return abcast_any(ready) && !calling;
}

/* One chunk; the engine may add to the stream meanwhile. */
static bool deliver_one(void)
{
	uint32_t root = abcast_next(ready, turn);
	arch_irq_state state;
	uint32_t n;

	if (root == ABCAST_NOBODY) {
		return false;
	}
	turn = root + 1;
	n = abcast.stream[root].delivered + 1;
	calling = true;
	call(root, n);
	calling = false;
	state = arch_irq_save();
	abcast_delivered(root, n);
	if (abcast.stream[root].copied == n) {
		bits_clear(ready, root);
	}
	arch_irq_restore(state);
	rt_progress(); /* so that the window goes on */
	return true;
}

static const struct abcast_delivery in_handler = {
	.arrived = arrived_for_handler,
};

static const struct abcast_delivery in_thread = {
	.arrived = arrived_for_thread,
	.ready = any_ready,
	.deliver = deliver_one,
};

ARCH_COLD int weft_abcast_on_chunk(weft_chunk_handler *function, void *arg,
				   enum weft_where where)
{
	RT_THREAD_ONLY();
	if (!function) {
		return WEFT_ERR_NULL;
	}
	if (abcast_delivery != &abcast_undecided) {
		return WEFT_ERR_STATE;
	}
	handler = function;
	handler_arg = arg;
	if (abcast.chunk > 0) {
		arch_irq_state state = arch_irq_save();

		abcast_accept_all();
		arch_irq_restore(state);
	}
	return abcast_choose(where == WEFT_IN_HANDLER ? &in_handler
						      : &in_thread);
}

static bool has_come(void *none)
{
	(void)none;
	return any_ready() || abcast.evicted;
}

uint32_t weft_abcast_poll(uint32_t most, weft_us_t within)
{
	uint32_t done = 0;

	if (abcast_delivery != &in_thread || calling) {
		return 0;
	}
	if (within > 0 && most > 0 && !any_ready()) {
		rt_park(has_come, NULL, rt_deadline_in(within), RT_ANYONE,
			"a broadcast chunk");
	}
	while (done < most && any_ready() && deliver_one()) {
		done++;
	}
	return done;
}
