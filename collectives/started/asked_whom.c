/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whom a core waits for in started collectives of blocks (asked.h): who has not answered;
 * or, if this core has all it wants, who has not asked for its last piece.
 */
#include "collectives/started/asked.h"
#include "runtime/wait.h"

/* Has rank j been given all of collective n?  Words of 0 are there before it asks. */
static bool has_all(struct asked *a, uint32_t n, uint32_t j)
{
	uint32_t word, of;
	bool asks = asked_wants(a, j, &word, &of);

	if (word == 0 && of == 0) {
		return false;
	}
	return of == n ? !asks && word & ASKED_LAST : (int32_t)(of - n) > 0;
}

/* The i-th of those who may ask. */
static uint32_t asker(const struct asked *a, const struct asked_call *c,
		      uint32_t i)
{
	if (c->way && c->way->asker) {
		return c->way->asker(a, c, i);
	}
	if (c->root != WEFT_TEAM_NOBODY && c->root != a->team.me) {
		return i == 0 ? c->root : WEFT_TEAM_NOBODY;
	}
	return i < a->team.size ? i : WEFT_TEAM_NOBODY;
}

static uint32_t who_asks(struct asked *a, uint32_t n)
{
	const struct asked_call *c = asked_call(a, n);
	uint32_t j;

	for (uint32_t i = 0; c->askers > 0; i++) {
		j = asker(a, c, i);
		if (j == WEFT_TEAM_NOBODY) {
			break;
		}
		if (j != a->team.me && !has_all(a, n, j)) {
			return team_rank(&a->team, j);
		}
	}
	return RT_ANYONE;
}

uint32_t asked_whom(void *of)
{
	struct asked *a = of;
	size_t theirs;

	if (a->ended == a->begun) {
		return RT_ANYONE;
	}
	for (uint32_t i = a->taken; a->ended == a->received && i != a->asked;
	     i++) {
		if (!asked_has_come(a, i, &theirs)) {
			return team_rank(&a->team, asked_room(a, i)->from);
		}
	}
	return who_asks(a, a->ended + 1);
}
