/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Buffers posted for messages longer than all slots of a stream.
 *
 * Such a message goes to the buffer that has been posted for its root, chunk by
 * chunk, and its chunks are delivered as they come; but for those that come while
 * an earlier message is not taken yet: they are when it is.
 *
 * Whether a buffer is posted the root must know before it sends.  For each root a
 * core shows one word: how long its buffer is, and how many it has posted.  A root
 * counts its long messages, each of which uses up one posting of every
 * core that takes whole messages.
 */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_deliver.h"
#include "collectives/abcast/abcast_message.h"
#include "messages/liveness.h"
#include "runtime/context.h"
#include "runtime/panic.h"
#include "runtime/part.h"
#include "runtime/table.h"

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

static uint32_t row;            /* offset: my words, one a root */
static uint32_t begun;          /* long messages of mine that have */
static struct posting *posting; /* one a root */

static char *place(uint32_t root, const struct abcast_slot *slot)
{
	struct posting *p = &posting[root];

	if (abcast_total(slot) <= abcast_eager()) {
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
		abcast_message_whole(root);
	}
}

static bool arrived(uint32_t root, uint32_t n)
{
	if (!abcast_is_posted(root, n)) {
		return abcast_message_arrived(root, n);
	}
	if (abcast.stream[root].delivered == n - 1) {
		in_place(root, n);
		return true;
	}
	return false; /* an earlier message has not been taken */
}

static ARCH_COLD void broken_off(uint32_t root)
{
	struct posting *p = &posting[root];

	if (abcast_message_broken_off(root) && !p->whole) {
		p->begun = false; /* it stays posted, for the next one */
	}
}

static void show(uint32_t root)
{
	const struct posting *p = &posting[root];

	/* The root reads it when it wants to; nothing else comes after it. */
	arch_flag_write(abcast.me, row + (root << 2),
			(p->postings & COUNT_MASK) << COUNT_SHIFT | p->size);
}

/*
 * My long messages: how many have begun, and the last one's number, where others
 * have their postings for me.
 */
void abcast_long_begun(uint32_t message)
{
	begun++;
	arch_flag_write(abcast.me, row + (abcast.me << 2),
			(begun & COUNT_MASK) << COUNT_SHIFT |
				(message & BYTES_MASK));
}

/*
 * Long ones before that message may have been missed, for which my posting, or the
 * next one if there is none, has not been used: it is for one after them.
 */
static ARCH_COLD void begun_anew(uint32_t root, uint32_t message)
{
	struct posting *p = &posting[root];
	uint32_t word = arch_flag_read(root, row + (root << 2));
	uint32_t over = word >> COUNT_SHIFT, past = message - word - 1;

	/* The last that has begun is this one, or comes after it. */
	if ((past & BYTES_MASK) > BYTES_MASK >> 1) {
		over--;
	}
	if (p->whole) {
		return; /* all before it had come */
	}
	over += p->data != NULL;
	if (((over - p->postings) & COUNT_MASK) <= COUNT_MASK >> 1 &&
	    over != (p->postings & COUNT_MASK)) {
		p->postings = over;
		show(root);
	}
}

/* Those that came behind chunk n. */
static void taken(uint32_t root, uint32_t n)
{
	while (n != abcast.stream[root].copied &&
	       abcast_is_posted(root, n + 1)) {
		in_place(root, ++n);
	}
}

static bool take(uint32_t root, struct weft_message *message)
{
	struct posting *p = &posting[root];

	if (!p->whole) {
		return false;
	}
	message->root = root;
	message->message = p->message;
	message->bytes = p->total;
	message->data = p->data;
	p->whole = false;
	p->data = NULL;
	return true;
}

bool abcast_has_posted(uint32_t core, uint32_t bytes)
{
	uint32_t word = arch_flag_read(core, row + (abcast.me << 2));

	return word >> COUNT_SHIFT ==
		       ((abcast_long_messages + 1) & COUNT_MASK) &&
	       (word & BYTES_MASK) >= bytes;
}

const struct abcast_delivery abcast_posted = {
	.place = place,
	.arrived = arrived,
	.broken_off = broken_off,
	.begun_anew = begun_anew,
	.take = take,
	.taken = taken,
};

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
	if (size <= abcast_eager() || size > WEFT_ABCAST_MAX) {
		return WEFT_ERR_SIZE;
	}
	error = abcast_choose(&abcast_posted);
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
	show(root);
	return WEFT_OK;
}

static ARCH_COLD uint32_t bytes_of(const struct rt_run *run, uint32_t left)
{
	(void)left;
	return run->count > RT_BELLS ? 0 : run->count << 2;
}

static ARCH_COLD void place_row(const struct rt_run *run, uint32_t offset,
				uint32_t size)
{
	if (size == 0) {
		return;
	}
	row = offset;
	posting = rt_table(run->count, sizeof(*posting),
			   "no memory for the postings of abcast");
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "abcast-post",
	.bytes = bytes_of,
	.placed = place_row,
};
RT_PART(part);
