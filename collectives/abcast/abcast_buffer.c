/* SPDX-License-Identifier: Apache-2.0 */
/*
 * My two buffers in the MPB.  They take turns, so that a header never stays
 * longer than the next chunk but one, and cannot pass for a new one when numbers
 * wrap.  A busy one is looked at only when it is needed.
 */
#include <stddef.h>
#include <string.h>

#include "arch/fence.h"
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "messages/liveness.h"
#include "runtime/console.h"
#include "runtime/progress.h"
#include "runtime/trace.h"

static uint32_t child(const struct abcast_buffer *b, uint32_t i)
{
	return b->list_used ? b->list[i]
			    : routes_child(&abcast.routes, b->root, i);
}

/* Whether one of my buffers has a chunk of that stream from before n. */
static bool holds_before(uint32_t root, uint32_t n)
{
	for (uint32_t i = 0; i < ABCAST_BUFFERS; i++) {
		const struct abcast_buffer *b = &abcast.buffer[i];

		if (b->busy && b->root == root && (int32_t)(b->n - n) < 0) {
			return true;
		}
	}
	return false;
}

/* Offset of the header of buffer i. */
static uint32_t header_at(uint32_t i)
{
	return abcast.headers + i * (uint32_t)sizeof(struct abcast_header);
}

/*
 * Does its message begin anew?  By the header: the slot may hold a later chunk by
 * now, as it is free once its chunk has been put.
 */
static ARCH_COLD bool holds_anew(const struct abcast_buffer *b)
{
	uint32_t i = b == &abcast.buffer[0] ? 0 : 1;
	uint32_t message = offsetof(struct abcast_header, message);

	return arch_flag_read(abcast.me, header_at(i) + message) &
	       ABCAST_RESTART;
}

/*
 * Has that child copied it, or is it one of a dead core's that lacks a chunk
 * before it, which nobody can give it?
 */
static bool has_copied(const struct abcast_buffer *b, uint32_t core)
{
	int32_t beyond;

	if (b->root == abcast.me && credit_known(&abcast.credit, core, b->n)) {
		return true;
	}
	beyond =
		credit_copied(credit_look(&abcast.credit, core, b->root), b->n);
	if (b->list_used && beyond < -1) {
		return !holds_anew(b) && !holds_before(b->root, b->n);
	}
	return beyond >= 0;
}

/* That saves the look at each; where cores are small, it is left out. */
static bool all_have_freed(const struct abcast_buffer *b)
{
	return ABCAST_FLAT && b->root == abcast.me && !abcast_any_dead() &&
	       abcast_all_freed(b->n);
}

/* RECLAIM: free when all its children have copied, or are left out. */
bool abcast_is_free(struct abcast_buffer *b)
{
	if (!b->busy) {
		return true;
	}
	if (!all_have_freed(b)) {
		for (; b->answered < b->children; b->answered++) {
			uint32_t core = child(b, b->answered);

			if (!credit_has_shown(&abcast.credit, core, b->n) &&
			    !has_copied(b, core)) {
				return false;
			}
		}
	}
	b->busy = false;
	return true;
}

struct abcast_buffer *abcast_free_buffer(void)
{
	struct abcast_buffer *b = &abcast.buffer[abcast.next];

	return abcast_is_free(b) ? b : NULL;
}

/* While the next one is busy, a look at the other one is of no use. */
bool abcast_both_free(void)
{
	uint32_t other = (abcast.next + 1) & (ABCAST_BUFFERS - 1);

	return abcast_free_buffer() && abcast_is_free(&abcast.buffer[other]);
}

uint32_t abcast_awaited_child(const struct abcast_buffer *b)
{
	return child(b, b->answered);
}

static void write_header(uint32_t i, struct abcast_header *h)
{
	if (abcast_any_dead()) {
		h->offset |= liveness_news() << ABCAST_NEWS_SHIFT;
	}
	/* P3, P4: same window as the data, so after them without a fence. */
	arch_flags_write(abcast.me, header_at(i), (const uint32_t *)h,
			 sizeof(*h) / sizeof(uint32_t));
}

/* Whoever looks next may find it; abcast_buffer_tell() sees to it that they do. */
static void show_header(uint32_t i)
{
	const struct abcast_buffer *b = &abcast.buffer[i];
	const struct inbox_slot *slot = abcast_slot(b->root, b->n);
	struct abcast_header h = {
		abcast_id(b->root, b->n),
		slot->message,
		slot->length,
		slot->offset / ABCAST_CHUNK_LINE,
	};

	write_header(i, &h);
}

/* There is a chunk in it: tell those who are to copy it. */
static void abcast_buffer_tell(const struct abcast_buffer *b)
{
	/* P5.  Pairs with abcast_receive_scan(): a child is told, then reads it all. */
	FENCE(abcast_publish, arch_settle(abcast.me));
	credit_settled(&abcast.credit); /* R5, with it */
	if (b->list_used) {
		notifier_tell_each(&abcast.notifier, b->list, b->children);
	} else {
		notifier_tell(&abcast.notifier, abcast.routes.of[b->root].first,
			      b->children);
	}
}

void abcast_announce(struct abcast_buffer *b, uint32_t root, uint32_t n)
{
	uint32_t i = abcast.next;

	b->root = root;
	b->n = n;
	show_header(i);
	abcast.next = (i + 1) & (ABCAST_BUFFERS - 1);
	b->busy = true;
	b->answered = 0;
	b->children = abcast_children(root);
	b->list_used = false;
	if (abcast_any_dead()) {
		abcast_list_children(b);
	}
	abcast_buffer_tell(b); /* P6 */
	RT_TRACE("chunk announced", root, n);
}

void abcast_announce_again(uint32_t i)
{
	struct abcast_buffer *b = &abcast.buffer[i];
	struct abcast_header h;

	b->answered = 0;
	abcast_list_children(b);
	/* As it was; the slot may hold a later chunk by now. */
	arch_flags_read((uint32_t *)&h, abcast.me, header_at(i),
			sizeof(h) / sizeof(uint32_t));
	h.id = abcast_id(b->root, b->n);
	h.offset &= ABCAST_OFFSET;
	write_header(i, &h);
	abcast_buffer_tell(b);
}

void abcast_withdraw(uint32_t i)
{
	arch_flag_write(abcast.me, header_at(i),
			ABCAST_NO_CHUNK); /* seen before new data: rule (a) */
}

#if WEFT_CHECK
uint32_t abcast_checksum(uint32_t id, const struct inbox_slot *slot,
			 const void *data)
{
	uint32_t head[] = {id, slot->message, slot->length, slot->offset};

	return rt_crc(rt_crc(0, head, sizeof(head)), data, slot->bytes);
}

/* Is its chunk still in its slot, too? */
static bool is_in_slot(const struct abcast_buffer *b)
{
	uint32_t last =
		b->root == abcast.me ? abcast.sent : abcast_in(b->root)->come;

	return last - b->n < abcast.inbox.window;
}

/* Is it as I have put it? */
static bool is_sound(uint32_t i)
{
	const struct abcast_buffer *b = &abcast.buffer[i];
	const struct inbox_slot *slot = abcast_slot(b->root, b->n);
	struct abcast_header h;
	static char copy[4096]; /* inside the gate there is one */

	if (slot->bytes > sizeof(copy)) {
		return false; /* written anew, whatever it is */
	}
	arch_get(copy, abcast.me, ARCH_WINDOW_MPB, b->data, slot->bytes);
	arch_get(&h, abcast.me, ARCH_WINDOW_MPB, header_at(i), sizeof(h));
	return h.id == abcast_id(b->root, b->n) && h.message == slot->message &&
	       h.length == slot->length &&
	       (h.offset & ABCAST_OFFSET) == slot->offset / ABCAST_CHUNK_LINE &&
	       arch_flag_read(abcast.me, b->data + abcast.inbox.chunk) ==
		       b->crc &&
	       abcast_checksum(h.id, slot, copy) == b->crc;
}

/* Who could not read it looks again at its own tick. */
void abcast_scrub(void)
{
	for (uint32_t i = 0; i < ABCAST_BUFFERS; i++) {
		struct abcast_buffer *b = &abcast.buffer[i];
		const struct inbox_slot *slot = abcast_slot(b->root, b->n);

		if (!b->busy || abcast_is_free(b) || !is_in_slot(b) ||
		    is_sound(i)) {
			continue;
		}
		abcast_put_data(b, slot);
		show_header(i);
		rt_say("weft: checksum: a chunk was damaged");
	}
}
#endif
