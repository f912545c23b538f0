/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What I show of my progress, and to whom that is news.
 *
 * The last acknowledgement must not be missed, and must not cost an interrupt each
 * time.  Who needs one (a buffer or the window is all that it lacks) writes whom
 * it waits for into its blocked-on word, settles, and looks once more; who shows a
 * counter settles, and then reads the blocked-on word of the one who may need it.  One
 * of the two sees the other, whatever the order.
 */
#include "arch/fence.h"
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "topology/bits.h"
#include "runtime/progress.h"

enum {
	CHILD_SHIFT = 16, /* in a blocked-on word */
};

static uint32_t touched[RT_BELL_SETS]; /* streams that may have been freed */
static uint32_t waiting[RT_BELL_SETS]; /* cores that may want to know */
static bool any_touched, any_waiting;
static bool shown; /* something in my MPB, and not settled since */

static inline void show(uint32_t root)
{
	credit_show(&abcast.credit, root, abcast_in(root)->come,
		    abcast.stream[root].freed);
	if (!abcast_is_relayed()) {
		shown = true;
	}
}

/* FREED: have I done with more of that stream than I show? */
static inline bool free_more(uint32_t root)
{
	struct abcast_stream *s = &abcast.stream[root];
	uint32_t n = abcast_in(root)->delivered;

	if (s->children > 0 && (int32_t)(s->put - n) < 0) {
		n = s->put;
	}
	if (n == s->freed) {
		return false;
	}
	s->freed = n;
	bits_set(waiting, root);
	any_waiting = true;
	return true;
}

/* At a leaf that is often all there is to show. */
UNIT void abcast_show_copied(uint32_t root, uint32_t parent)
{
	free_more(root);
	show(root); /* R4 */
	bits_set(waiting, parent);
	any_waiting = true;
}

UNIT void abcast_settled(void)
{
	shown = false;
}

UNIT void abcast_touch(uint32_t root)
{
	bits_set(touched, root);
	any_touched = true;
}

UNIT void abcast_show_freed(void)
{
	any_touched = false;
	for (uint32_t w = 0; w < abcast.sets; w++) {
		for (; touched[w]; touched[w] &= touched[w] - 1) {
			uint32_t root = w << 5 | bits_lowest(touched[w]);

			if (free_more(root)) {
				show(root); /* E2 */
				rt_worked = true;
			}
		}
	}
}

static void settle(uint32_t core)
{
	FENCE(abcast_shown, arch_settle(core));
}

UNIT bool abcast_is_touched(void)
{
	return any_touched;
}

/* R5, R6 and E3, E4: what I have shown, to those who asked for it. */
static void answer_all(void)
{
	any_waiting = false;
	if (shown) {
		settle(abcast.me);
		shown = false;
	}
	for (uint32_t w = 0; w < abcast.sets; w++) {
		for (; waiting[w]; waiting[w] &= waiting[w] - 1) {
			uint32_t core = w << 5 | bits_lowest(waiting[w]);
			uint32_t word;

			if (abcast_is_relayed()) {
				settle(core);
			}
			word = arch_flag_read(core, abcast_blocked_on(core));
			if ((uint8_t)(word >> CHILD_SHIFT) == abcast.me + 1 ||
			    (uint8_t)word == abcast.me + 1) {
				arch_raise(core, 1);
				abcast.stats.wanted++;
			}
		}
	}
}

UNIT void abcast_answer(void)
{
	if (!ABCAST_RELAYS || any_waiting) {
		answer_all();
	}
}

static void show_blocked_on(void)
{
	arch_flag_write(abcast.me, abcast_blocked_on(abcast.me),
			abcast.blocked_on | abcast.accepts_all);
}

void abcast_accept_all(void)
{
	arch_irq_state state = arch_irq_save();

	abcast.accepts_all = ABCAST_ACCEPTS_ALL;
	show_blocked_on();
	arch_irq_restore(state);
}

/*
 * PARK: leave word whom I wait for.  True: that is news, so look once more, since
 * it may have come before the word was there.
 */
UNIT bool abcast_park(uint32_t child, uint32_t core)
{
	uint32_t word = child << CHILD_SHIFT | core;

	if (word == abcast.blocked_on) {
		return false;
	}
	abcast.blocked_on = word;
	/* K1 */
	show_blocked_on();
	if (word) {
		FENCE(abcast_blocked_on, arch_settle(abcast.me)); /* K2 */
		shown = false;
	}
	return word != 0; /* K3 */
}
