/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Delivery by whole messages.
 *
 * The slots of a stream hold its next W chunks, so a message of up to W chunks is
 * whole there before it is taken.  A longer one goes to a buffer that has
 * been posted for its root, chunk by chunk, and its chunks are delivered as they
 * come; but for those that come while an earlier message is not taken yet:
 * they are when it is.
 *
 * Whether a buffer is posted the root must know before it sends.  For each root a
 * core shows one word: how long its buffer is, and how many it has posted.  A root
 * counts its long messages, each of which uses up one posting of every
 * core that takes whole messages.
 */
#include "arch/fence.h"
#include "collectives/abcast.h"
#include "collectives/abcast_bits.h"
#include "collectives/abcast_deliver.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/panic.h"
#include "runtime/park.h"
#include "runtime/progress.h"
#include "runtime/table.h"

#include <string.h>

enum {
	COUNT_SHIFT = 25, /* a posting: its number above, its bytes below */
	BYTES_MASK = (1 << COUNT_SHIFT) - 1,
	COUNT_MASK = 0x7f,
};

struct posting {
	char *data; /* null: there is none */
	uint32_t size, postings;
	bool begun;          /* some of a message is in it */
	volatile bool whole; /* all of it: to be given back */
	uint32_t message, total;
};

static uint32_t row;                 /* offset: my words, one a root */
static uint32_t long_messages;       /* that I have sent */
static struct posting *posting;      /* one a root */
static uint32_t ready[RT_BELL_SETS]; /* roots with a whole message */
static uint32_t turn;

static bool is_posted(uint32_t root, uint32_t n)
{
	const struct abcast_slot *slot = abcast_slot(root, n);

	return slot->data != slot->store;
}

static char *place(uint32_t root, const struct abcast_slot *slot)
{
	struct posting *p = &posting[root];

	if (abcast_total(slot) <= weft_abcast_eager()) {
		return slot->store;
	}
	if (!p->data || p->size < abcast_total(slot)) {
		rt_panic("a long message for which no buffer is posted");
	}
	p->begun = true;
	return p->data + slot->offset;
}

/* A chunk that is in its posted buffer is delivered. */
static void in_place(uint32_t root, uint32_t n)
{
	const struct abcast_slot *slot = abcast_slot(root, n);

	abcast_delivered(root, n);
	if (abcast_is_last(slot)) {
		posting[root].message = slot->message & ~ABCAST_RESTART;
		posting[root].total = abcast_total(slot);
		posting[root].begun = false;
		posting[root].whole = true;
		bits_set(ready, root);
	}
}

static bool arrived(uint32_t root, uint32_t n)
{
	if (!is_posted(root, n)) {
		if (abcast_is_last(abcast_slot(root, n))) {
			bits_set(ready, root);
		}
		return false;
	}
	if (abcast.stream[root].delivered == n - 1) {
		in_place(root, n);
		return true;
	}
	return false; /* an earlier message has not been taken */
}

/* The last chunk of the message that begins with n, if it is all there. */
static bool whole(uint32_t root, uint32_t n, uint32_t *last)
{
	while (n - 1 != abcast.stream[root].copied) {
		if (is_posted(root, n)) {
			return false;
		}
		if (abcast_is_last(abcast_slot(root, n))) {
			*last = n;
			return true;
		}
		n++;
	}
	return false;
}

/* A message of that root has come in part; whole ones before it stay. */
static ARCH_COLD void broken_off(uint32_t root)
{
	const struct abcast_stream *s = &abcast.stream[root];
	struct posting *p = &posting[root];
	uint32_t last;

	if (s->delivered != s->copied &&
	    !whole(root, s->delivered + 1, &last)) {
		abcast_delivered(root, s->copied);
	}
	if (s->delivered == s->copied && !p->whole && p->begun) {
		p->data = NULL; /* the next one may be posted */
		p->begun = false;
	}
}

static const struct abcast_delivery delivery = {
	.place = place,
	.arrived = arrived,
	.broken_off = broken_off,
};

/* Thread, masked: chunk n is taken; so are posted ones that came behind it. */
static void taken(uint32_t root, uint32_t n)
{
	abcast_delivered(root, n);
	while (n != abcast.stream[root].copied && is_posted(root, n + 1)) {
		in_place(root, ++n);
	}
}

static int take_posted(uint32_t root, struct weft_message *message)
{
	struct posting *p = &posting[root];

	message->root = root;
	message->message = p->message;
	message->bytes = p->total;
	message->data = p->data;
	p->whole = false;
	p->data = NULL;
	return WEFT_OK;
}

static int take_eager(uint32_t root, uint32_t n, uint32_t last, char *buffer,
		      size_t size, struct weft_message *message)
{
	const struct abcast_slot *head = abcast_slot(root, n);
	arch_irq_state state;

	message->root = root;
	message->message = head->message & ~ABCAST_RESTART;
	message->bytes = abcast_total(head);
	message->data = buffer;
	if (message->bytes > size) {
		return WEFT_ERR_SPACE;
	}
	for (uint32_t i = n; i != last + 1; i++) {
		const struct abcast_slot *slot = abcast_slot(root, i);

		if (slot->bytes > 0) {
			memcpy(buffer + slot->offset, slot->data, slot->bytes);
		}
	}
	state = arch_irq_save();
	taken(root, last);
	arch_irq_restore(state);
	rt_progress();
	return WEFT_OK;
}

/* A message of this root, if one is whole. */
static bool take(uint32_t root, char *buffer, size_t size,
		 struct weft_message *message, int *error)
{
	uint32_t n, last;
	bool posted, eager;
	arch_irq_state state;

	if (!bits_has(ready, root)) {
		return false;
	}
	state = arch_irq_save();
	n = abcast.stream[root].delivered + 1;
	posted = posting[root].whole; /* older than all that is in slots */
	eager = !posted && whole(root, n, &last);
	if (!posted && !eager) {
		bits_clear(ready, root);
	}
	arch_irq_restore(state);
	if (posted) {
		*error = take_posted(root, message);
	} else if (eager) {
		*error = take_eager(root, n, last, buffer, size, message);
	}
	return posted || eager;
}

static bool any_ready(void *none)
{
	uint32_t any = 0;

	(void)none;
	for (uint32_t w = 0; w < abcast.sets; w++) {
		any |= ready[w];
	}
	return any != 0 || abcast.evicted;
}

static bool take_any(char *buffer, size_t size, struct weft_message *message,
		     int *error)
{
	for (uint32_t i = 0; i < abcast.count; i++) {
		uint32_t root = turn;

		if (take(root, buffer, size, message, error)) {
			/* One too long for the buffer is offered again. */
			if (*error == WEFT_OK) {
				turn = root + 1 == abcast.count ? 0 : root + 1;
			}
			return true;
		}
		turn = root + 1 == abcast.count ? 0 : root + 1;
	}
	return false;
}

int weft_abcast_recv(void *buffer, size_t size, struct weft_message *message,
		     weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	int error;

	RT_THREAD_ONLY();
	if (!message || (size > 0 && !buffer)) {
		return WEFT_ERR_NULL;
	}
	error = abcast_choose(&delivery);
	while (!error && !take_any(buffer, size, message, &error)) {
		error = abcast.evicted
				? WEFT_ERR_DEAD
				: rt_park(any_ready, NULL, deadline, RT_ANYONE,
					  "a broadcast message");
	}
	return error;
}

int weft_abcast_post(weft_rank_t root, void *buffer, size_t size)
{
	struct posting *p;
	int error;

	RT_THREAD_ONLY();
	if (abcast.chunk == 0) {
		return WEFT_ERR_LIMIT;
	}
	if (root >= abcast.count || root == abcast.me) {
		return WEFT_ERR_RANK;
	}
	if (!buffer) {
		return WEFT_ERR_NULL;
	}
	if (size <= weft_abcast_eager() || size > WEFT_ABCAST_MAX) {
		return WEFT_ERR_SIZE;
	}
	error = abcast_choose(&delivery);
	if (error) {
		return error;
	}
	p = &posting[root];
	if (p->data) {
		return WEFT_ERR_STATE;
	}
	p->data = buffer;
	p->size = (uint32_t)size;
	p->postings++;
	/* The root reads it when it wants to; nothing else comes after it. */
	arch_flag_write(abcast.me, row + (root << 2),
			(p->postings & COUNT_MASK) << COUNT_SHIFT | p->size);
	return WEFT_OK;
}

static bool accepts(uint32_t core, uint32_t bytes)
{
	uint32_t word;

	if (arch_flag_read(core, abcast_status(ABCAST_ACCEPTS))) {
		return true;
	}
	word = arch_flag_read(core, row + (abcast.me << 2));
	return word >> COUNT_SHIFT == ((long_messages + 1) & COUNT_MASK) &&
	       (word & BYTES_MASK) >= bytes;
}

static int refused(uint32_t bytes, struct weft_request *request)
{
	for (uint32_t core = 0; core < abcast.count; core++) {
		if (core != abcast.me && !accepts(core, bytes)) {
			request->peer = core;
			return WEFT_ERR_REFUSED;
		}
	}
	long_messages++;
	return WEFT_OK;
}

static ARCH_COLD uint32_t bytes_of(const struct rt_shape *shape, uint32_t left)
{
	(void)left;
	return shape->count > RT_BELLS ? 0 : shape->count << 2;
}

static ARCH_COLD void place_row(const struct rt_shape *shape, uint32_t offset,
				uint32_t size)
{
	if (size == 0) {
		return;
	}
	row = offset;
	posting = rt_table(shape->count, sizeof(*posting),
			   "no memory for the postings of abcast");
	abcast_refused = refused;
}

static const struct rt_feature feature = {
	.name = "abcast-post",
	.bytes = bytes_of,
	.place = place_row,
};
RT_FEATURE(feature);
