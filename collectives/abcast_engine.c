/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The state machine, one round of it: what has been announced to me is received
 * and passed on, what waits is put, what has been freed is shown, and at the end I
 * leave word whom I wait for.  Nothing here waits.
 */
#include "collectives/abcast.h"
#include "collectives/abcast_engine.h"
#include "runtime/progress.h"

static bool abcast_queue_empty(void)
{
	return abcast.queue_head == abcast.queue_tail;
}

static void abcast_enqueue(uint32_t id)
{
	uint32_t length;

	abcast.queue[abcast.queue_tail++ & abcast.queue_mask] = id;
	length = abcast.queue_tail - abcast.queue_head;
	if (length > abcast.stats.most_queued) {
		abcast.stats.most_queued = length;
	}
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
		uint32_t id, root, n;

		*core = 0;
		while (abcast_has_more() && !*core) {
			if (abcast_credit(abcast.sent + 1, &lagging)) {
				abcast_take_more(++abcast.sent);
				abcast_enqueue(
					abcast_id(abcast.me, abcast.sent));
			} else {
				*core = lagging + 1;
			}
		}
		if (abcast_queue_empty()) {
			break;
		}
		b = abcast_free_buffer();
		if (!b) {
			b = &abcast.buffer[abcast.next];
			*child = abcast_awaited_child(b) + 1;
			break;
		}
		id = abcast.queue[abcast.queue_head++ & abcast.queue_mask];
		root = id >> ABCAST_ROOT_SHIFT;
		n = abcast.stream[root].put + 1;
		abcast_put(b, root, n);
		if (root == abcast.me) {
			abcast_was_put(n);
		} else {
			abcast_touch(root);
		}
		rt_worked = true;
	}
	if (!*core && !abcast_fulfilled(&lagging)) {
		*core = lagging + 1;
	}
}

static bool abcast_engine(bool tick)
{
	uint32_t child, core;
	bool more, another;

	if (abcast.started) {
		/* The first of all, as a call from an idle core hurries. */
		abcast.started = false;
		work(&child, &core);
	}
	if (abcast.late) {
		abcast_catch_up();
	}
	if (tick && abcast_is_relayed()) {
		/* A relay that has stopped passes nothing on. */
		abcast_look_at_all();
	}
	do {
		another = abcast_is_relayed() && abcast_called();
		more = abcast_scan();
	} while (another);
	abcast_scanned();
	do {
		work(&child, &core);
		abcast_show_freed();
	} while (abcast_park(child, core));
	if (tick) {
		/* Lost interrupts the look at the bells has made good. */
		abcast_watch(core ? core - 1 : ABCAST_NOBODY);
	}
	abcast_answer();
	abcast_reclaim();
	return more;
}
