/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Started all-to-all: all ask all others, in the order of the Latin square.
 *
 * In place what comes from a core goes to where what is for it has been.  So a
 * piece is given only to who has been asked for the same one, and taken only when it has
 * been given.  Pairs come in the same order at both: the first pair that has not
 * exchanged its piece, among all, has nothing before it at either.
 */
#include "collectives/started/asked.h"
#include "collectives/team/made.h"
#include "runtime/context.h"
#include "runtime/in_use.h"
#include "topology/latin.h"

#include <weft/started.h>

/* Has this core asked rank j for the same piece? */
static bool pairs(struct asked *a, uint32_t n, uint32_t j, uint32_t index)
{
	for (uint32_t i = a->taken; i != a->asked; i++) {
		struct asked_room *room = asked_room(a, i);

		if (room->from == j && n == a->received + 1 &&
		    room->index == index) {
			room->given = true;
			return true;
		}
	}
	return false;
}

static bool take_given(struct asked *a, struct asked_call *c)
{
	return asked_room(a, a->taken)->given && asked_take(a, c);
}

/* While something is to be taken: the other one of its pair; then all. */
static uint32_t other(const struct asked *a, const struct asked_call *c,
		      uint32_t i)
{
	(void)c;
	if (a->taken != a->asked) {
		return i == 0 ? a->room[asked_room_of(a, a->taken)].from
			      : WEFT_TEAM_NOBODY;
	}
	return i < a->team.size ? i : WEFT_TEAM_NOBODY;
}

static const struct asked_way in_pairs = {
	.may_give = pairs, .take = take_given, .asker = other};

static uint32_t by_pairs(const struct asked *a, const struct asked_call *c,
			 uint32_t step)
{
	(void)c;
	return latin_partner(a->team.me, a->team.size, step);
}

/* Arguments of the same team. */
struct alltoall {
	struct blocks from, to;
	bool varies; /* counts and places are given */
	struct weft_team *team;
};

static bool has_counts(const struct blocks *b)
{
	return b->count && b->at;
}

static int check(const struct alltoall *x, size_t *most)
{
	uint32_t size = weft_team_size(x->team);
	bool in_place = x->from.base == WEFT_IN_PLACE;
	size_t sent = 0;

	if (x->varies &&
	    (!has_counts(&x->to) || (!in_place && !has_counts(&x->from)))) {
		return WEFT_ERR_NULL;
	}
	*most = blocks_most(&x->to, size);
	if (!in_place) {
		sent = blocks_most(&x->from, size);
	}
	if (!blocks_fit(&x->to, size) ||
	    (!in_place && !blocks_fit(&x->from, size))) {
		return WEFT_ERR_SIZE;
	}
	if (lacks(x->from.base, sent) || lacks(x->to.base, *most)) {
		return WEFT_ERR_NULL;
	}
	*most = sent > *most ? sent : *most;
	return WEFT_OK;
}

static int alltoall(const struct alltoall *x, struct weft_request *request)
{
	struct asked_call call = {
		.recv = x->to,
		.root = WEFT_TEAM_NOBODY,
		.source = by_pairs,
	};
	struct asked_own own = {0};
	uint32_t me, size;
	int error;

	if (x->team == WEFT_NO_TEAM) {
		return WEFT_ERR_NULL;
	}
	error = check(x, &own.most);
	if (error) {
		return error;
	}
	me = weft_team_rank(x->team);
	size = weft_team_size(x->team);
	call.way = x->from.base == WEFT_IN_PLACE ? &in_pairs : NULL;
	call.send = call.way ? x->to : x->from;
	call.askers = size - 1;
	call.steps = size > 1 ? latin_steps(size) : 0;
	if (!call.way) {
		own.to = blocks_at(&x->to, me);
		own.from = blocks_at(&x->from, me);
		own.bytes = blocks_bytes(&x->to, me);
		if (blocks_bytes(&x->from, me) < own.bytes) {
			own.bytes = blocks_bytes(&x->from, me);
		}
	}
	return asked_start(x->team, &call, &own, request);
}

int weft_alltoall_start(const void *send, void *recv, size_t bytes,
			struct weft_team *team, struct weft_request *request)
{
	struct alltoall x = {
		{.base = (char *)(uintptr_t)send, .each = bytes},
		{.base = recv, .each = bytes},
		false,
		team,
	};

	RT_THREAD_ONLY();
	return RT_LISTED(alltoall(&x, request), request);
}

int weft_alltoallv_start(const void *send, const size_t *send_count,
			 const size_t *send_at, void *recv,
			 const size_t *recv_count, const size_t *recv_at,
			 struct weft_team *team, struct weft_request *request)
{
	struct alltoall x = {
		{(char *)(uintptr_t)send, 0, send_count, send_at},
		{recv, 0, recv_count, recv_at},
		true,
		team,
	};

	RT_THREAD_ONLY();
	return RT_LISTED(alltoall(&x, request), request);
}
