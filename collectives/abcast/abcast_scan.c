/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scanning: what is announced to me, and by whom.
 */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "messages/liveness.h"
#include "runtime/progress.h"

/*
 * BEGIN_ANEW: who lacks chunks before such a message forgets them, as soon as it
 * has done with those that it has.  True: it has, now.
 */
static ARCH_COLD bool begin_anew(uint32_t root, uint32_t parent,
				 const struct abcast_header *h)
{
	struct abcast_stream *s = &abcast.stream[root];
	struct inbox_stream *in = abcast_in(root);
	uint32_t ahead = (h->id - in->come - 1) & ABCAST_N;

	if (ahead == 0 || ahead > ABCAST_N >> 1) {
		return false;
	}
	inbox_break_off(&abcast.inbox, root);
	if (s->freed != in->come) {
		turns_mark(&abcast.turns, parent);
		return false;
	}
	in->come += ahead;
	s->put = s->freed = in->delivered = in->come;
	inbox_begin_anew(&abcast.inbox, root, h->message);
	return true;
}

/* Does one of them begin anew? */
static ARCH_COLD bool begins_anew(uint32_t parent,
				  const struct abcast_header *h)
{
	bool anew = false;

	for (uint32_t b = 0; b < ABCAST_BUFFERS; b++) {
		uint32_t root = h[b].id >> ABCAST_ROOT_SHIFT;

		if (root < abcast.count && h[b].message & ABCAST_RESTART &&
		    routes_gives(&abcast.routes, parent, root)) {
			anew |= begin_anew(root, parent, &h[b]);
		}
	}
	return anew;
}

static ARCH_COLD void hear(const struct abcast_header *h)
{
	for (uint32_t b = 0; b < ABCAST_BUFFERS; b++) {
		if (h[b].offset >> ABCAST_NEWS_SHIFT) {
			liveness_hear((h[b].offset >> ABCAST_NEWS_SHIFT) - 1);
		}
	}
}

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
static uint32_t find(uint32_t parent, const struct abcast_header *h)
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
static bool scan(uint32_t parent)
{
	struct abcast_header h[ABCAST_BUFFERS];
	bool again, special;

	do {
		again = false;
		arch_flags_read((uint32_t *)h, parent, abcast.headers,
				sizeof(h) / (sizeof(uint32_t)));
		special = is_special(h);
		if (special) {
			hear(h);
		}
		do {
			uint32_t b;

			while ((b = find(parent, h)) < ABCAST_BUFFERS) {
				if (!turns_take(&abcast.turns)) {
					return false;
				}
				rt_worked = true;
				if (abcast_receive(parent, b, &h[b])) {
					again |= has_more(h[b].id);
				} else {
					h[b].id = ABCAST_NO_CHUNK;
				}
			}
			abcast_answer();
		} while (special && begins_anew(parent, h));
	} while (again);
	return true;
}

UNIT void abcast_rung(uint32_t from, uint32_t times)
{
	(void)times;
	if (!ABCAST_FLAT || abcast.inbox.late || turns_any(&abcast.turns)) {
		/* In turn, and after what came before I had chosen. */
		turns_mark(&abcast.turns, from);
	} else {
		turns_serve(&abcast.turns, from);
	}
}

/* What others have for me.  True: the burst is over, and there is more. */
UNIT bool abcast_look_around(void)
{
	const struct notifier *told = &abcast.notifier;
	bool more;

	do {
		uint32_t root = notifier_look(told, &abcast.turns);

		if (root != BOARD_NOBODY) {
			abcast_rung(root, 1); /* mostly the only one */
		}
		more = turns_go_on(&abcast.turns);
	} while (notifier_more(told));
	notifier_end(told);
	turns_end(&abcast.turns);
	return more;
}

UNIT void abcast_scan_init(uint32_t burst)
{
	turns_init(&abcast.turns, scan, burst);
}
