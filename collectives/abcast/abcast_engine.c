/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The state machine, one round of it: what has been announced to me is received
 * and passed on, what waits is put, what has been freed is shown, and at the end I
 * leave word whom I wait for.  Nothing here waits.
 */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "runtime/progress.h"

UNIT void abcast_enqueue(uint32_t id)
{
	uint32_t length;

	abcast.queue[abcast.queue_tail++ & abcast.queue_mask] = id;
	length = abcast.queue_tail - abcast.queue_head;
	if (length > abcast.stats.most_queued) {
		abcast.stats.most_queued = length;
	}
}

/* Of my chunk n; if not, *lagging is a core that has to free more. */
static inline bool all_freed(struct credit_sweep *sweep, uint32_t n,
			     uint32_t *lagging)
{
	return abcast_all_freed(n) ||
	       credit_all_freed(&abcast.credit, sweep, n, lagging);
}

/* Own chunks, as far as there is credit; if that is not all, *core lacks it. */
static void admit(uint32_t *core)
{
	uint32_t lagging;

	*core = 0;
	while (abcast.outbox.taking) {
		uint32_t needed = abcast.sent + 1 - abcast.inbox.window;

		if (!all_freed(&abcast.for_credit, needed, &lagging)) {
			*core = lagging + 1;
			return;
		}
		abcast_take_more(++abcast.sent);
		abcast_enqueue(abcast_id(abcast.me, abcast.sent));
	}
}

/* The oldest of the queue. */
static void put(struct abcast_buffer *b)
{
	uint32_t id = abcast.queue[abcast.queue_head++ & abcast.queue_mask];
	uint32_t root = id >> ABCAST_ROOT_SHIFT;
	uint32_t n = abcast.stream[root].put + 1;

	abcast_put(b, root, n);
	if (root == abcast.me) {
		outbox_left(&abcast.outbox, n);
	} else {
		abcast_touch(root);
	}
	rt_worked = true;
}

/*
 * WORK: put what is queued, then own chunks as far as there is credit.  Both
 * go through the one queue, so none overtakes.  On return *child and *core are
 * whom it would take to go on, as ranks + 1, or 0.
 */
static void work(uint32_t *child, uint32_t *core)
{
	uint32_t lagging;

	*child = 0;
	for (;;) {
		struct abcast_buffer *b;

		admit(core);
		if (abcast_queue_empty()) {
			break;
		}
		b = abcast_free_buffer();
		if (!b) {
			b = &abcast.buffer[abcast.next];
			*child = abcast_awaited_child(b) + 1;
			break;
		}
		put(b);
	}
	if (!*core &&
	    !all_freed(&abcast.for_wish, abcast.credit.wished, &lagging)) {
		*core = lagging + 1;
	}
}

/*
 * Nothing to put, to show or to wait for: so it mostly is where one receives.  Not
 * asked where cores are small: it saves time, not work.
 */
static bool is_idle(void)
{
	return ABCAST_FLAT && !abcast.outbox.taking && abcast_queue_empty() &&
	       !abcast_is_touched() && abcast.credit.blocked_on == 0 &&
	       abcast_all_freed(abcast.credit.wished);
}

bool abcast_engine(enum rt_round why)
{
	uint32_t child = 0, core = 0;
	bool more = false;

	if (abcast.evicted) {
		return false; /* the others go on without me */
	}
#if WEFT_CHECK
	if (why == RT_TICK) {
		abcast_scrub();
		abcast_look_again();
	}
#endif
	if (abcast.started && why != RT_BEGUN) {
		/* The first of all, as a call from an idle core hurries. */
		work(&child, &core);
	}
	abcast.started = false;
	if (abcast.inbox.late) {
		inbox_catch_up(&abcast.inbox);
	}
	if (why != RT_BEGUN) {
		more = abcast_look_around();
	}
	while (!is_idle()) {
		work(&child, &core);
		abcast_show_freed();
		if (!credit_block(&abcast.credit, child, core)) {
			break;
		}
	}
	if (why == RT_TICK) {
		/* Lost interrupts the look at the bells has made good. */
		core = core ? core : abcast.refused_by;
		abcast_watch(core ? core - 1 : ROUTES_NOBODY);
	}
	abcast_answer();
	if (!credit_is_pushed(&abcast.credit)) {
		abcast_both_free(); /* that takes long when one is needed */
	}
	return more;
}
