/* SPDX-License-Identifier: Apache-2.0 */
/*
 * My two buffers in the MPB.  They take turns, so that a header never stays
 * longer than the next chunk but one, and cannot pass for a new one when numbers
 * wrap.  A busy one is looked at only when it is needed.
 */
#include "arch/fence.h"
#include "collectives/abcast.h"
#include "runtime/arith.h"
#include "runtime/trace.h"

static uint32_t child(uint32_t root, uint32_t i)
{
	return arith_add_mod(abcast.stream[root].first, i, abcast.count);
}

static bool has_copied(uint32_t core, uint32_t root, uint32_t n)
{
	if (root == abcast.me && abcast_known_freed(core, n)) {
		return true;
	}
	return abcast_copied(arch_flag_read(core, abcast_counter(root)), n) >=
	       0;
}

/* RECLAIM: free when all its children have copied. */
static bool is_free(struct abcast_buffer *b)
{
	while (b->busy) {
		if (b->answered == abcast.stream[b->root].children) {
			b->busy = false;
		} else if (has_copied(child(b->root, b->answered), b->root,
				      b->n)) {
			b->answered++;
		} else {
			return false;
		}
	}
	return true;
}

struct abcast_buffer *abcast_free_buffer(void)
{
	struct abcast_buffer *b = &abcast.buffer[abcast.next];

	return is_free(b) ? b : NULL;
}

void abcast_reclaim(void)
{
	for (uint32_t i = 0; i < ABCAST_BUFFERS; i++) {
		is_free(&abcast.buffer[i]);
	}
}

uint32_t abcast_awaited_child(void)
{
	const struct abcast_buffer *b = &abcast.buffer[abcast.next];

	return child(b->root, b->answered);
}

/* By stores for many: all bells, then a range or two of interrupts. */
static void tell_at_once(const struct abcast_stream *stream)
{
	uint32_t before_wrap = abcast.count - stream->first;
	uint32_t rank = stream->first;

	for (uint32_t i = 0; i < stream->children; i++) {
		rt_bell_ring(rank);
		rank = rank + 1 == abcast.count ? 0 : rank + 1;
	}
	if (stream->children > before_wrap) {
		arch_raise(stream->first, before_wrap);
		arch_raise(0, stream->children - before_wrap);
	} else {
		arch_raise(stream->first, stream->children);
	}
}

/* By a store for each: so the first need not wait for the last's bell. */
static void tell_each(const struct abcast_stream *stream)
{
	uint32_t rank = stream->first;

	for (uint32_t left = stream->children; left > 0; left--) {
		rt_bell_ring(rank);
		arch_raise(rank, 1);
		rank = rank + 1 == abcast.count ? 0 : rank + 1;
	}
}

void abcast_announce(struct abcast_buffer *b, uint32_t root, uint32_t n)
{
	const struct abcast_stream *stream = &abcast.stream[root];
	const struct abcast_slot *slot = abcast_slot(root, n);
	struct abcast_header h = {
		abcast_id(root, n),
		slot->message,
		slot->length,
		slot->offset,
	};

	b->busy = true;
	b->root = root;
	b->n = n;
	b->answered = 0;
	/* P3, P4: same window as the data, so after them without a fence. */
	arch_flags_write(abcast.me,
			 abcast.headers + abcast.next * sizeof(h),
			 (const uint32_t *)&h, sizeof(h) / sizeof(uint32_t));
	abcast.next = (abcast.next + 1) & (ABCAST_BUFFERS - 1);
	/* P5: landed before anyone hears of it. */
	FENCE(abcast_publish, arch_settle(abcast.me));
	/* P6 */
	if (arch_notify_fanout() > 1) {
		tell_at_once(stream);
	} else {
		tell_each(stream);
	}
	RT_TRACE("chunk announced", root, n);
}

void abcast_put(struct abcast_buffer *b, uint32_t root, uint32_t n)
{
	const struct abcast_slot *slot = abcast_slot(root, n);

	/* P1 was abcast_free_buffer.  P2: */
	if (slot->bytes > 0) {
		arch_put(abcast.me, ARCH_WINDOW_MPB, b->data, slot->data,
			 slot->bytes);
	}
	abcast_announce(b, root, n);
	abcast.stream[root].put = n;
}
