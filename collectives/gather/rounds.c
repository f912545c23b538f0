/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/gather/rounds.h"

int rounds_of(struct rounds *x, struct weft_team *team, uint32_t root)
{
	if (team == WEFT_NO_TEAM) {
		return WEFT_ERR_NULL;
	}
	x->whole = team;
	x->barrier = team_barrier(team);
	x->team = &x->barrier->team;
	x->root = root;
	return WEFT_OK;
}

/*
 * Slots are as small as words of several writers may be: a line of them is read at
 * once.
 */
void rounds_cut(struct rounds *x, uint32_t n)
{
	size_t slot = (x->most + ARCH_FLAG_STRIDE - 1) &
		      ~(size_t)(ARCH_FLAG_STRIDE - 1);
	uint32_t rest;

	x->at_once = slot <= chunk_pool_bytes() &&
		     arith_mul((uint32_t)slot, n) <= chunk_pool_bytes();
	x->slot = slot < chunk_bytes() || x->at_once ? (uint32_t)slot
						     : chunk_bytes();
	x->slots = x->at_once ? n : arith_div(chunk_bytes(), x->slot, &rest);
}
