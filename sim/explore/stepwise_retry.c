/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops that try again: another round is worth while only when something that
 * the last one read has changed.  So no schedule goes round for ever, and none
 * is left out: a round that sees the same ends the same.
 */
#include <string.h>

#include "sim/explore/actor.h"

enum {
	TRIES = 4, /* rounds of which nobody knows what they wait for */
};

/* Reads and attempts that a loop may be about to repeat. */
void retry_watch(const struct visible *what)
{
	struct actor *actor = actor_me();
	struct watched *w = &actor->watch[actor->watching];

	if (actor->watching == WATCHED) {
		return; /* too many: it counts as a loop for nothing known */
	}
	actor->watching++;
	*w = (struct watched){what->kind,  what->rank,    what->offset,
			      what->bytes, stepwise.step, {0}};
	if (what->kind == VISIBLE_READ) {
		memcpy(w->was, engine.cores[w->rank].window + w->offset,
		       w->bytes);
	}
}

static bool changed(const struct watched *w)
{
	const struct core *owner = &engine.cores[w->rank];

	if (w->kind == VISIBLE_TAS) {
		return !owner->tas_taken;
	}
	return memcmp(w->was, owner->window + w->offset, w->bytes) != 0;
}

/* Nothing else would come of another try. */
bool retry_may(const struct actor *actor)
{
	if (actor->let || actor->stirred) {
		return true;
	}
	for (uint32_t i = 0; i < actor->watching; i++) {
		if (changed(&actor->watch[i])) {
			return true;
		}
	}
	if (actor->watching == 0 || actor->watching == WATCHED) {
		return actor->tries < TRIES;
	}
	return false;
}

bool stepwise_watched(uint32_t rank, const struct visible *change,
		      uint32_t step)
{
	const struct actor *actor = &actors[rank];

	for (uint32_t i = 0; i < actor->watching; i++) {
		const struct watched *w = &actor->watch[i];

		if (step > w->step && change->rank == w->rank &&
		    (w->kind == VISIBLE_TAS
			     ? change->kind == VISIBLE_TAS_CLEAR
			     : change->kind == VISIBLE_LAND &&
				       change->offset < w->offset + w->bytes &&
				       w->offset < change->offset +
							   change->bytes)) {
			return true;
		}
	}
	return false;
}

void retry_done(void)
{
	struct actor *actor = actor_me();

	actor->tries = actor->let || !actor->watching ? actor->tries + 1 : 0;
	actor->tries = actor->stirred ? 0 : actor->tries;
	actor->let = actor->stirred = false;
	actor->watching = 0;
}
