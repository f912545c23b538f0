/* SPDX-License-Identifier: Apache-2.0 */
/* Started broadcasts, reductions and scans: what is checked, and which way. */
#include "collectives/started/start.h"
#include "runtime/context.h"
#include "runtime/in_use.h"

#include <weft/started.h>

static int start_begin(struct elements *e, start_way *when_short,
		       start_way *when_long, struct weft_request *request)
{
	struct started *s;
	int error = elements_lack(e->team, e->op);

	if (error) {
		return error;
	}
	s = team_started(e->team);
	error = elements_check(e, &s->team);
	if (error) {
		return error;
	}
	return elements_bytes(e) <= s->room.fits ? when_short(e, request)
						 : when_long(e, request);
}

/* The root's bytes are sent, and at other cores received. */
int weft_bcast_start(void *data, size_t bytes, weft_rank_t root,
		     struct weft_team *team, struct weft_request *request)
{
	struct elements e = {data, data, bytes, &weft_bor_uint8, team, root};

	RT_THREAD_ONLY();
	if (root == WEFT_TEAM_NOBODY) {
		return RT_WHY(WEFT_ERR_RANK, "the root");
	}
	return RT_LISTED(start_begin(&e, started_bcast, asked_bcast, request),
			 request);
}

int weft_reduce_start(const void *send, void *recv, size_t count,
		      const struct weft_op *op, weft_rank_t root,
		      struct weft_team *team, struct weft_request *request)
{
	struct elements e = {send, recv, count, op, team, root};

	RT_THREAD_ONLY();
	if (root == WEFT_TEAM_NOBODY) {
		return RT_WHY(WEFT_ERR_RANK, "the root");
	}
	return RT_LISTED(start_begin(&e, started_reduce, asked_reduce, request),
			 request);
}

int weft_allreduce_start(const void *send, void *recv, size_t count,
			 const struct weft_op *op, struct weft_team *team,
			 struct weft_request *request)
{
	struct elements e = {send, recv, count, op, team, WEFT_TEAM_NOBODY};

	RT_THREAD_ONLY();
	return RT_LISTED(
		start_begin(&e, started_reduce, asked_allreduce, request),
		request);
}

int weft_scan_start(const void *send, void *recv, size_t count,
		    const struct weft_op *op, struct weft_team *team,
		    struct weft_request *request)
{
	struct elements e = {send, recv, count, op, team, WEFT_TEAM_NOBODY};

	RT_THREAD_ONLY();
	return RT_LISTED(start_begin(&e, started_scan, asked_scan, request),
			 request);
}

int weft_exscan_start(const void *send, void *recv, size_t count,
		      const struct weft_op *op, struct weft_team *team,
		      struct weft_request *request)
{
	struct elements e = {send, recv, count, op, team, WEFT_TEAM_NOBODY};

	RT_THREAD_ONLY();
	return RT_LISTED(start_begin(&e, started_exscan, asked_exscan, request),
			 request);
}
