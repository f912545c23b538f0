/* SPDX-License-Identifier: Apache-2.0 */
/* Large runs: a root's own chunks, the end of main, and whom a root waits for. */
#include "arch/fence.h"
#include "collectives/abcast/wide.h"
#include "runtime/in_use.h"
#include "runtime/park.h"
#include "runtime/progress.h"

#if ABCAST_WIDE

static uint32_t messages;
static uint32_t lines; /* of each chunk of the present message but the last */

/* Into as few as need be, all alike, so that the last one is not short. */
static void cut(uint32_t bytes)
{
	uint32_t most = abcast.inbox.chunk / ABCAST_CHUNK_LINE, rest, chunks;
	uint32_t all = (bytes + ABCAST_CHUNK_LINE - 1) / ABCAST_CHUNK_LINE;

	lines = most;
	if (all > most) {
		chunks = arith_div(all + most - 1, most, &rest);
		lines = arith_div(all + chunks - 1, chunks, &rest);
	}
}

/* Fills the slot of chunk n with what comes next. */
static void take_more(uint32_t n)
{
	struct weft_request *r = abcast.outbox.taking;
	struct inbox_slot *slot = abcast_slot(abcast.me, n);
	uint32_t left;

	rt_check_mark(r);
	if (r->at == 0) {
		messages = (messages + 1) & INBOX_MESSAGE;
		cut(r->bytes);
	}
	left = r->bytes - r->at;
	slot->message = messages;
	slot->length = r->bytes | lines << ABCAST_LINES_SHIFT;
	slot->offset = r->at;
	slot->bytes = lines * ABCAST_CHUNK_LINE;
	slot->bytes = left < slot->bytes ? left : slot->bytes;
	slot->data = r->data + r->at;
	outbox_taken(&abcast.outbox, slot->bytes, n);
}

static void offer(uint32_t n)
{
	const struct inbox_slot *slot = abcast_slot(abcast.me, n);
	struct abcast_header h = {
		wide_id(abcast.me, n),
		slot->message,
		slot->length,
		slot->offset / ABCAST_CHUNK_LINE,
	};

	if (slot->bytes > 0) {
		arch_put(abcast.me, ARCH_WINDOW_MPB,
			 wide.offer[n & (WIDE_OFFERS - 1)], slot->data,
			 slot->bytes);
	}
	arch_flags_write(abcast.me, wide_offer_header(n), (uint32_t *)&h,
			 sizeof(h) / sizeof(uint32_t));
	outbox_left(&abcast.outbox, n);
}

void wide_offer_more(void)
{
	uint32_t before = abcast.sent;

	while (abcast.outbox.taking &&
	       abcast.sent - wide.seen[WIDE_COMPLETE] < abcast.inbox.window &&
	       abcast.sent - wide.seen[WIDE_GRANTED] < WIDE_OFFERS) {
		take_more(++abcast.sent);
		offer(abcast.sent);
	}
	if (abcast.sent != before) {
		/* Pairs with wide_grant: the hub reads offers after a call. */
		FENCE(wide_offered, arch_settle(abcast.me));
		wide_call_leader(abcast.sent);
		rt_worked = true;
	}
}

ARCH_COLD void wide_accept_all(void)
{
	arch_flag_write(abcast.me, rt_flag(wide.words, WIDE_ACCEPTS), 1);
}

/* Nobody posts buffers here. */
ARCH_COLD bool wide_takes(uint32_t core, uint32_t bytes)
{
	(void)bytes;
	return arch_flag_read(core, rt_flag(wide.words, WIDE_ACCEPTS));
}

static ARCH_COLD bool all_left(void *none)
{
	(void)none;
	return !abcast.outbox.leaving;
}

ARCH_COLD void wide_finish(void)
{
	arch_irq_state state = arch_irq_save();

	inbox_drop(&abcast.inbox);
	wide_accept_all();
	arch_irq_restore(state);
	rt_park(all_left, NULL, ARCH_NEVER, RT_ANYONE,
		"its broadcasts to leave");
}

/*
 * The rank of a child that a parent's blocked word names, or abcast.count if it names none,
 * or one that has done all it was told: a parent that has stopped leaves old words.
 */
static ARCH_COLD uint32_t blocks(uint32_t parent, uint32_t name)
{
	uint32_t rank = (name & ((1 << WIDE_EDGE_SHIFT) - 1)) - 1;
	uint32_t edge = name >> WIDE_EDGE_SHIFT, told, shown;

	if (rank >= abcast.count || edge >= WIDE_CHILDREN) {
		return abcast.count;
	}
	told = arch_flag_read(rank, rt_flag(wide.words, WIDE_TOLD)) & 0xffff;
	shown = arch_flag_read(parent, rt_flag(wide.shown, edge));
	return shown == (told << 16 | told) ? abcast.count : rank;
}

/*
 * Down the tree, from the hub, along the words that say who waits for whom, to one that
 * waits for none of its children.
 */
ARCH_COLD uint32_t wide_awaited(void)
{
	uint32_t core = wide.hub, at = wide.hub;

	for (uint32_t depth = 0; at < abcast.count && depth < WIDE_DEPTH;
	     depth++) {
		uint32_t word;

		core = at;
		word = arch_flag_read(core, rt_flag(wide.words, WIDE_BLOCKED));
		at = blocks(core, word & WIDE_NAME);
		if (at >= abcast.count) {
			at = blocks(core, word >> WIDE_NAME_BITS);
		}
	}
	if (core == wide.hub && wide.seen[WIDE_GRANTED] != abcast.sent &&
	    !wide_leader_called()) {
		return wide_leader();
	}
	return core;
}

#endif
