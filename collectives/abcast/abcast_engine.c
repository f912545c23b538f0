/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The state machine, one round of it: what has been announced to me is received
 * and passed on, what waits is put, what has been freed is shown, and at the end I
 * leave word whom I wait for.  Nothing here waits.
 */
#include <string.h>

#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "runtime/in_use.h"
#include "runtime/progress.h"
#include "topology/bits.h"

static uint32_t messages;

void abcast_enqueue(uint32_t id)
{
	uint32_t length;

	abcast.queue[abcast.queue_tail++ & abcast.queue_mask] = id;
	length = abcast.queue_tail - abcast.queue_head;
	if (length > abcast.stats.most_queued) {
		abcast.stats.most_queued = length;
	}
}

/* Its number is the next message's, as it comes after all before that. */
static ARCH_COLD void take_no_message(uint32_t n)
{
	struct inbox_slot *slot = abcast_slot(abcast.me, n);

	slot->message = (messages + 1) & INBOX_MESSAGE;
	if (missed_restart(&abcast.missed, &abcast.credit, n)) {
		slot->message |= ABCAST_RESTART;
	}
	slot->length = INBOX_NO_MESSAGE;
	slot->offset = slot->bytes = 0;
	outbox_taken(&abcast.outbox, 0, n);
}

static void engine_take_more(uint32_t n)
{
	struct weft_request *r = abcast.outbox.taking;
	struct inbox_slot *slot = abcast_slot(abcast.me, n);
	uint32_t left = r->bytes - r->at, bytes = left;
	uint32_t lines = abcast.inbox.chunk / ABCAST_CHUNK_LINE;

	rt_check_mark(r);
	if (r == &abcast_anew) {
		take_no_message(n);
		return;
	}
	if (bytes > ABCAST_UNCUT || r->at > 0 || bytes > abcast.inbox.chunk) {
		lines = abcast_cut(r->bytes, r->at);
		bytes = lines * ABCAST_CHUNK_LINE;
		bytes = left < bytes ? left : bytes;
	}
	slot->length = r->bytes | lines << ABCAST_LINES_SHIFT;
	slot->offset = r->at;
	slot->bytes = bytes;
	slot->data = r->data + r->at;
	if (r->at == 0) {
		messages = (messages + 1) & INBOX_MESSAGE;
		slot->message = messages;
		if (r->bytes > inbox_eager(&abcast.inbox)) {
			inbox_long_begun(&abcast.inbox, messages);
		}
		if (abcast_any_dead() &&
		    missed_restart(&abcast.missed, &abcast.credit, n)) {
			slot->message |= ABCAST_RESTART;
		}
	} else {
		slot->message = messages;
	}
	outbox_taken(&abcast.outbox, bytes, n);
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
		engine_take_more(++abcast.sent);
		abcast_enqueue(abcast_id(abcast.me, abcast.sent));
	}
}

/* The oldest of the queue, from its slot. */
static void engine_put(struct abcast_buffer *b)
{
	uint32_t id = abcast.queue[abcast.queue_head++ & abcast.queue_mask];
	uint32_t root = id >> ABCAST_ROOT_SHIFT;
	uint32_t n = abcast.stream[root].put + 1;
	struct inbox_slot *slot = abcast_slot(root, n);

	/* P1 was abcast_free_buffer.  P2: */
	abcast_vacate();
#if WEFT_CHECK
	if (root == abcast.me && slot->bytes > 0) {
		memcpy(slot->store, slot->data, slot->bytes);
		slot->data = slot->store;
	}
	b->crc = abcast_checksum(abcast_id(root, n), slot, slot->data);
#endif
	abcast_put_data(b, slot);
	abcast_announce(b, root, n);
	abcast.stream[root].put = n;
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
		engine_put(b);
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
	       !abcast.any_touched && abcast.credit.blocked_on == 0 &&
	       abcast_all_freed(abcast.credit.wished);
}

static inline void abcast_engine_show(uint32_t root)
{
	credit_show(&abcast.credit, root, abcast_in(root)->come,
		    abcast.stream[root].freed);
}

/* FREED: have I done with more of that stream than I show? */
static inline bool free_more(uint32_t root)
{
	struct abcast_stream *s = &abcast.stream[root];
	uint32_t n = abcast_in(root)->delivered;

	if (abcast_children(root) > 0 && (int32_t)(s->put - n) < 0) {
		n = s->put;
	}
	if (n == s->freed) {
		return false;
	}
	s->freed = n;
	credit_may_wait(&abcast.credit, root);
	return true;
}

/* At a leaf that is often all there is to show. */
void abcast_show_copied(uint32_t root, uint32_t parent)
{
	free_more(root);
	abcast_engine_show(root); /* R4 */
	credit_may_wait(&abcast.credit, parent);
}

static void show_freed(void)
{
	abcast.any_touched = false;
	for (uint32_t w = 0; w << 5 < abcast.count; w++) {
		for (; abcast.touched[w];
		     abcast.touched[w] &= abcast.touched[w] - 1) {
			uint32_t root = w << 5 | bits_lowest(abcast.touched[w]);

			if (free_more(root)) {
				abcast_engine_show(root); /* E2 */
				rt_worked = true;
			}
		}
	}
}

static inline void engine_rung(uint32_t from)
{
	if (!ABCAST_FLAT || abcast.inbox.late || turns_any(&abcast.turns)) {
		/* In turn, and after what came before I had chosen. */
		turns_mark(&abcast.turns, from);
	} else {
		turns_serve(&abcast.turns, from);
	}
}

void abcast_rung(uint32_t from, uint32_t times)
{
	(void)times;
	engine_rung(from);
}

/* What others have for me.  True: the burst is over, and there is more. */
static bool look_around(void)
{
	const struct notifier *told = &abcast.notifier;
	bool more;

	do {
		uint32_t root = notifier_look(told, &abcast.turns);

		if (root != BOARD_NOBODY) {
			engine_rung(root); /* mostly the only one */
		}
		more = turns_go_on(&abcast.turns);
	} while (notifier_more(told));
	notifier_end(told);
	turns_end(&abcast.turns);
	return more;
}

bool abcast_round(enum rt_round why)
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
		more = look_around();
	}
	while (!is_idle()) {
		work(&child, &core);
		show_freed();
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
