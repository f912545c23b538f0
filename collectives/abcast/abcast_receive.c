/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Receiving: what is announced to me, and by whom; a chunk that a parent has announced,
 * into its slot, and on to my children.  The steps' names are those of the models (models/).
 */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "messages/liveness.h"
#include "runtime/panic.h"
#include "runtime/progress.h"
#include "runtime/trace.h"

#if WEFT_CHECK
/* A header may have been damaged, too, when I was told of it. */
void abcast_look_again(void)
{
	for (uint32_t root = 0; root < abcast.count; root++) {
		if (root != abcast.me) {
			turns_mark(&abcast.turns,
				   abcast.routes.of[root].parent);
		}
	}
}
#endif

static ARCH_COLD __attribute__((noinline)) bool
look_again(uint32_t parent, uint32_t b, const struct abcast_header *h)
{
	uint32_t at = abcast.headers + b * sizeof(*h);
	bool same = arch_flag_read(parent, at) == h->id;

	return !(liveness_in_doubt() && liveness_judged()) && same;
}

/*
 * Is the chunk that I have just copied still there?  If not, what I have copied
 * may be anything.  Either I was so late that I have been taken for dead; or my
 * parent is one of a dead core's, and did not wait for me with this one.
 */
static inline bool still_there(uint32_t parent, uint32_t b,
			       const struct abcast_header *h)
{
	return (!abcast_any_dead() && !liveness_in_doubt()) ||
	       look_again(parent, b, h);
}

/* Copy it to my own MPB, for my children; true: it was there to the end. */
static bool hand_on(struct abcast_buffer *mine, struct arch_addr from,
		    uint32_t b, const struct abcast_header *h, uint32_t bytes)
{
	struct arch_addr here = {abcast.me, ARCH_WINDOW_MPB, mine->data};
	uint32_t root = h->id >> ABCAST_ROOT_SHIFT;
	uint32_t n = abcast_in(root)->come + 1;

	abcast_vacate();
	if (bytes > 0) {
		arch_copy(here, from, bytes);
	}
	if (!still_there(from.rank, b, h)) {
		return false;
	}
	abcast_in(root)->come = n;
	abcast_show_copied(root, from.rank); /* R4 */
	abcast_announce(mine, root, n);      /* R7 */
	abcast.stream[root].put = n;
	abcast_answer();
	abcast.stats.direct++;
	return true;
}

/*
 * RECEIVE: the chunk in buffer b of my parent, whose header I have read, which was
 * the acquire (R1).
 *
 * Who passes it on shows that it is copied before it is delivered, since others wait
 * for that.  A leaf shows once that it has copied and, mostly, freed.
 */
static bool receive_chunk(uint32_t parent, uint32_t b,
			  const struct abcast_header *h)
{
	uint32_t root = h->id >> ABCAST_ROOT_SHIFT;
	bool passed_on = abcast_children(root) > 0;
	uint32_t n = abcast_in(root)->come + 1;
	struct inbox_slot *slot = abcast_slot(root, n);
	struct arch_addr from = {parent, ARCH_WINDOW_MPB,
				 abcast.buffer[b].data};
	struct abcast_buffer *mine = NULL;
	char *to;

	if (!abcast_fill_slot(slot, h)) {
		return false;
	}
	to = inbox_place_of(&abcast.inbox, root, slot);
	/* With checksums, only what is known to be sound is passed on. */
	if (!WEFT_CHECK && passed_on && abcast_queue_empty()) {
		mine = abcast_free_buffer(); /* R2 */
	}
	if (mine) {
		if (!hand_on(mine, from, b, h, slot->bytes)) {
			return false;
		}
		from.rank = abcast.me;
		from.offset = mine->data;
	}
	if (slot->bytes > 0) { /* R3 */
		arch_get(to, from.rank, ARCH_WINDOW_MPB, from.offset,
			 slot->bytes);
	}
#if WEFT_CHECK
	if (arch_flag_read(parent, from.offset + abcast.inbox.chunk) !=
	    abcast_checksum(h->id, slot, slot->data)) {
		return false; /* at the next tick, when its parent has mended it */
	}
#endif
	if (!mine && !still_there(parent, b, h)) {
		return false;
	}
	abcast_in(root)->come = n;
	if (!mine && passed_on) {
		abcast_show_copied(root, parent); /* R4 */
		abcast_enqueue(h->id);
		abcast.stats.queued++;
	}
	abcast.stats.chunks++;
	RT_TRACE("chunk received", root, n);
	inbox_arrived(&abcast.inbox, root, n);
	if (passed_on) {
		abcast_touch(root);
	} else {
		abcast_show_copied(root, parent); /* R4, E2 */
	}
	return true;
}

/* Scanning ------------------------------------------------------------------- */

/* Do they say something beside their chunks? */
static bool is_special(const struct abcast_header *h)
{
	uint32_t any = 0;

	for (uint32_t b = 0; b < ABCAST_BUFFERS; b++) {
		any |= (h[b].message & ABCAST_RESTART) |
		       h[b].offset >> ABCAST_NEWS_SHIFT;
	}
	return any != 0;
}

/* Is that header, at `parent`, of the chunk that I need next of its stream? */
static bool is_next(uint32_t parent, const struct abcast_header *h)
{
	uint32_t root = h->id >> ABCAST_ROOT_SHIFT;
	uint32_t n;

	if (root >= abcast.count) {
		return false;
	}
	n = abcast_in(root)->come + 1;
	if (h->id != abcast_id(root, n) ||
	    !routes_gives(&abcast.routes, parent, root)) {
		return false;
	}
	if (n - abcast.stream[root].freed > abcast.inbox.window) {
		/* Its root has left me out of its window. */
		turns_mark(&abcast.turns, parent);
		return false;
	}
	return true;
}

/* A buffer of this core's that has such a chunk; or ABCAST_BUFFERS. */
static uint32_t abcast_receive_find(uint32_t parent,
				    const struct abcast_header *h)
{
	uint32_t b = 0;

	if (ABCAST_FLAT && abcast.routes.direct) {
		/* Both are of its own stream, so the number tells. */
		uint32_t next = abcast_id(parent, abcast_in(parent)->come + 1);

		while (b < ABCAST_BUFFERS && h[b].id != next) {
			b++;
		}
		return b;
	}
	while (b < ABCAST_BUFFERS && !is_next(parent, &h[b])) {
		b++;
	}
	return b;
}

/* Is more of that message to come? */
static bool has_more(uint32_t id)
{
	uint32_t root = id >> ABCAST_ROOT_SHIFT;

	return !inbox_is_last(abcast_slot(root, abcast_in(root)->come));
}

/*
 * SCAN: what this core has for me.  A header meant for me stays until I have
 * copied its chunk, and one that is written after this read is told of again; so
 * one read will do.  But both are looked at again after each chunk: the one
 * looked at first may be the second's successor.  And in the middle of a message
 * the next chunk may be there before I am told.  False: the burst is over.
 */
static bool abcast_receive_scan(uint32_t parent)
{
	struct abcast_header h[ABCAST_BUFFERS];
	bool again, special;

	do {
		again = false;
		arch_flags_read((uint32_t *)h, parent, abcast.headers,
				sizeof(h) / (sizeof(uint32_t)));
		special = is_special(h);
		if (special) {
			abcast_hear(h);
		}
		do {
			uint32_t b;

			while ((b = abcast_receive_find(parent, h)) <
			       ABCAST_BUFFERS) {
				if (!turns_take(&abcast.turns)) {
					return false;
				}
				rt_worked = true;
				if (receive_chunk(parent, b, &h[b])) {
					again |= has_more(h[b].id);
				} else {
					h[b].id = ABCAST_NO_CHUNK;
				}
			}
			abcast_answer();
		} while (special && abcast_begins_anew(parent, h));
	} while (again);
	return true;
}

void abcast_scan_init(uint32_t burst)
{
	turns_init(&abcast.turns, abcast_receive_scan, burst);
}
