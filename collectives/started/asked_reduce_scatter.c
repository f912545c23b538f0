/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Started scattered reductions: all ask all for their blocks, from the next ranks
 * outwards.  So what has been combined is always of ranks in a row, which grows at
 * either end, and needs no other room than the result's.
 */
#include <string.h>

#include "collectives/started/asked_combine.h"
#include "collectives/team/made.h"
#include "runtime/context.h"
#include "runtime/in_use.h"
#include "topology/arith.h"

#include <weft/started_long.h>

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

static bool take(struct asked *a, struct asked_call *c)
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

static const struct asked_way growing = {NULL, take};

int weft_reduce_scatter_block_start(const void *send, void *recv, size_t count,
				    const struct weft_op *op,
				    struct weft_team *team,
				    struct weft_request *request)
{
	struct asked_call call = {
		.send = {.base = (char *)(uintptr_t)send},
		.recv = {.base = recv},
		.one_recv = true,
		.way = &growing,
		.op = op,
		.source = outwards,
		.root = WEFT_TEAM_NOBODY,
	};
	struct asked_own own = {.to = recv};
	int error;

	RT_THREAD_ONLY();
	error = combine_check(op, send, count, team, &own.bytes);
	if (error || lacks(recv, count)) {
		return error ? error : WEFT_ERR_NULL;
	}
	own.most = call.send.each = call.recv.each = own.bytes;
	own.from = blocks_at(&call.send, weft_team_rank(team));
	call.steps = call.askers = weft_team_size(team) - 1;
	error = asked_start(team, &call, &own, request);
	if (!error) {
		RT_LIST(request);
	}
	return error;
}
