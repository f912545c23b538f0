/* SPDX-License-Identifier: Apache-2.0 */
/* Started collectives: what applications call (see weft/started.h). */
#include <string.h>

#include "collectives/reduce/job.h"
#include "collectives/started/request.h"
#include "collectives/started/started.h"
#include "collectives/team/made.h"
#include "runtime/context.h"
#include "runtime/in_use.h"

#include <weft/started.h>

struct start {
	const void *send; /* null: zeros */
	void *recv;       /* null: no result here */
	uint32_t count, bytes;
	const struct weft_op *op;
};

static bool has_room(void *what)
{
	const struct started *s = what;

	return s->begun - s->ended < WEFT_STARTED_MOST;
}

static void begin(struct started *s, const struct start *start,
		  struct weft_request *request)
{
	struct started_call *call = started_next(s);

	if (start->send) {
		memcpy(call->value, start->send, start->bytes);
	} else {
		memset(call->value, 0, sizeof(call->value));
	}
	call->op = start->op;
	call->recv = start->recv;
	call->count = start->count;
	call->bytes = start->bytes;
	call->request = request;
	rt_use(request, &started_operation);
	started_begin(s);
}

/* All that is not an argument's error. */
static int run(const struct start *start, struct weft_team *team,
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
	if (start->bytes > s->fits) {
		return WEFT_ERR_SIZE;
	}
	error = started_await(has_room, s, ARCH_NEVER,
			      "room for one more started collective");
	if (!error) {
		begin(s, start, request);
	}
	return error;
}

uint32_t weft_started_bytes(const struct weft_team *team)
{
	return team_started((struct weft_team *)(uintptr_t)team)->fits;
}

int weft_team_barrier_start(struct weft_team *team,
			    struct weft_request *request)
{
	struct start start = {0};
	int error;

	RT_THREAD_ONLY();
	if (!team) {
		return WEFT_ERR_NULL;
	}
	error = run(&start, team, request);
	if (!error) {
		RT_LIST(request);
	}
	return error;
}

int weft_team_bcast_start(void *data, size_t bytes, weft_rank_t root,
			  struct weft_team *team, struct weft_request *request)
{
	struct start start = {.recv = data, .op = &weft_bor_uint8};
	int error;

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
	error = run(&start, team, request);
	if (!error) {
		RT_LIST(request);
	}
	return error;
}

/* A reduction: its elements, and how many bytes they are. */
static int reduce(struct start *start, struct weft_team *team,
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
	return run(start, team, request);
}

static uint32_t count_of(size_t count)
{
	return count > STARTED_BYTES ? STARTED_BYTES + 1 : (uint32_t)count;
}

int weft_reduce_start(const void *send, void *recv, size_t count,
		      const struct weft_op *op, weft_rank_t root,
		      struct weft_team *team, struct weft_request *request)
{
	struct start start = {send, NULL, count_of(count), 0, op};
	int error;

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
	error = reduce(&start, team, request);
	if (!error) {
		RT_LIST(request);
	}
	return error;
}

int weft_allreduce_start(const void *send, void *recv, size_t count,
			 const struct weft_op *op, struct weft_team *team,
			 struct weft_request *request)
{
	struct start start = {send, recv, count_of(count), 0, op};
	int error;

	RT_THREAD_ONLY();
	if (!team || !op || !op->combine || (count > 0 && !recv)) {
		return WEFT_ERR_NULL;
	}
	error = reduce(&start, team, request);
	if (!error) {
		RT_LIST(request);
	}
	return error;
}
