/* SPDX-License-Identifier: Apache-2.0 */
/* Started scatter: all ask the root. */
#include "collectives/started/asked.h"
#include "collectives/team/made.h"
#include "runtime/context.h"
#include "runtime/in_use.h"

#include <weft/started.h>

/* A call with its arguments. */
struct scatter {
	struct blocks from;
	void *recv;
	size_t bytes;
	uint32_t root;
	bool varies; /* counts and places are given */
	struct weft_team *team;
};

static int check(const struct scatter *s, size_t *most)
{
	uint32_t me = weft_team_rank(s->team), size = weft_team_size(s->team);

	if (s->root >= size) {
		return WEFT_ERR_RANK;
	}
	if (lacks(s->recv, s->bytes) ||
	    (s->recv == WEFT_IN_PLACE && s->root != me)) {
		return WEFT_ERR_NULL;
	}
	*most = s->bytes;
	if (!s->varies && !blocks_fit(&s->from, size)) {
		return WEFT_ERR_SIZE;
	}
	if (s->root != me) {
		return WEFT_OK;
	}
	if (s->varies && (!s->from.count || !s->from.at)) {
		return WEFT_ERR_NULL;
	}
	*most = s->varies ? blocks_most(&s->from, size) : s->from.each;
	if (s->varies && !blocks_fit(&s->from, size)) {
		return WEFT_ERR_SIZE;
	}
	return lacks(s->from.base, *most) ? WEFT_ERR_NULL : WEFT_OK;
}

static int scatter(const struct scatter *s, struct weft_request *request)
{
	struct asked_call call = {
		.send = s->from,
		.recv = {.base = s->recv, .each = s->bytes},
		.one_recv = true,
		.root = s->root,
		.source = asked_root,
	};
	struct asked_own own = {.to = s->recv};
	uint32_t me;
	int error;

	if (s->team == WEFT_NO_TEAM) {
		return WEFT_ERR_NULL;
	}
	error = check(s, &own.most);
	if (error) {
		return error;
	}
	me = weft_team_rank(s->team);
	if (s->root == me) {
		call.askers = weft_team_size(s->team) - 1;
		own.from = blocks_at(&s->from, me);
		own.bytes = blocks_bytes(&s->from, me);
		if (s->bytes < own.bytes) {
			own.bytes = s->bytes;
		}
	} else {
		call.steps = 1;
	}
	return asked_start(s->team, &call, &own, request);
}

int weft_scatter_start(const void *send, void *recv, size_t bytes,
		       weft_rank_t root, struct weft_team *team,
		       struct weft_request *request)
{
	struct scatter s = {
		{.base = (char *)(uintptr_t)send, .each = bytes},
		recv,
		bytes,
		root,
		false,
		team,
	};

	RT_THREAD_ONLY();
	return RT_LISTED(scatter(&s, request), request);
}

int weft_scatterv_start(const void *send, const size_t *count, const size_t *at,
			void *recv, size_t bytes, weft_rank_t root,
			struct weft_team *team, struct weft_request *request)
{
	struct scatter s = {
		{(char *)(uintptr_t)send, 0, count, at},
		recv,
		bytes,
		root,
		true,
		team,
	};

	RT_THREAD_ONLY();
	return RT_LISTED(scatter(&s, request), request);
}
