/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The state machine, one round of it: what has been announced to me is received
 * and passed on, what waits is put, what has been freed is shown, and at the end I
 * leave word whom I wait for.  Nothing here waits.
 *
 * The last acknowledgement must not be missed, and must not cost an interrupt each
 * time.  Who needs one (a buffer or the window is all that it lacks) writes whom
 * it waits for into its want word, settles, and looks once more; who shows a
 * counter settles, and then reads the want word of the one who may need it.  One
 * of the two sees the other, whatever the order.
 *
 * The steps' names are those of the models (models/).
 */
#include "arch/fence.h"
#include "collectives/abcast.h"
#include "collectives/abcast_deliver.h"
#include "collectives/abcast_engine.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/panic.h"
#include "runtime/progress.h"
#include "runtime/trace.h"

enum {
	BURST = 4, /* chunks received in one round: it bounds the handler */
	WANT_CHILD_SHIFT = 16, /* want: a child's rank + 1, a core's rank + 1 */
	WANT_MASK = 0xffff,
};

static uint32_t touched[RT_BELL_SETS]; /* streams that may have been freed */
static uint32_t waiting[RT_BELL_SETS]; /* cores that may want to know */
static bool shown;                     /* .. since I have settled */
static uint32_t want;                  /* what my want word says */

static void set(uint32_t *bits, uint32_t i)
{
	bits[i >> 5] |= UINT32_C(1) << (i & 31);
}

static uint32_t lowest(uint32_t bits)
{
	return (uint32_t)__builtin_ctz(bits);
}

static void show(uint32_t root)
{
	const struct abcast_stream *s = &abcast.stream[root];

	arch_flag_write(abcast.me, abcast_counter(root),
			s->copied << 16 | (s->freed & 0xffff));
	shown = true;
}

static bool queue_empty(void)
{
	return abcast.queue_head == abcast.queue_tail;
}

static void enqueue(uint32_t id)
{
	uint32_t length;

	abcast.queue[abcast.queue_tail++ & abcast.queue_mask] = id;
	length = abcast.queue_tail - abcast.queue_head;
	if (length > abcast.stats.most_queued) {
		abcast.stats.most_queued = length;
	}
}

/* R5, R6 and E3, E4: what I have shown, to those who asked for it. */
static void answer(void)
{
	if (shown) {
		FENCE(abcast_shown, arch_settle(abcast.me));
		shown = false;
	}
	for (uint32_t w = 0; w < RT_BELL_SETS; w++) {
		for (; waiting[w]; waiting[w] &= waiting[w] - 1) {
			uint32_t core = w << 5 | lowest(waiting[w]);
			uint32_t word = arch_flag_read(
				core, abcast_status(ABCAST_WANT));

			if (word >> WANT_CHILD_SHIFT == abcast.me + 1 ||
			    (word & WANT_MASK) == abcast.me + 1) {
				arch_raise(core, 1);
				abcast.stats.wanted++;
			}
		}
	}
}

/* What comes from a window is checked before it is believed. */
static void check(const struct abcast_header *h)
{
	if (h->bytes > abcast.chunk || h->total > WEFT_ABCAST_MAX ||
	    h->offset > h->total || h->bytes > h->total - h->offset) {
		rt_panic("a chunk's header makes no sense");
	}
}

static void deliver(uint32_t root, uint32_t n)
{
	struct abcast_stream *s = &abcast.stream[root];
	enum rt_context before = rt_context;

	rt_context = RT_HANDLER;
	if (abcast.discard ||
	    (abcast_delivery && abcast_delivery->arrived(root, n))) {
		s->delivered = n;
	}
	rt_context = before;
	set(touched, root);
}

/* RECEIVE: the chunk in buffer b of my parent, whose header I have read. */
static void receive(uint32_t parent, uint32_t b, const struct abcast_header *h)
{
	uint32_t root = h->id >> ABCAST_ROOT_SHIFT;
	struct abcast_stream *s = &abcast.stream[root];
	uint32_t n = s->copied + 1;
	struct abcast_slot *slot = abcast_slot(root, n);
	struct abcast_buffer *mine = NULL;
	struct arch_place from = {parent, ARCH_WINDOW_MPB,
				  abcast.buffer[b].data};
	char *to = slot->store;

	check(h);
	slot->header = *h;
	if (abcast_delivery && abcast_delivery->place) {
		to = abcast_delivery->place(root, h, to);
	}
	slot->data = to;
	if (s->children > 0 && queue_empty()) {
		mine = abcast_free_buffer(); /* R2 */
	}
	/* R1 was the acquire of the header's read.  R3: */
	if (mine) {
		struct arch_place here = {abcast.me, ARCH_WINDOW_MPB,
					  mine->data};

		if (h->bytes > 0) {
			arch_copy(here, from, h->bytes);
		}
		s->copied = n;
		show(root); /* R4 */
		abcast_announce(mine, root, n, h); /* R7 */
		s->put = n;
		shown = false; /* that has settled */
		set(waiting, parent);
		answer();
		from = here;
	}
	if (h->bytes > 0) {
		arch_get(to, from.rank, ARCH_WINDOW_MPB, from.offset, h->bytes);
	}
	if (mine) {
		abcast.stats.direct++;
	} else {
		s->copied = n;
		show(root); /* R4 */
		set(waiting, parent);
		if (s->children > 0) {
			enqueue(h->id);
			abcast.stats.queued++;
		}
	}
	abcast.stats.chunks++;
	RT_TRACE("chunk received", root, n);
	deliver(root, n);
}

/* The next chunk for me in one of this core's buffers.  False: none. */
static bool take_from(uint32_t parent)
{
	for (uint32_t b = 0; b < ABCAST_BUFFERS; b++) {
		struct abcast_header h;
		uint32_t root, n;

		arch_flags_read((uint32_t *)&h, parent,
				abcast.buffer[b].header,
				sizeof(h) / sizeof(uint32_t));
		root = h.id >> ABCAST_ROOT_SHIFT;
		if (root < abcast.count &&
		    abcast.stream[root].parent == parent) {
			n = abcast.stream[root].copied + 1;
			if (h.id == abcast_id(root, n)) {
				receive(parent, b, &h);
				return true;
			}
		}
	}
	return false;
}

/*
 * SCAN: whoever has rung, until it has nothing for me.  After each chunk both its
 * buffers are looked at again: the one looked at first may hold the next.
 * False: the burst is over, somebody may have more.
 */
static bool scan(void)
{
	uint32_t burst = BURST;

	for (uint32_t w = 0; w < RT_BELL_SETS; w++) {
		while (rt_rung[w]) {
			uint32_t parent = w << 5 | lowest(rt_rung[w]);

			while (take_from(parent)) {
				rt_worked = true;
				if (--burst == 0) {
					return false;
				}
			}
			rt_rung[w] &= rt_rung[w] - 1;
		}
	}
	return true;
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
				enqueue(abcast_id(abcast.me, abcast.sent));
			} else {
				*core = lagging + 1;
			}
		}
		if (queue_empty()) {
			break;
		}
		b = abcast_free_buffer();
		if (!b) {
			*child = abcast_awaited_child() + 1;
			break;
		}
		id = abcast.queue[abcast.queue_head++ & abcast.queue_mask];
		root = id >> ABCAST_ROOT_SHIFT;
		n = abcast.stream[root].put + 1;
		abcast_put(b, root, n);
		if (root == abcast.me) {
			abcast_was_put(n);
		} else {
			set(touched, root);
		}
		rt_worked = true;
	}
	if (!*core && !abcast_fulfilled(&lagging)) {
		*core = lagging + 1;
	}
}

/* FREED: streams of which I have done with more than I show. */
static void freed(void)
{
	for (uint32_t w = 0; w < RT_BELL_SETS; w++) {
		for (; touched[w]; touched[w] &= touched[w] - 1) {
			uint32_t root = w << 5 | lowest(touched[w]);
			struct abcast_stream *s = &abcast.stream[root];
			uint32_t n = s->delivered;

			if (s->children > 0 && (int32_t)(s->put - n) < 0) {
				n = s->put;
			}
			if (n != s->freed) {
				s->freed = n;
				show(root); /* E2 */
				set(waiting, root);
				rt_worked = true;
			}
		}
	}
}

/*
 * PARK: leave word whom I wait for.  True: that is news, so look once more, since
 * it may have come before the word was there.
 */
static bool park(uint32_t child, uint32_t core)
{
	uint32_t word = child << WANT_CHILD_SHIFT | core;

	if (word == want) {
		return false;
	}
	want = word;
	/* K1 */
	arch_flag_write(abcast.me, abcast_status(ABCAST_WANT), want);
	if (want) {
		FENCE(abcast_want, arch_settle(abcast.me)); /* K2 */
		shown = false;
	}
	return want != 0; /* K3 */
}

bool abcast_engine(bool tick)
{
	uint32_t child, core;
	bool more;

	(void)tick; /* the bells have been looked at: that is all it takes */
	more = !scan();
	do {
		work(&child, &core);
		freed();
	} while (park(child, core));
	answer();
	return more;
}

void abcast_delivered(uint32_t root, uint32_t n)
{
	arch_irq_state state = arch_irq_save();

	abcast.stream[root].delivered = n;
	set(touched, root);
	arch_irq_restore(state);
}
