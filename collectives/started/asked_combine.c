/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "collectives/started/asked_combine.h"
#include "collectives/started/request.h"
#include "runtime/context.h"

struct combine_room combine_sum, combine_other;

uint32_t combine_below(const struct asked *a, const struct asked_call *c,
		       uint32_t step)
{
	(void)a;
	return c->below[step];
}

bool asked_may_combine(const struct asked_call *c)
{
	if (!c->op->in_handler && rt_context != RT_THREAD) {
		started_wants_thread = true;
		return false;
	}
	return true;
}

/* Have all below answered?  Differences in size are errors. */
static bool all_have_come(struct asked *a, struct asked_call *c)
{
	size_t theirs[INORDER_BELOW];

	if (a->asked - a->taken < c->steps) {
		return false;
	}
	for (uint32_t i = 0; i < c->steps; i++) {
		if (!asked_has_come(a, a->taken + i, &theirs[i])) {
			return false;
		}
	}
	for (uint32_t i = 0; i < c->steps; i++) {
		asked_check(a, c, a->taken + i, theirs[i]);
	}
	return true;
}

/* This core's own elements come between those of lower and of higher ranks. */
static void combine(struct asked *a, struct asked_call *c, size_t at,
		    uint32_t bytes)
{
	const char *own = c->send.base + at;
	char *sum = combine_sum.piece;
	uint32_t rest, n = arith_div(bytes, c->op->bytes, &rest), i = 0;

	if (c->below[0] < a->team.me) {
		asked_get(a, a->taken + i++, sum);
		memcpy(combine_other.piece, sum, c->before ? bytes : 0);
		c->op->combine(sum, own, n);
	} else {
		memcpy(sum, own, bytes);
	}
	if (i < c->steps) {
		asked_get(a, a->taken + i, combine_other.piece);
		c->op->combine(sum, combine_other.piece, n);
	}
	if (c->recv.base) { /* which may be where its own elements are */
		memcpy(c->recv.base + at, c->before ? combine_other.piece : sum,
		       bytes);
	}
}

/* A piece of all below, when the one above has asked for it; with an error, all come. */
static bool asked_combine_take(struct asked *a, struct asked_call *c)
{
	const struct asked_room *room = asked_room(a, a->taken);
	uint32_t word = 0, n = 0, bytes = room->bytes;
	bool wanted = c->askers > 0 && !c->error;

	if (wanted &&
	    (!asked_wants(a, c->root, &word, &n) || n != a->received + 1)) {
		return false;
	}
	if ((bytes > 0 && !asked_may_combine(c)) || !all_have_come(a, c)) {
		return false;
	}
	if (bytes > 0 && !c->error) {
		combine(a, c, room->offset, bytes);
	}
	if (wanted) {
		asked_give(a, c, c->root, word, combine_sum.piece, bytes,
			   asked_total(c, c->send.each));
	}
	a->taken += c->steps;
	a->pieces++;
	return true;
}

/*
 * Who has nobody below gives its own elements; others, what they have not combined.  To
 * the one above: where others ask for what an allreduce reduces, they go by shares.
 */
static bool may_give(struct asked *a, uint32_t n, uint32_t j, uint32_t index)
{
	struct asked_call *c = asked_call(a, n);

	(void)index;
	if (c->goes_on && j != c->root) {
		if (!c->error) {
			asked_differ(a, c, j);
		}
		return false;
	}
	return c->steps == 0 || (int32_t)(n - a->received) <= 0;
}

const struct asked_way combine_upwards = {
	.may_give = may_give, .take = asked_combine_take, .spreads = true};
