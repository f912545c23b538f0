/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Started scattered reductions: all ask all for their blocks, from the next ranks
 * outwards.  So what has been combined is always of ranks in a row, which grows at
 * either end, and needs no other room than the result's.
 *
 * A long allreduce is such a one, and a gathering of its results by all.
 */
#include <string.h>

#include "collectives/scan/scattered.h"
#include "collectives/started/asked_combine.h"
#include "runtime/context.h"
#include "runtime/in_use.h"
#include "topology/arith.h"

#include <weft/started.h>

/* The next lower rank, the next higher one, .. and then the rest of the longer side. */
static uint32_t outwards(const struct asked *a, const struct asked_call *c,
			 uint32_t step)
{
	uint32_t me = a->team.me, above = a->team.size - 1 - me;
	uint32_t pairs = me < above ? me : above;
	bool lower = step < 2 * pairs ? !(step & 1) : me > above;
	uint32_t far = step < 2 * pairs ? (step >> 1) + 1 : step - pairs + 1;

	(void)c;
	return lower ? me - far : me + far;
}

static bool asked_reduce_scatter_take(struct asked *a, struct asked_call *c)
{
	const struct asked_room *room = asked_room(a, a->taken);
	char *sum = room->to + room->offset, *other = combine_other.piece;
	uint32_t rest, n = arith_div(room->bytes, c->op->bytes, &rest);
	size_t theirs;

	if ((n > 0 && !asked_may_combine(c)) ||
	    !asked_has_come(a, a->taken, &theirs)) {
		return false;
	}
	asked_check(a, c, a->taken, theirs);
	if (n > 0 && !c->error) {
		asked_get(a, a->taken, other);
		if (room->from > a->team.me) {
			c->op->combine(sum, other, n);
		} else {
			c->op->combine(other, sum, n);
			memcpy(sum, other, room->bytes);
		}
	}
	a->taken++;
	a->pieces++;
	return true;
}

/* Where the block of rank j is that all give it, and its bytes. */
static char *packed(const struct asked_call *c, uint32_t j, size_t *bytes)
{
	uint32_t e = c->op->bytes, before = 0;

	for (uint32_t i = 0; i < j; i++) {
		before += (uint32_t)c->counts[i];
	}
	*bytes = arith_mul((uint32_t)c->counts[j], e);
	return c->send.base + arith_mul(before, e);
}

static const struct asked_way growing = {.take = asked_reduce_scatter_take};
static const struct asked_way growing_packed = {
	.take = asked_reduce_scatter_take, .block = packed};

static ARCH_COLD int scatter(const struct scattered *s,
			     struct weft_request *request)
{
	const struct team *team;
	struct scattered_sums sums;
	struct asked_call call;
	struct asked_own own;
	uint32_t each;
	int error = elements_lack(s->team, s->op);

	if (error) {
		return error;
	}
	team = &team_asked(s->team)->team;
	error = scattered_check(s, team, &sums);
	if (error) {
		return error;
	}
	each = s->op->bytes;
	own = (struct asked_own){
		.to = s->recv,
		.from = (const char *)s->send +
			arith_mul((uint32_t)sums.before, each),
		.bytes = arith_mul((uint32_t)sums.mine, each),
		.most = arith_mul((uint32_t)sums.all, each),
	};
	call = (struct asked_call){
		.send = {.base = (char *)(uintptr_t)s->send, .each = own.bytes},
		.recv = {.base = s->recv, .each = own.bytes},
		.one_recv = true,
		.way = s->list ? &growing_packed : &growing,
		.counts = s->list,
		.op = s->op,
		.source = outwards,
		.steps = team->size - 1,
		.root = WEFT_TEAM_NOBODY,
		.askers = team->size - 1,
	};
	return asked_start(s->team, &call, &own, request);
}

int weft_reduce_scatter_start(const void *send, void *recv, size_t count,
			      const size_t *counts, const struct weft_op *op,
			      struct weft_team *team,
			      struct weft_request *request)
{
	struct scattered blocks = {send, recv, count, counts, op, team};

	RT_THREAD_ONLY();
	return RT_LISTED(scatter(&blocks, request), request);
}

/* Its own share is whole when all of the call before has come, and then nobody wants
 * what others' shares are written over: they are whole, too. */
static bool is_combined(struct asked *a, uint32_t n, uint32_t j, uint32_t index)
{
	(void)j;
	(void)index;
	return (int32_t)(n - 1 - a->received) <= 0;
}

static const struct asked_way gathered = {.may_give = is_combined,
					  .take = asked_take};

ARCH_COLD int combine_shares(const struct elements *e,
			     struct weft_request *request)
{
	const struct team *team = &team_asked(e->team)->team;
	uint32_t me = team->me, size = team->size, rest;
	uint32_t share = arith_div((uint32_t)e->count + size - 1, size, &rest);
	struct asked_own own = {.most = elements_bytes(e)};
	struct asked_call first = {
		.send = {.base = (char *)(uintptr_t)e->send},
		.one_recv = true,
		.goes_on = true,
		.way = &growing,
		.op = e->op,
		.all = own.most,
		.source = outwards,
		.steps = size - 1,
		.root = WEFT_TEAM_NOBODY,
		.askers = size - 1,
	};
	struct asked_call then = first;

	first.send.each = arith_mul(share, e->op->bytes);
	then.recv = (struct blocks){.base = e->recv, .each = first.send.each};
	own.bytes = asked_block(&first, &first.send, me);
	own.from = blocks_at(&first.send, me);
	own.to = blocks_at(&then.recv, me);
	first.recv = (struct blocks){.base = own.to, .each = own.bytes};
	then.send = first.recv;
	then.one_send = true;
	then.one_recv = then.goes_on = false;
	then.way = &gathered;
	then.op = NULL;
	then.source = asked_in_turn;
	return asked_start_both(e->team, &first, &then, &own, request);
}
