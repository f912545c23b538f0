/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Receiving: what a parent has announced to me, into its slot, and on to my
 * children.  The steps' names are those of the models (models/).
 */
#include "arch/fence.h"
#include "collectives/abcast.h"
#include "collectives/abcast_bits.h"
#include "collectives/abcast_deliver.h"
#include "collectives/abcast_engine.h"
#include "runtime/context.h"
#include "runtime/panic.h"
#include "runtime/progress.h"
#include "runtime/trace.h"

static uint32_t taken;                  /* chunks received in this round */
static uint32_t unserved[RT_BELL_SETS]; /* cores that have news for me */
static uint32_t turn[RT_BELL_SETS];     /* .. and are served by and by */

/* What comes from a window is checked before it is believed. */
static void fill_slot(struct abcast_slot *slot, const struct abcast_header *h)
{
	slot->message = h->message;
	slot->length = h->length;
	slot->offset = (h->offset & ABCAST_OFFSET) * ABCAST_CHUNK_LINE;
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
	abcast_touch(root);
}

/*
 * Is the chunk that I have just copied still there?  If not, what I have copied
 * may be anything.  Either I was so late that I have been taken for dead; or my
 * parent is one of a dead core's, and did not wait for me with this one.
 */
static bool still_there(uint32_t parent, uint32_t b,
			const struct abcast_header *h)
{
	uint32_t at = abcast.headers + b * sizeof(*h);
	bool may_be_out = abcast_may_be_out();

	if ((!may_be_out && !abcast.any_dead) ||
	    arch_flag_read(parent, at) == h->id) {
		return !abcast.evicted;
	}
	abcast.evicted |= may_be_out;
	return false;
}

/*
 * What came when nobody had chosen.  Inside the gate, or else a handler that
 * starts a broadcast would let the next chunk in before this one is delivered.
 */
static void abcast_catch_up(void)
{
	abcast.late = false;
	for (uint32_t root = 0; root < abcast.count; root++) {
		uint32_t n = abcast.stream[root].delivered;

		while (n != abcast.stream[root].copied) {
			deliver(root, ++n);
		}
	}
}

/*
 * RECEIVE: the chunk in buffer b of my parent, whose header I have read.  False:
 * it was no longer there.
 */
static bool receive(uint32_t parent, uint32_t b, const struct abcast_header *h)
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
	if (s->children > 0 && abcast_queue_empty()) {
		mine = abcast_free_buffer(); /* R2 */
	}
	/* R1 was the acquire of the header's read.  R3: */
	if (mine) {
		struct arch_place here = {abcast.me, ARCH_WINDOW_MPB,
					  mine->data};

		abcast_vacate();
		if (slot->bytes > 0) {
			arch_copy(here, from, slot->bytes);
		}
		if (!still_there(parent, b, h)) {
			return false;
		}
		abcast_show_copied(root, n, parent);
		abcast_announce(mine, root, n); /* R7 */
		s->put = n;
		abcast_settled(); /* R5, in there */
		abcast_answer();
		from = here;
	}
	if (slot->bytes > 0) {
		arch_get(to, from.rank, ARCH_WINDOW_MPB, from.offset,
			 slot->bytes);
	}
	if (mine) {
		abcast.stats.direct++;
	} else if (!still_there(parent, b, h)) {
		return false;
	} else {
		abcast_show_copied(root, n, parent);
		if (s->children > 0) {
			abcast_enqueue(h->id);
			abcast.stats.queued++;
		}
	}
	abcast.stats.chunks++;
	RT_TRACE("chunk received", root, n);
	deliver(root, n);
	return true;
}

/*
 * BEGIN_ANEW: who lacks chunks before such a message forgets them, as soon as it
 * has done with those that it has.
 */
static ARCH_COLD void begin_anew(uint32_t root, uint32_t parent,
				 const struct abcast_header *h)
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
	} else {
		bits_set(unserved, parent); /* later, then */
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
	if (news > 0) {
		abcast_hear(news - 1);
	}
	if (s->parent != parent &&
	    !(abcast.any_dead && abcast_parent(root) == parent)) {
		return false;
	}
	if (h->message & ABCAST_RESTART) {
		begin_anew(root, parent, h);
	}
	if (h->id != abcast_id(root, s->copied + 1)) {
		return false;
	}
	if (s->copied + 1 - s->freed > abcast.window) {
		/* Its root has left me out of its window: later, then. */
		bits_set(unserved, parent);
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
		} else if (taken == abcast.burst) {
			return false;
		} else {
			taken++;
			rt_worked = true;
			b = receive(parent, b, &h[b]) ? 0 : b + 1;
		}
	}
	return true;
}

/* Served at once, or, if that would take too long, in the next round. */
static void serve(uint32_t parent)
{
	if (taken == abcast.burst || !scan(parent)) {
		bits_set(unserved, parent);
	}
}

static void abcast_rung(uint32_t from)
{
	serve(from);
}

static void abcast_look_at(uint32_t parent)
{
	bits_set(unserved, parent);
}

static void abcast_look_at_all(void)
{
	for (uint32_t i = 0; i < abcast.count; i++) {
		if (i != abcast.me) {
			bits_set(unserved, i);
		}
	}
}

/* Those of this turn, as far as the burst goes. */
static void serve_all(void)
{
	for (uint32_t w = 0; w < abcast.sets; w++) {
		for (; turn[w] && taken < abcast.burst;
		     turn[w] &= turn[w] - 1) {
			serve(w << 5 | bits_lowest(turn[w]));
		}
	}
}

/*
 * What is left of the last turn, so that the highest have theirs too, and
 * then a new one, once: who is to be looked at later is marked again.
 * True: there are still some.
 */
static bool abcast_scan(void)
{
	serve_all();
	for (uint32_t w = 0; w < abcast.sets; w++) {
		turn[w] |= unserved[w];
		unserved[w] = 0;
	}
	serve_all();
	return taken == abcast.burst;
}

static void abcast_scanned(void)
{
	taken = 0; /* of the next round */
}
