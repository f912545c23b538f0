/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cores that have stopped.  A core watches another one, at its ticks, while it has requests
 * there that were not handled, or waits for room in its queue.  When that one is given up, the
 * requests come back: they are still in their slots, and a stopped core's MPB can be
 * read.  In the lean layout their sender has a copy.
 *
 *   AM_LIVES --am_lost, in the gate--> AM_DEAD --am_return_dead--> AM_RETURNED_ALL
 */
#include <string.h>

#include "arch/arch.h"
#include "messages/am/am.h"
#include "messages/liveness.h"

enum {
	OTHER_NUMBERS =
		128, /* far from those of messages that may still come */
};

static struct liveness_watch watch;
static uint32_t watched; /* which core */

/*
 * Does this core wait for that one?  A reply says that its request is freed, but a wait for
 * the word of credit goes on, since the core may stop between the two.
 */
static ARCH_COLD bool waits_for(uint32_t core)
{
	const struct am_peer *p = &am.peer[core];

	if (core == am.me || p->state) {
		return false;
	}
	return p->awaited || !am_is_told(core, p->sent[AM_REQUEST]);
}

/*
 * This core is out, so no wait for credit goes on.  At each tick, since a core that has not
 * learned of it yet may write its word once more.
 */
static ARCH_COLD void free_all(void)
{
	for (uint32_t i = 0; !am.form.lean && i < am.count; i++) {
		arch_flag_write(am.me, rt_flag(am.at.freed, i),
				am.peer[i].sent[AM_REQUEST]);
	}
}

/* One core is watched at a time: as soon as it is seen to move, the next one is. */
ARCH_COLD void am_watch(void)
{
	if (!am.mode.placed || !liveness_watches()) {
		if (am.mode.evicted) {
			free_all();
		}
		return;
	}
	for (uint32_t i = 0; i < am.count && !waits_for(watched); i++) {
		watched = watched + 1 < am.count ? watched + 1 : 0;
	}
	if (waits_for(watched) &&
	    liveness_look(&watch, watched, am.peer[watched].freed, 0) ==
		    LIVENESS_MOVES) {
		watched = watched + 1 < am.count ? watched + 1 : 0;
	}
}

/*
 * Inside the gate.  On a core that polls the thread may be at any place, so this only notes
 * that the core has stopped.  The news makes a thread that waits look again.
 */
ARCH_COLD void am_lost(uint32_t core)
{
	if (!am.mode.placed) {
		return;
	}
	am.mode.lost = true;
	if (core == am.me) {
		am.mode.evicted = true;
		am_set_ready();
		free_all();
	} else {
		struct am_peer *p = &am.peer[core];
		uint32_t word = rt_flag(am.at.freed, core);

		p->freed_then =
			am.form.lean ? p->freed : arch_flag_read(am.me, word);
		p->state = AM_DEAD;
		am.look.dead = true;
		if (!am.form.lean) {
			/* No other core writes this word any more. */
			arch_flag_write(am.me, word, p->sent[AM_REQUEST]);
		}
	}
	am_tell(am.me, am_news(AM_NEWS_WOKEN, ++am.mode.wakes));
}

/* A request that it has not freed. */
static ARCH_COLD void return_request(uint32_t core, uint32_t number)
{
	uint32_t key = am_key(am.me, AM_REQUEST);
	struct weft_am_message m;

	if (am.form.lean) {
		m.head = am.form.kept[core].head;
		memcpy(m.word, am.form.kept[core].word, sizeof(m.word));
	} else {
		arch_flags_read(&m.head, core, am_line(key, number),
				AM_LINE_WORDS);
		arch_flags_read(&m.word[AM_IN_LINE], core, am_rest(key, number),
				WEFT_AM_WORDS - AM_IN_LINE);
	}
	am_come_back(&m, core, am_head_own(m.head), WEFT_ERR_DEAD);
}

static ARCH_COLD uint32_t return_from(uint32_t core)
{
	struct am_peer *p = &am.peer[core];
	uint32_t reply = am_key(core, AM_REPLY), n = 0;

	while (am_serve(reply, 0)) {
		n++;
	}
	am.from[reply].got += OTHER_NUMBERS; /* it sends no reply any more */
	if ((int32_t)(p->freed_then - p->freed) > 0) {
		p->freed = p->freed_then;
	}
	/* What this core may just have written there is read now. */
	arch_settle(core);
	while (p->freed != p->sent[AM_REQUEST]) {
		return_request(core, ++p->freed);
		n++;
	}
	p->last = p->freed; /* no room */
	return n;
}

/* Where handlers may run. */
ARCH_COLD uint32_t am_return_dead(void)
{
	uint32_t n = 0;

	am.look.dead = false;
	for (uint32_t i = 0; i < am.count; i++) {
		if (am.peer[i].state == AM_DEAD) {
			n += return_from(i);
			am.peer[i].state = AM_RETURNED_ALL;
		}
	}
	return n;
}
