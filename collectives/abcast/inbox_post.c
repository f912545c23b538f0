/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Buffers posted for messages longer than all slots of a stream.
 *
 * Such a message goes to the buffer that has been posted for its sender, chunk by
 * chunk, and its chunks are delivered as they come; but for those that come while
 * an earlier message is not taken yet: they are when it is.
 *
 * Whether a buffer is posted the sender must know before it sends.  For each sender a
 * core shows one word: how long its buffer is, and how many it has posted.  A sender
 * counts its long messages, each of which uses up one posting of every
 * core that takes whole messages.
 *
 * A long message that is missed uses up no posting.  The receiver learns of that from
 * the next chunk that comes, which begins anew; so a sender that has nothing but
 * another long message sends a chunk of no message first.
 */
#include "collectives/abcast/inbox.h"
#include "topology/bits.h"
#include "runtime/mpb_map.h"
#include "runtime/panic.h"
#include "runtime/table.h"
#include "runtime/why.h"

enum {
	COUNT_SHIFT = 25, /* a posting: its number above, its bytes below */
	BYTES_MASK = (1 << COUNT_SHIFT) - 1,
	COUNT_MASK = 0x7f,
};

struct inbox_posting {
	char *data; /* null: there is none */
	uint32_t size, postings;
	volatile bool whole; /* all of it: to be given back */
	uint32_t message, total;
};

static struct inbox_posting *posting_of(const struct inbox *b, uint32_t from)
{
	return &b->posts->posting[from];
}

/* My word for that core; at my own place, what I say of my long messages. */
static uint32_t word_of(const struct inbox *b, uint32_t core)
{
	return b->posts->row + (core << 2);
}

static char *inbox_post_place(struct inbox *b, uint32_t from,
			      const struct inbox_slot *slot)
{
	struct inbox_posting *p = posting_of(b, from);

	if (inbox_total(slot) <= inbox_eager(b) || inbox_is_no_message(slot)) {
		return slot->store;
	}
	if (!p->data || p->size < inbox_total(slot)) {
		rt_panic("a long message for which no buffer is posted");
	}
	return p->data + slot->offset;
}

/* A chunk that is in its posted buffer is delivered. */
static void in_place(struct inbox *b, uint32_t from, uint32_t n)
{
	const struct inbox_slot *slot = inbox_slot(b, from, n);
	struct inbox_posting *p = posting_of(b, from);

	inbox_delivered(b, from, n);
	if (inbox_is_last(slot)) {
		p->message = slot->message & INBOX_MESSAGE;
		p->total = inbox_total(slot);
		p->whole = true;
		bits_set(b->ready, from);
	}
}

static bool arrived(struct inbox *b, uint32_t from, uint32_t n)
{
	if (!inbox_is_posted(inbox_slot(b, from, n))) {
		return inbox_message_arrived(b, from, n);
	}
	if (b->stream[from].delivered == n - 1) {
		in_place(b, from, n);
		return true;
	}
	return false; /* an earlier message has not been taken */
}

static void inbox_post_show(const struct inbox *b, uint32_t from)
{
	const struct inbox_posting *p = posting_of(b, from);

	/* The sender reads it when it wants to; nothing else comes after it. */
	arch_flag_write(b->me, word_of(b, from),
			(p->postings & COUNT_MASK) << COUNT_SHIFT | p->size);
}

/*
 * My long messages: how many have begun, and the last one's number, where others
 * have their postings for me.
 */
static void begun(struct inbox *b, uint32_t message)
{
	uint32_t left = ++b->posts->left;

	arch_flag_write(b->me, word_of(b, b->me),
			(left & COUNT_MASK) << COUNT_SHIFT |
				(message & BYTES_MASK));
}

/*
 * Long ones before that message may have been missed, for which my posting, or the
 * next one if there is none, has not been used: it is for one after them.
 */
static ARCH_COLD void begun_anew(struct inbox *b, uint32_t from,
				 uint32_t message)
{
	struct inbox_posting *p = posting_of(b, from);
	uint32_t word = arch_flag_read(from, word_of(b, from));
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
		inbox_post_show(b, from);
	}
}

/* Those that came behind what has been taken. */
static void taken(struct inbox *b, uint32_t from)
{
	const struct inbox_stream *s = &b->stream[from];

	while (s->delivered != s->come &&
	       inbox_is_posted(inbox_slot(b, from, s->delivered + 1))) {
		in_place(b, from, s->delivered + 1);
	}
}

static bool inbox_post_take(struct inbox *b, uint32_t from,
			    struct weft_message *message)
{
	struct inbox_posting *p = posting_of(b, from);

	if (!p->whole) {
		return false;
	}
	message->root = from;
	message->message = p->message;
	message->bytes = p->total;
	message->data = p->data;
	p->whole = false;
	p->data = NULL;
	return true;
}

static bool has_posted(struct inbox *b, uint32_t core, uint32_t bytes)
{
	uint32_t word = arch_flag_read(core, word_of(b, b->me));

	return word >> COUNT_SHIFT == ((b->posts->started + 1) & COUNT_MASK) &&
	       (word & BYTES_MASK) >= bytes;
}

static const struct inbox_delivery posted = {
	.place = inbox_post_place,
	.arrived = arrived,
	.broken_off = inbox_message_broken_off, /* it stays posted */
	.begun_anew = begun_anew,
	.take = inbox_post_take,
	.taken = taken,
};

int inbox_post(struct inbox *b, uint32_t from, void *buffer, size_t size)
{
	struct inbox_posting *p;
	int error;

	if (b->chunk == 0 || !b->posts) {
		return RT_WHY(WEFT_ERR_LIMIT,
			      "asynchronous broadcast has no room in the MPB, "
			      "or takes no posted buffers");
	}
	if (from >= b->count || from == b->me) {
		return RT_WHY(WEFT_ERR_RANK, "from: no such core, or this one");
	}
	if (!buffer) {
		return RT_WHY(WEFT_ERR_NULL, "the buffer");
	}
	if (size <= inbox_eager(b) || size > INBOX_LONGEST) {
		return RT_WHY(WEFT_ERR_SIZE, "messages of that size need no "
					     "buffer, or are too long");
	}
	error = inbox_choose(b, &posted);
	if (error) {
		return error;
	}
	p = posting_of(b, from);
	if (p->data) {
		return RT_WHY(WEFT_ERR_STATE, "that root has a buffer already");
	}
	p->data = buffer;
	p->size = (uint32_t)size;
	p->postings++;
	inbox_post_show(b, from);
	return WEFT_OK;
}

void inbox_posts_place(struct inbox *b, struct inbox_posts *posts, uint32_t row)
{
	posts->delivery = &posted;
	posts->begun = begun;
	posts->has_posted = has_posted;
	posts->row = row;
	posts->posting = rt_table(rt_run.count, sizeof(*posts->posting),
				  "no memory for the postings of an inbox");
	b->posts = posts;
}
