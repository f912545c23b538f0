/* SPDX-License-Identifier: Apache-2.0 */
/* The engine of large runs: what each core does.  wide.h says how. */
#include "arch/fence.h"
#include "collectives/abcast/wide.h"
#include "collectives/abcast/abcast_engine.h"
#include "runtime/panic.h"
#include "runtime/progress.h"
#include "runtime/trace.h"

#if ABCAST_WIDE

/* Announcing and taking --------------------------------------------------------- */

static uint32_t copied_by(uint32_t i)
{
	return wide.below[i] >> 16;
}

static void look_below(void)
{
	if (wide.children > 0) {
		arch_flags_read(wide.below, abcast.me, wide.shown,
				WIDE_CHILDREN);
	}
}

/* A child that has not copied what is in the buffer of the next, by name; or 0. */
static uint32_t keeps_buffer(void)
{
	uint32_t before = wide.come + 1 - ABCAST_BUFFERS;

	for (uint32_t i = 0; i < wide.children; i++) {
		if ((int16_t)(uint16_t)(copied_by(i) - before) < 0) {
			return wide_name(wide.child[i], i);
		}
	}
	return 0;
}

bool wide_has_room(void)
{
	if (keeps_buffer() == 0) {
		return true;
	}
	look_below();
	return keeps_buffer() == 0;
}

static void tell_children(const struct abcast_header *h)
{
	uint32_t i = wide.come & (ABCAST_BUFFERS - 1);

	arch_flags_write(abcast.me, wide_header(i), (const uint32_t *)h,
			 sizeof(*h) / sizeof(uint32_t));
	/* Pairs with pass(): a child reads header and data after WIDE_TOLD. */
	FENCE(wide_publish, arch_settle(abcast.me));
	for (i = 0; i < wide.children; i++) {
		arch_flag_write(wide.child[i], rt_flag(wide.words, WIDE_TOLD),
				wide.come);
		arch_raise(wide.child[i], 1);
	}
	RT_TRACE("chunk announced", h->id >> WIDE_ROOT_SHIFT, wide.come);
}

/* To my parent, how far I am; whether it waits for that I see later. */
static void show_mine(void)
{
	uint32_t word = wide.come << 16 | (wide.all_freed & 0xffff);

	if (!wide.is_hub && word != wide.told_up) {
		wide.told_up = word;
		arch_flag_write(wide.parent, rt_flag(wide.shown, wide.edge),
				word);
		wide.news = true;
	}
}

/* From now on it is in my buffer, or in its slot. */
static void count(uint32_t id)
{
	abcast.queue[++wide.come & abcast.queue_mask] = id;
	if (wide.is_hub) {
		wide_granted(id >> WIDE_ROOT_SHIFT);
	} else {
		show_mine();
	}
}

static void hand_down(struct arch_addr *from, const struct abcast_header *h,
		      uint32_t n)
{
	uint32_t i = (wide.come + 1) & (ABCAST_BUFFERS - 1);
	struct arch_addr here = {abcast.me, ARCH_WINDOW_MPB,
				 abcast.buffer[i].data};

	if (n > 0) {
		arch_copy(here, *from, n);
	}
	*from = here;
	count(h->id);
	tell_children(h);
	abcast.stats.direct++;
}

void wide_take(uint32_t rank, uint32_t offset, const struct abcast_header *h)
{
	static struct inbox_slot own; /* nobody takes it here */
	struct arch_addr from = {rank, ARCH_WINDOW_MPB, offset};
	uint32_t root = h->id >> WIDE_ROOT_SHIFT, n;
	struct inbox_slot *slot = &own;

	n = root < abcast.count ? abcast_in(root)->come + 1 : 0;
	if (root != abcast.me && h->id == wide_id(root, n)) {
		slot = abcast_slot(root, n);
	} else if (root != abcast.me) {
		rt_panic("a chunk's header makes no sense");
	}
	abcast_fill_slot(slot, h);
	if (wide.children > 0) {
		hand_down(&from, h, slot->bytes);
	}
	if (slot != &own && slot->bytes > 0) {
		arch_get(inbox_place_of(&abcast.inbox, root, slot), from.rank,
			 ARCH_WINDOW_MPB, from.offset, slot->bytes);
	} else if (slot != &own) {
		inbox_place_of(&abcast.inbox, root, slot);
	}
	if (wide.children == 0) {
		count(h->id);
	}
	if (slot != &own) {
		abcast_in(root)->come = n;
		abcast.stats.chunks++;
		RT_TRACE("chunk received", root, n);
		inbox_arrived(&abcast.inbox, root, n);
	}
	rt_worked = true;
}

/* True: the burst is over. */
static bool pass(uint32_t *taken)
{
	struct abcast_header h;

	while (wide.is_hub ? wide_is_called()
			   : wide.seen[WIDE_TOLD] != wide.come) {
		uint32_t i = (wide.come + 1) & (ABCAST_BUFFERS - 1);

		if (!wide_has_room()) {
			return false;
		}
		if (++*taken > abcast.turns.burst) {
			return true;
		}
		if (wide.is_hub) {
			wide_grant();
			continue;
		}
		arch_flags_read((uint32_t *)&h, wide.parent, wide_header(i),
				sizeof(h) / sizeof(uint32_t));
		wide_take(wide.parent, abcast.buffer[i].data, &h);
	}
	return false;
}

/* Freeing ------------------------------------------------------------------------ */

/* Has this core's application done with that chunk? */
static bool is_freed(uint32_t id)
{
	uint32_t root = id >> WIDE_ROOT_SHIFT;
	uint32_t beyond = (abcast_in(root)->delivered - id) & WIDE_N;

	return root == abcast.me || beyond <= WIDE_N >> 1;
}

/* A child whose subtree has freed less than this core, by name; or 0. */
static uint32_t free_in_order(void)
{
	uint32_t all, lagging = 0;

	while (wide.freed != wide.come &&
	       is_freed(abcast.queue[(wide.freed + 1) & abcast.queue_mask])) {
		wide.freed++;
	}
	all = wide.freed;
	if (all != wide.all_freed) {
		look_below();
	}
	for (uint32_t i = 0; i < wide.children; i++) {
		int16_t ahead = (int16_t)(uint16_t)(wide.below[i] - all);

		if (ahead < 0) {
			all += (uint32_t)(int32_t)ahead;
			if (!lagging) {
				lagging = wide_name(wide.child[i], i);
			}
		}
	}
	for (; wide.all_freed != all; rt_worked = true) {
		uint32_t id =
			abcast.queue[++wide.all_freed & abcast.queue_mask];

		if (wide.is_hub) {
			wide_completed(id);
		}
	}
	show_mine();
	return lagging;
}

/*
 * Leaves word whom I wait for.  True: that is news, so look once more.  So is a child that
 * has copied between the look of pass() and that of free_in_order(): it has seen no word
 * that names it, and will not call.
 */
static bool block(uint32_t lagging)
{
	bool next = wide.is_hub ? wide_is_called()
				: wide.seen[WIDE_TOLD] != wide.come;
	uint32_t keeper = next ? keeps_buffer() : 0;
	uint32_t word = lagging << WIDE_NAME_BITS | keeper;

	if (next && !keeper) {
		return true;
	}
	if (word == wide.blocked) {
		return false;
	}
	wide.blocked = word;
	arch_flag_write(abcast.me, rt_flag(wide.words, WIDE_BLOCKED), word);
	if (word) {
		/* Pairs with wide_shown: a child shows, then reads my word. */
		FENCE(wide_blocked, arch_settle(abcast.me));
	}
	return word != 0;
}

/* Does my parent wait for what I have shown? */
static void answer(void)
{
	uint32_t me = wide_name(abcast.me, wide.edge), word;

	if (!wide.news) {
		return;
	}
	wide.news = false;
	/* Pairs with wide_blocked: my parent reads this after its own word. */
	FENCE(wide_shown, arch_settle(wide.parent));
	word = arch_flag_read(wide.parent, rt_flag(wide.words, WIDE_BLOCKED));
	if ((word & WIDE_NAME) == me || word >> WIDE_NAME_BITS == me) {
		arch_raise(wide.parent, 1);
		abcast.credit.raised++;
	}
}

/* A round ---------------------------------------------------------------------- */

bool wide_round(enum rt_round why)
{
	uint32_t taken = 0, lagging;
	bool more;

	if (abcast.inbox.late) {
		inbox_catch_up(&abcast.inbox);
	}
	do {
		arch_flags_read(wide.seen, abcast.me, wide.words, WIDE_WORDS);
		abcast.credit.complete = wide.seen[WIDE_COMPLETE];
		wide_offer_more();
		if (why == RT_BEGUN && !wide.is_hub) {
			return false;
		}
		wide_look_at_calls();
		more = pass(&taken);
		lagging = free_in_order();
	} while (!more && block(lagging));
	answer();
	return more;
}

#endif
