/* SPDX-License-Identifier: Apache-2.0 */
/* Started broadcasts and reductions of any size: along a tree in the order of ranks. */
#include "collectives/started/asked_combine.h"
#include "collectives/started/start.h"

enum {
	SHARE = 64 /* bytes of a core's share, from which on an allreduce is by shares */
};

/* Down: each asks the one above ----------------------------------------------- */

static uint32_t from_above(const struct asked *a, const struct asked_call *c,
			   uint32_t step)
{
	(void)a;
	(void)step;
	return c->below[0];
}

/* What has come, or at the root what was there, all that began before having come. */
static bool has_piece(struct asked *a, uint32_t n, uint32_t j, uint32_t index)
{
	(void)j;
	return (int32_t)(n - a->received) <= 0 ||
	       (n == a->received + 1 && index < a->pieces);
}

static uint32_t below(const struct asked *a, const struct asked_call *c,
		      uint32_t i)
{
	(void)a;
	return i < INORDER_BELOW ? c->below[1 + i] : WEFT_TEAM_NOBODY;
}

static const struct asked_way downwards = {.may_give = has_piece,
					   .take = asked_take,
					   .asker = below,
					   .spreads = true};

/*
 * An allreduce's cores that differ in the number of elements may differ in the way, too, and
 * who goes by shares asks all others, and waits to be asked by all.  Each core of the
 * tree learns of it: what one finds goes up to rank 0, or to a core below one that goes by
 * shares, and all the way down.  Then it asks all others, for nothing, and answers all.
 */
static uint32_t others(const struct asked *a, const struct asked_call *c,
		       uint32_t step)
{
	uint32_t rank = asked_in_turn(a, c, step);

	return rank == c->below[0] ? a->team.me : rank;
}

static const struct asked_way meeting = {.take = asked_take, .spreads = true};

static ARCH_COLD void meet_all(struct asked *a, struct asked_call *c)
{
	c->way = &meeting;
	c->source = others;
	c->recv.each = 0;
	c->steps = a->team.size - 1;
	c->askers += c->steps - (c->below[1] != WEFT_TEAM_NOBODY) -
		     (c->below[2] != WEFT_TEAM_NOBODY);
}

static const struct asked_way down_again = {.may_give = has_piece,
					    .take = asked_take,
					    .asker = below,
					    .rest = meet_all,
					    .spreads = true};

static ARCH_COLD struct asked_call down(char *data, const struct elements *e,
					uint32_t root)
{
	const struct team *team = &team_asked(e->team)->team;
	struct inorder at = inorder(team->me, team->size, root);
	size_t bytes = elements_bytes(e);

	return (struct asked_call){
		.send = {.base = data, .each = bytes},
		.recv = {.base = data, .each = bytes},
		.one_send = true,
		.one_recv = true,
		.way = &downwards,
		.source = from_above,
		.below = {at.above,
			  at.count > 0 ? at.below[0] : WEFT_TEAM_NOBODY,
			  at.count > 1 ? at.below[1] : WEFT_TEAM_NOBODY},
		.steps = at.above != INORDER_NOBODY,
		.root = WEFT_TEAM_NOBODY,
		.askers = at.count,
	};
}

ARCH_COLD int asked_bcast(const struct elements *e,
			  struct weft_request *request)
{
	struct asked_own own = {.most = e->count};
	struct asked_call call = down((char *)(uintptr_t)e->send, e, e->root);

	return asked_start(e->team, &call, &own, request);
}

/* Up: each asks those below ----------------------------------------------------- */

static ARCH_COLD struct asked_call up(const struct elements *e, uint32_t root,
				      struct asked_own *own)
{
	const struct team *team = &team_asked(e->team)->team;
	struct inorder at = inorder(team->me, team->size, root);
	void *recv = root == team->me ? e->recv : NULL;

	own->most = elements_bytes(e);
	if (at.count == 0 && recv) { /* alone */
		own->to = recv;
		own->from = e->send;
		own->bytes = own->most;
	}
	return (struct asked_call){
		.send = {.base = (char *)(uintptr_t)e->send, .each = own->most},
		.recv = {.base = recv, .each = own->most},
		.one_send = true,
		.one_recv = true,
		.way = &combine_upwards,
		.op = e->op,
		.source = combine_below,
		.below = {at.below[0], at.below[1]},
		.steps = at.count,
		.root = at.above,
		.askers = at.above != INORDER_NOBODY,
	};
}

ARCH_COLD int asked_reduce(const struct elements *e,
			   struct weft_request *request)
{
	struct asked_own own = {0};
	struct asked_call call = up(e, e->root, &own);

	return asked_start(e->team, &call, &own, request);
}

/*
 * By shares, where asking all others for theirs costs less than a tree, whose inner cores
 * copy and combine all three times.
 */
static bool pays_shares(const struct elements *e)
{
	return elements_bytes(e) >=
	       arith_mul(team_asked(e->team)->team.size, SHARE);
}

ARCH_COLD int asked_allreduce(const struct elements *e,
			      struct weft_request *request)
{
	struct asked_own own = {0};
	struct asked_call first, then;

	if (pays_shares(e)) {
		return combine_shares(e, request);
	}
	then = down(e->recv, e, 0);
	then.way = &down_again;
	then.all_may = true; /* and who goes by shares will */
	first = up(e, 0, &own);
	first.goes_on = true;
	return asked_start_both(e->team, &first, &then, &own, request);
}
