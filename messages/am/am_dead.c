/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cores that have stopped.  Whoever has requests at a core that have not been handled, or
 * waits for room in its queue, watches it, at its ticks.  When it is given up, requests come
 * back: they are still in their slots, which can be read, since a stopped core's MPB can;
 * in the lean layout their sender has a copy.
 */
#include <string.h>

#include "arch/arch.h"
#include "messages/am/am.h"
#include "messages/liveness.h"
#include "runtime/context.h"
#include "runtime/panic.h"

static struct liveness_watch watch;
static uint32_t watched; /* which core */

/*
 * A reply says that its request is freed, but a wait for the word of credit goes on: the
 * core may stop between the two.
 */
static ARCH_COLD bool waits_for(uint32_t core)
{
	const struct am_peer *p = &am.peer[core];

	if (core == am.me || p->state) {
		return false;
	}
	return p->awaited || !am_is_told(core, p->sent[AM_REQUEST]);
}

/* One after the other: who moves makes room for the next. */
ARCH_COLD void am_watch(void)
{
	if (!am.placed || !liveness_watches()) {
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
 * Inside the gate.  Whoever waits looks again.  On a core that polls the thread may be at
 * any place, so this only notes it.
 */
ARCH_COLD void am_lost(uint32_t core)
{
	if (!am.placed) {
		return;
	}
	if (core == am.me) {
		am.evicted = true;
		am_set_ready();
	} else {
		struct am_peer *p = &am.peer[core];
		uint32_t word = rt_flag(am.freed, core);

		p->freed_then =
			am.lean ? p->freed : arch_flag_read(am.me, word);
		p->state = AM_DEAD;
		am.any_dead = true;
		if (!am.lean) {
			/* Nobody else writes it any more. */
			arch_flag_write(am.me, word, p->sent[AM_REQUEST]);
		}
	}
	am_tell(am.me, am_news(AM_NEWS_WAKE, ++am.wakes));
}

ARCH_COLD void am_come_back(struct weft_am_message *m, uint32_t from,
			    uint32_t number, int reason)
{
	const struct weft_am_endpoint *endpoint = am.endpoint[number];
	enum rt_context before = rt_context;

	if (!endpoint || endpoint->handlers == 0 || !endpoint->handler[0]) {
		rt_panic("a message has come back, and its endpoint has no "
			 "handler 0");
	}
	m->count = m->head >> AM_COUNT & 15;
	m->handler = m->head & 0xff;
	m->head = 0;
	m->from = from;
	m->endpoint = number;
	m->reason = reason;
	m->arg = endpoint->arg;
	rt_context = RT_HANDLER;
	endpoint->handler[0](m);
	rt_context = before;
}

/* A request that it has not freed. */
static ARCH_COLD void return_request(uint32_t core, uint32_t number)
{
	uint32_t key = am_key(am.me, AM_REQUEST);
	struct weft_am_message m;

	if (am.lean) {
		memcpy(&m.head, &am.kept[core], sizeof(*am.kept));
	} else {
		arch_flags_read(&m.head, core, am_line(key, number),
				AM_LINE_WORDS);
		arch_flags_read(&m.word[AM_IN_LINE], core, am_rest(key, number),
				WEFT_AM_WORDS - AM_IN_LINE);
	}
	am_come_back(&m, core, m.head >> AM_OWN & 15, WEFT_ERR_DEAD);
}

static ARCH_COLD uint32_t return_from(uint32_t core)
{
	struct am_peer *p = &am.peer[core];
	uint32_t reply = am_key(core, AM_REPLY), n = 0;

	while (am_serve(reply, 0)) {
		n++;
	}
	am.from[reply].got += 128; /* whatever it still writes is none */
	if ((int32_t)(p->freed_then - p->freed) > 0) {
		p->freed = p->freed_then;
	}
	/* I read what I have written there, maybe just now. */
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

	am.any_dead = false;
	for (uint32_t i = 0; i < am.count; i++) {
		if (am.peer[i].state == AM_DEAD) {
			n += return_from(i);
			am.peer[i].state = AM_RETURNED_ALL;
		}
	}
	return n;
}
