/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/gather/rounds.h"
#include "collectives/barrier/agree.h"

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

int rounds_call(const struct moves *m, weft_us_t within,
		const struct rounds_call *call)
{
	struct rounds x;
	struct moves_own own;
	int error = team_check(m->team);

	if (error) {
		return error;
	}
	x.whole = m->team;
	x.root = m->root;
	x.barrier = team_barrier(m->team);
	x.team = &x.barrier->team;
	error = moves_check(m, x.team, &x.most);
	AGREE_IN(team_agree(m->team), &within, .name = call->name,
		 .root = m->root, .bytes = call->tell ? 0 : (uint32_t)x.most,
		 .error = error);
	x.deadline = rt_deadline(within);
	if (!error && call->tell) {
		error = call->tell(&x);
	}
	if (error || x.most == 0) {
		return error;
	}
	if (moves_at_root(m, x.team->me)) {
		own = moves_own(m, x.team->me);
		blocks_own(own.to, own.from, own.bytes);
	}
	if (x.team->size == 1) {
		return WEFT_OK;
	}
	rounds_cut(&x, x.team->size);
	return call->move(&x, m);
}
