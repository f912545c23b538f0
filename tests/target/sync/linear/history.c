/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The search of J. Wing and C. Gong (1993): try as the next operation each one that none
 * of those left had returned before; go back if it returns something else.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "history.h"
#include "tests/target/tap.h"

static uint32_t step_counters(struct model *m, const struct call *call)
{
	uint32_t index = call->argument & 0xffff, was;
	uint32_t first = call->operation == WEFT_COUNTERS_ADD ? index : 0;

	if (index >= ROOM) {
		return WEFT_NOTHING;
	}
	was = m->word[index];
	for (uint32_t i = first; i <= index; i++) {
		m->word[i] += call->argument >> 16;
	}
	return was;
}

static uint32_t add(struct model *m, uint32_t value, uint32_t room)
{
	if (m->n == room) {
		return WEFT_NOTHING;
	}
	m->word[(m->first + m->n++) & (WIDE - 1)] = value;
	return 0;
}

static uint32_t take(struct model *m, bool first)
{
	if (m->n == 0) {
		return WEFT_NOTHING;
	}
	m->n--;
	return first ? m->word[m->first++ & (WIDE - 1)]
		     : m->word[(m->first + m->n) & (WIDE - 1)];
}

uint32_t model_step(enum model_kind kind, struct model *m,
		    const struct call *call)
{
	if (kind == MODEL_COUNTERS) {
		return step_counters(m, call);
	}
	if (call->operation == WEFT_QUEUE_PUT) { /* a stack's push, too */
		return add(m, call->argument,
			   kind == MODEL_TREIBER ? WIDE : ROOM);
	}
	return take(m,
		    kind == MODEL_QUEUE && call->operation == WEFT_QUEUE_TAKE);
}

/* Where the search is: so many calls of each thread are in the order. */
struct place {
	struct model model;
	uint8_t done[THREADS];
	uint8_t next; /* the thread to try here */
};

static const struct call *call_of(const struct history *h, uint32_t thread,
				  uint32_t i)
{
	return thread < WORKERS ? &h->of[thread][i] : &h->last[i];
}

/* May that thread's next call come next?  All that had returned before it have come. */
static bool enabled(const struct history *h, const struct place *p,
		    uint32_t thread)
{
	uint32_t i = p->done[thread];

	if (i == h->calls[thread]) {
		return false;
	}
	for (uint32_t w = 0; w < WORKERS; w++) {
		if (call_of(h, thread, i)->before[w] > p->done[w]) {
			return false;
		}
	}
	return true;
}

/* Go on from p by one call, to p + 1; false: nothing is left to be tried. */
static bool advance(const struct history *h, struct place *p)
{
	while (p->next < THREADS) {
		uint32_t thread = p->next++;
		const struct call *call;

		if (!enabled(h, p, thread)) {
			continue;
		}
		call = call_of(h, thread, p->done[thread]);
		p[1] = *p;
		p[1].next = 0;
		p[1].done[thread]++;
		if (model_step(h->kind, &p[1].model, call) == call->result) {
			return true;
		}
	}
	return false;
}

bool linearizable(const struct history *h, struct model *model)
{
	struct place *places;
	uint32_t all = 0, at = 0;
	bool more = true;

	for (uint32_t t = 0; t < THREADS; t++) {
		all += h->calls[t];
	}
	places = tap_room((all + 1) * sizeof(*places));
	places[0].model = *model;
	while (more && at < all) {
		if (advance(h, &places[at])) {
			at++;
		} else {
			more = at-- > 0;
		}
	}
	if (more) {
		*model = places[all].model;
	}
	free(places);
	return more;
}
