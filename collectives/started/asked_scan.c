/* SPDX-License-Identifier: Apache-2.0 */
/* Started scans of any size: each rank asks the one before. */
#include "collectives/started/asked_combine.h"
#include "collectives/team/made.h"
#include "runtime/context.h"
#include "runtime/in_use.h"

#include <weft/started_long.h>

struct scan {
	const void *send;
	void *recv;
	size_t count;
	const struct weft_op *op;
	bool before; /* what comes from the rank before is the result */
	struct weft_team *team;
};

static int scan(const struct scan *s, struct weft_request *request)
{
	struct asked_own own = {0};
	struct asked_call call;
	uint32_t me, size;
	size_t bytes;
	int error = combine_check(s->op, s->send, s->count, s->team, &bytes);

	if (error || lacks(s->recv, s->count)) {
		return error ? error : WEFT_ERR_NULL;
	}
	me = weft_team_rank(s->team);
	size = weft_team_size(s->team);
	own.most = bytes;
	if (me == 0 && !s->before) {
		own.to = s->recv;
		own.from = s->send;
		own.bytes = bytes;
	}
	call = (struct asked_call){
		.send = {.base = (char *)(uintptr_t)s->send, .each = bytes},
		.recv = {.base = s->recv, .each = bytes},
		.one_send = true,
		.one_recv = true,
		.before = s->before,
		.way = &combine_upwards,
		.op = s->op,
		.source = combine_below,
		.below = {me - 1},
		.steps = me > 0,
		.root = me + 1 < size ? me + 1 : WEFT_TEAM_NOBODY,
		.askers = me + 1 < size,
	};
	error = asked_start(s->team, &call, &own, request);
	return error;
}

int weft_scan_long_start(const void *send, void *recv, size_t count,
			 const struct weft_op *op, struct weft_team *team,
			 struct weft_request *request)
{
	struct scan s = {send, recv, count, op, false, team};

	RT_THREAD_ONLY();
	return RT_LISTED(scan(&s, request), request);
}

int weft_exscan_long_start(const void *send, void *recv, size_t count,
			   const struct weft_op *op, struct weft_team *team,
			   struct weft_request *request)
{
	struct scan s = {send, recv, count, op, true, team};

	RT_THREAD_ONLY();
	return RT_LISTED(scan(&s, request), request);
}
