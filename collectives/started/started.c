/* SPDX-License-Identifier: Apache-2.0 */
/* Started collectives: what applications call (see weft/started.h). */
#include <string.h>

#include "collectives/reduce/job.h"
#include "collectives/started/request.h"
#include "collectives/started/start.h"
#include "collectives/team/made.h"
#include "runtime/context.h"
#include "runtime/in_use.h"

#include <weft/started.h>

static bool has_room(void *what)
{
	const struct started *s = what;

	return s->begun - s->ended < WEFT_STARTED_MOST;
}

static int wait(struct weft_request *request, enum weft_request_state state,
		weft_us_t within)
{
	return started_wait(request, state, within, started_whom_of);
}

static const struct rt_operation operation = {.look = started_look,
					      .wait = wait};

static void begin(struct started *s, const struct start *start,
		  struct weft_request *request)
{
	struct started_call *call = started_next(s);

	if (start->send) {
		memcpy(call->value, start->send, start->bytes);
	} else {
		memset(call->value, 0, sizeof(call->value));
	}
	memcpy(call->own, call->value, sizeof(call->own));
	call->op = start->op;
	call->recv = start->recv;
	call->count = start->count;
	call->bytes = start->bytes;
	call->pass = start->pass ? start->pass : started_pass_on;
	call->request = request;
	request->data = (const char *)s;
	rt_use(request, &operation);
	started_begin(s);
}

int started_run(const struct start *start, struct weft_team *team,
		struct weft_request *request)
{
	struct started *s = team_started(team);
	int error;

	if (!request) {
		return WEFT_ERR_NULL;
	}
	if (rt_in_use(request)) {
		return WEFT_ERR_STATE;
	}
	if (start->bytes > s->room.fits) {
		return WEFT_ERR_SIZE;
	}
	error = started_await(has_room, s, started_whom_of, s, ARCH_NEVER,
			      "room for one more started collective");
	if (!error) {
		begin(s, start, request);
	}
	return error;
}

uint32_t weft_started_bytes(const struct weft_team *team)
{
	return team_started((struct weft_team *)(uintptr_t)team)->room.fits;
}

int weft_team_barrier_start(struct weft_team *team,
			    struct weft_request *request)
{
	struct start start = {0};

	RT_THREAD_ONLY();
	if (!team) {
		return WEFT_ERR_NULL;
	}
	return RT_LISTED(started_run(&start, team, request), request);
}

int weft_team_bcast_start(void *data, size_t bytes, weft_rank_t root,
			  struct weft_team *team, struct weft_request *request)
{
	struct start start = {.recv = data, .op = &weft_bor_uint8};

	RT_THREAD_ONLY();
	if (!team || (bytes > 0 && !data)) {
		return WEFT_ERR_NULL;
	}
	if (root >= weft_team_size(team)) {
		return WEFT_ERR_RANK;
	}
	if (bytes > STARTED_BYTES) {
		return WEFT_ERR_SIZE;
	}
	start.bytes = start.count = (uint32_t)bytes;
	if (root == weft_team_rank(team)) {
		start.send = data;
		start.recv = NULL;
	}
	return RT_LISTED(started_run(&start, team, request), request);
}

int started_reduce(struct start *start, struct weft_team *team,
		   struct weft_request *request)
{
	uint32_t e = start->op->bytes;

	if (start->count > 0 && !start->send) {
		return WEFT_ERR_NULL;
	}
	if (e - 1 >= JOB_ELEMENT || start->count > STARTED_BYTES) {
		return WEFT_ERR_SIZE;
	}
	start->bytes = arith_mul(start->count, e);
	return started_run(start, team, request);
}

int weft_reduce_start(const void *send, void *recv, size_t count,
		      const struct weft_op *op, weft_rank_t root,
		      struct weft_team *team, struct weft_request *request)
{
	struct start start = {
		.send = send, .count = started_count(count), .op = op};

	RT_THREAD_ONLY();
	if (!team || !op || !op->combine) {
		return WEFT_ERR_NULL;
	}
	if (root >= weft_team_size(team)) {
		return WEFT_ERR_RANK;
	}
	if (root == weft_team_rank(team)) {
		start.recv = recv;
		if (count > 0 && !recv) {
			return WEFT_ERR_NULL;
		}
	}
	return RT_LISTED(started_reduce(&start, team, request), request);
}

int weft_allreduce_start(const void *send, void *recv, size_t count,
			 const struct weft_op *op, struct weft_team *team,
			 struct weft_request *request)
{
	struct start start = {.send = send,
			      .recv = recv,
			      .count = started_count(count),
			      .op = op};

	RT_THREAD_ONLY();
	if (!team || !op || !op->combine || (count > 0 && !recv)) {
		return WEFT_ERR_NULL;
	}
	return RT_LISTED(started_reduce(&start, team, request), request);
}
