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

static uint32_t burst = BURST; /* what is left of it in this round */
static uint32_t unserved[RT_BELL_SETS]; /* cores whose bells rang */
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
	for (uint32_t w = 0; w < abcast.sets; w++) {
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
static void fill_slot(struct abcast_slot *slot, const struct abcast_header *h)
{
	slot->message = h->message;
	slot->length = h->length;
	slot->offset = h->offset & ABCAST_OFFSET;
	if (abcast_total(slot) > WEFT_ABCAST_MAX ||
	    slot->offset > abcast_total(slot) ||
	    abcast_piece(slot) > abcast.chunk) {
		rt_panic("a chunk's header makes no sense");
	}
	slot->bytes = abcast_piece(slot);
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

/*
 * Is the chunk that I have just copied still there?  If not, I was so late that I
 * have been taken for dead, and what I have copied may be anything.
 */
static bool still_there(uint32_t parent, uint32_t b,
			const struct abcast_header *h)
{
	uint32_t at = abcast.headers + b * sizeof(*h);

	if (abcast_may_be_out() && arch_flag_read(parent, at) != h->id) {
		abcast.evicted = true;
	}
	return !abcast.evicted;
}

/*
 * What came when nobody had chosen.  Inside the gate, or else a handler that
 * starts a broadcast would let the next chunk in before this one is delivered.
 */
static void catch_up(void)
{
	abcast.late = false;
	for (uint32_t root = 0; root < abcast.count; root++) {
		uint32_t n = abcast.stream[root].delivered;

		while (n != abcast.stream[root].copied) {
			deliver(root, ++n);
		}
	}
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

	fill_slot(slot, h);
	if (abcast_delivery && abcast_delivery->place && !abcast.discard) {
		to = abcast_delivery->place(root, slot);
	}
	slot->data = to;
	if (s->children > 0 && queue_empty()) {
		mine = abcast_free_buffer(); /* R2 */
	}
	/* R1 was the acquire of the header's read.  R3: */
	if (mine) {
		struct arch_place here = {abcast.me, ARCH_WINDOW_MPB,
					  mine->data};

		if (slot->bytes > 0) {
			arch_copy(here, from, slot->bytes);
		}
		if (!still_there(parent, b, h)) {
			return;
		}
		s->copied = n;
		show(root); /* R4 */
		abcast_announce(mine, root, n); /* R7 */
		s->put = n;
		shown = false; /* that has settled */
		set(waiting, parent);
		answer();
		from = here;
	}
	if (slot->bytes > 0) {
		arch_get(to, from.rank, ARCH_WINDOW_MPB, from.offset, slot->bytes);
	}
	if (mine) {
		abcast.stats.direct++;
	} else if (!still_there(parent, b, h)) {
		return;
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

/*
 * A message that begins anew: who lacks chunks before it forgets them, as soon as
 * it has done with those that it has.
 */
static void begin_anew(uint32_t root, const struct abcast_header *h)
{
	struct abcast_stream *s = &abcast.stream[root];
	uint32_t ahead = (h->id - s->copied - 1) & ABCAST_N;

	if (ahead == 0 || ahead > ABCAST_N >> 1) {
		return;
	}
	if (abcast_delivery && abcast_delivery->broken_off) {
		abcast_delivery->broken_off(root);
	}
	if (s->freed == s->copied) {
		s->copied += ahead;
		s->put = s->delivered = s->freed = s->copied;
	}
}

/* Is that header, at `parent`, of the chunk that I need next of its stream? */
static bool is_next(uint32_t parent, const struct abcast_header *h)
{
	uint32_t root = h->id >> ABCAST_ROOT_SHIFT;
	struct abcast_stream *s = &abcast.stream[root];
	uint32_t news = h->offset >> ABCAST_NEWS_SHIFT;

	if (root >= abcast.count || root == abcast.me || abcast.evicted) {
		return false;
	}
	if (news != root) {
		abcast_hear(news);
	}
	if (s->parent != parent && abcast_parent(root) != parent) {
		return false;
	}
	if (h->message & ABCAST_RESTART) {
		begin_anew(root, h);
	}
	if (h->id != abcast_id(root, s->copied + 1)) {
		return false;
	}
	if (s->copied + 1 - s->freed > abcast.window) {
		/* Its root has left me out of its window: later, then. */
		set(unserved, parent);
		return false;
	}
	return true;
}

/*
 * SCAN: what this core has for me.  A header meant for me stays until I have
 * copied its chunk, and one that is written after this read is rung for again; so
 * one read will do.  But both are looked at again after each chunk: the one
 * looked at first may be the second's successor.  False: the burst is over.
 */
static bool scan(uint32_t parent)
{
	struct abcast_header h[ABCAST_BUFFERS];
	uint32_t b = 0;

	arch_flags_read((uint32_t *)h, parent, abcast.headers,
			sizeof(h) / (sizeof(uint32_t)));
	while (b < ABCAST_BUFFERS) {
		if (!is_next(parent, &h[b])) {
			b++;
		} else if (burst == 0) {
			return false;
		} else {
			burst--;
			receive(parent, b, &h[b]);
			rt_worked = true;
			b = 0;
		}
	}
	return true;
}

/* Served at once, or, if that would take too long, in the next round. */
void abcast_rung(uint32_t from)
{
	if (!scan(from)) {
		set(unserved, from);
	}
}

/* True: there are still some. */
static bool scan_unserved(void)
{
	for (uint32_t w = 0; w < abcast.sets; w++) {
		for (; unserved[w]; unserved[w] &= unserved[w] - 1) {
			if (!scan(w << 5 | lowest(unserved[w]))) {
				return true;
			}
		}
	}
	return false;
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
	for (uint32_t w = 0; w < abcast.sets; w++) {
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

	if (abcast.late) {
		catch_up();
	}
	more = scan_unserved();
	do {
		work(&child, &core);
		freed();
	} while (park(child, core));
	if (tick) {
		/* Lost interrupts the look at the bells has made good. */
		abcast_watch(core ? core - 1 : ABCAST_NOBODY);
	}
	answer();
	abcast_reclaim();
	burst = BURST;
	return more;
}

void abcast_delivered(uint32_t root, uint32_t n)
{
	arch_irq_state state = arch_irq_save();

	abcast.stream[root].delivered = n;
	set(touched, root);
	arch_irq_restore(state);
}
