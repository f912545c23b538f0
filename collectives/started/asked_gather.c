/* SPDX-License-Identifier: Apache-2.0 */
/* Started gather and allgather: who wants the blocks asks all others. */
#include "collectives/started/asked.h"
#include "collectives/team/made.h"
#include "runtime/context.h"
#include "runtime/in_use.h"

#include <weft/started.h>

/* A call with its arguments; root: WEFT_TEAM_NOBODY, all cores are. */
struct gather {
	const void *send;
	size_t bytes;
	struct blocks to;
	uint32_t root;
	bool varies; /* counts and places are given */
	struct weft_team *team;
};

static bool is_at(const struct gather *g, uint32_t me)
{
	return g->root == WEFT_TEAM_NOBODY || g->root == me;
}

static int check(const struct gather *g, size_t *most)
{
	uint32_t me = weft_team_rank(g->team), size = weft_team_size(g->team);

	if (g->root != WEFT_TEAM_NOBODY && g->root >= size) {
		return WEFT_ERR_RANK;
	}
	if (lacks(g->send, g->bytes) ||
	    (g->send == WEFT_IN_PLACE && !is_at(g, me))) {
		return WEFT_ERR_NULL;
	}
	*most = g->bytes;
	if (!g->varies && !blocks_fit(&g->to, size)) {
		return WEFT_ERR_SIZE;
	}
	if (!is_at(g, me)) {
		return WEFT_OK;
	}
	if (g->varies && (!g->to.count || !g->to.at)) {
		return WEFT_ERR_NULL;
	}
	*most = g->varies ? blocks_most(&g->to, size) : g->to.each;
	if (g->varies && !blocks_fit(&g->to, size)) {
		return WEFT_ERR_SIZE;
	}
	return lacks(g->to.base, *most) ? WEFT_ERR_NULL : WEFT_OK;
}

static int gather(const struct gather *g, struct weft_request *request)
{
	struct asked_call call = {
		.send = {.base = (char *)(uintptr_t)g->send, .each = g->bytes},
		.recv = g->to,
		.one_send = true,
		.root = g->root,
		.source = asked_in_turn,
	};
	struct asked_own own = {0};
	uint32_t me, size;
	int error;

	if (g->team == WEFT_NO_TEAM) {
		return WEFT_ERR_NULL;
	}
	error = check(g, &own.most);
	if (error) {
		return error;
	}
	me = weft_team_rank(g->team);
	size = weft_team_size(g->team);
	if (is_at(g, me)) {
		call.steps = size - 1;
		own.to = blocks_at(&g->to, me);
		own.from = g->send;
		own.bytes = blocks_bytes(&g->to, me);
		if (g->send != WEFT_IN_PLACE && g->bytes < own.bytes) {
			own.bytes = g->bytes;
		}
	}
	if (g->root != me) {
		call.askers = g->root == WEFT_TEAM_NOBODY ? size - 1 : 1;
	}
	if (g->send == WEFT_IN_PLACE) {
		call.send.base = own.to;
		call.send.each = own.bytes;
	}
	return asked_start(g->team, &call, &own, request);
}

int weft_gather_start(const void *send, void *recv, size_t bytes,
		      weft_rank_t root, struct weft_team *team,
		      struct weft_request *request)
{
	struct gather g = {
		send, bytes, {.base = recv, .each = bytes}, root, false, team,
	};

	RT_THREAD_ONLY();
	if (root == WEFT_TEAM_NOBODY) {
		return WEFT_ERR_RANK;
	}
	return RT_LISTED(gather(&g, request), request);
}

int weft_gatherv_start(const void *send, size_t bytes, void *recv,
		       const size_t *count, const size_t *at, weft_rank_t root,
		       struct weft_team *team, struct weft_request *request)
{
	struct gather g = {
		send, bytes, {recv, 0, count, at}, root, true, team,
	};

	RT_THREAD_ONLY();
	if (root == WEFT_TEAM_NOBODY) {
		return WEFT_ERR_RANK;
	}
	return RT_LISTED(gather(&g, request), request);
}

int weft_allgather_start(const void *send, void *recv, size_t bytes,
			 struct weft_team *team, struct weft_request *request)
{
	struct gather g = {
		send,  bytes, {.base = recv, .each = bytes}, WEFT_TEAM_NOBODY,
		false, team,
	};

	RT_THREAD_ONLY();
	return RT_LISTED(gather(&g, request), request);
}

int weft_allgatherv_start(const void *send, size_t bytes, void *recv,
			  const size_t *count, const size_t *at,
			  struct weft_team *team, struct weft_request *request)
{
	struct gather g = {
		send, bytes, {recv, 0, count, at}, WEFT_TEAM_NOBODY, true, team,
	};

	RT_THREAD_ONLY();
	return RT_LISTED(gather(&g, request), request);
}
