/* SPDX-License-Identifier: Apache-2.0 */
/* Started broadcasts and reductions of any size: along a tree in the order of ranks. */
#include "collectives/started/asked_combine.h"
#include "collectives/team/made.h"
#include "runtime/context.h"
#include "runtime/in_use.h"

#include <weft/started_long.h>

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

static struct asked_call down(char *data, size_t bytes, uint32_t root,
			      struct weft_team *team)
{
	struct inorder at =
		inorder(weft_team_rank(team), weft_team_size(team), root);

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

int weft_team_bcast_long_start(void *data, size_t bytes, weft_rank_t root,
			       struct weft_team *team,
			       struct weft_request *request)
{
	struct asked_own own = {.most = bytes};
	struct asked_call call;

	RT_THREAD_ONLY();
	if (!team || lacks(data, bytes)) {
		return WEFT_ERR_NULL;
	}
	if (root >= weft_team_size(team)) {
		return WEFT_ERR_RANK;
	}
	call = down(data, bytes, root, team);
	return RT_LISTED(asked_start(team, &call, &own, request), request);
}

/* Up: each asks those below ----------------------------------------------------- */

struct reduction {
	const void *send;
	void *recv; /* null: not here */
	size_t count, bytes;
	const struct weft_op *op;
	uint32_t root;
	struct weft_team *team;
};

static struct asked_call up(const struct reduction *r, struct asked_own *own)
{
	struct inorder at = inorder(weft_team_rank(r->team),
				    weft_team_size(r->team), r->root);

	own->most = r->bytes;
	if (at.count == 0 && r->recv) { /* alone */
		own->to = r->recv;
		own->from = r->send;
		own->bytes = r->bytes;
	}
	return (struct asked_call){
		.send = {.base = (char *)(uintptr_t)r->send, .each = r->bytes},
		.recv = {.base = r->recv, .each = r->bytes},
		.one_send = true,
		.one_recv = true,
		.way = &combine_upwards,
		.op = r->op,
		.source = combine_below,
		.below = {at.below[0], at.below[1]},
		.steps = at.count,
		.root = at.above,
		.askers = at.above != INORDER_NOBODY,
	};
}

static int check(struct reduction *r)
{
	int error = combine_check(r->op, r->send, r->count, r->team, &r->bytes);

	if (error || r->root < weft_team_size(r->team)) {
		return error;
	}
	return WEFT_ERR_RANK;
}

int weft_reduce_long_start(const void *send, void *recv, size_t count,
			   const struct weft_op *op, weft_rank_t root,
			   struct weft_team *team, struct weft_request *request)
{
	struct reduction r = {send, NULL, count, 0, op, root, team};
	struct asked_own own = {0};
	struct asked_call call;
	int error;

	RT_THREAD_ONLY();
	error = check(&r);
	if (!error && root == weft_team_rank(team)) {
		r.recv = recv;
		error = lacks(recv, count) ? WEFT_ERR_NULL : WEFT_OK;
	}
	if (error) {
		return error;
	}
	call = up(&r, &own);
	return RT_LISTED(asked_start(team, &call, &own, request), request);
}

/*
 * By shares, where asking all others for theirs costs less than a tree, whose inner cores
 * copy and combine all three times.
 */
static bool pays_shares(const struct reduction *r)
{
	uint32_t least = arith_mul(weft_team_size(r->team), SHARE);

	return r->bytes >= least;
}

static int allreduce_tree(struct reduction *r, struct weft_request *request)
{
	struct asked_own own = {0};
	struct asked_call first, then;

	then = down(r->recv, r->bytes, 0, r->team);
	then.way = &down_again;
	then.all_may = true; /* and who goes by shares will */
	if (weft_team_rank(r->team) != 0) {
		r->recv = NULL;
	}
	first = up(r, &own);
	first.goes_on = true;
	return asked_start_both(r->team, &first, &then, &own, request);
}

int weft_allreduce_long_start(const void *send, void *recv, size_t count,
			      const struct weft_op *op, struct weft_team *team,
			      struct weft_request *request)
{
	struct reduction r = {send, recv, count, 0, op, 0, team};
	int error;

	RT_THREAD_ONLY();
	error = check(&r);
	if (!error && lacks(recv, count)) {
		error = WEFT_ERR_NULL;
	}
	if (error) {
		return error;
	}
	if (pays_shares(&r)) {
		return RT_LISTED(
			combine_shares(send, recv, count, op, team, request),
			request);
	}
	return RT_LISTED(allreduce_tree(&r, request), request);
}
