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

static ARCH_COLD int alltoall(const struct moves *m,
			      struct weft_request *request)
{
	uint32_t size = weft_team_size(m->team);
	struct asked_call how = {
		.way = m->send.base == WEFT_IN_PLACE ? &in_pairs : NULL,
		.source = by_pairs,
		.steps = size > 1 ? latin_steps(size) : 0,
	};

	return asked_moves(m, &how, request);
}

int weft_alltoall_start(const void *send, void *recv, size_t bytes,
			struct weft_team *team, struct weft_request *request)
{
	struct moves m = MOVES_ALLTOALL(BLOCKS_OF(send, bytes),
					BLOCKS_OF(recv, bytes), team);

	RT_THREAD_ONLY();
	return RT_LISTED(alltoall(&m, request), request);
}

int weft_alltoallv_start(const void *send, const size_t *send_count,
			 const size_t *send_at, void *recv,
			 const size_t *recv_count, const size_t *recv_at,
			 struct weft_team *team, struct weft_request *request)
{
	struct moves m =
		MOVES_ALLTOALL(BLOCKS_LISTED(send, send_count, send_at),
			       BLOCKS_LISTED(recv, recv_count, recv_at), team);

	RT_THREAD_ONLY();
	return RT_LISTED(alltoall(&m, request), request);
}
