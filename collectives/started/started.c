/* SPDX-License-Identifier: Apache-2.0 */
/* Started collectives: what applications call (see weft/started.h). */
#include <string.h>

#include "collectives/started/request.h"
#include "collectives/started/start.h"
#include "runtime/context.h"
#include "runtime/in_use.h"

#include <weft/started.h>

static bool started_has_room(void *what)
{
	const struct started *s = what;

	return s->begun - s->ended < WEFT_STARTED_MOST;
}

static int started_operation_wait(struct weft_request *request,
				  enum weft_request_state state,
				  weft_us_t within)
{
	return started_wait(request, state, within, started_whom_of);
}

static const struct rt_operation operation = {.look = started_look,
					      .wait = started_operation_wait};

static void started_begin_call(struct started *s, const struct elements *e,
			       void (*pass)(struct started *, uint32_t),
			       struct weft_request *request)
{
	struct started_call *call = started_next(s);

	call->bytes = elements_bytes(e);
	if (e->send) {
		memcpy(call->value, e->send, call->bytes);
	} else {
		memset(call->value, 0, sizeof(call->value));
	}
	memcpy(call->own, call->value, sizeof(call->own));
	call->op = e->op;
	call->recv = e->recv;
	call->count = (uint32_t)e->count;
	call->pass = pass;
	call->request = request;
	request->data = (const char *)s;
	rt_use(request, &operation);
	started_begin(s);
}

int started_run(const struct elements *e,
		void (*pass)(struct started *, uint32_t),
		struct weft_request *request)
{
	struct started *s = team_started(e->team);
	int error;

	if (!request) {
		return RT_WHY(WEFT_ERR_NULL, "the request");
	}
	if (rt_in_use(request)) {
		return RT_WHY(WEFT_ERR_STATE, "the request is in use");
	}
	error = started_await(started_has_room, s, started_whom_of, s,
			      ARCH_NEVER,
			      "room for one more started collective");
	if (!error) {
		started_begin_call(s, e, pass, request);
	}
	return error;
}

int weft_barrier_start(struct weft_team *team, struct weft_request *request)
{
	struct elements none = {.op = &weft_bor_uint8, .team = team};
	int error;

	RT_THREAD_ONLY();
	error = team_check(team);
	if (error) {
		return error;
	}
	return RT_LISTED(started_run(&none, started_pass_on, request), request);
}

int started_bcast(const struct elements *e, struct weft_request *request)
{
	struct elements mine = *e;

	mine.recv = NULL;
	if (e->root != team_started(e->team)->team.me) {
		mine.recv = (void *)(uintptr_t)e->send;
		mine.send = NULL;
	}
	return started_run(&mine, started_pass_on, request);
}

int started_reduce(const struct elements *e, struct weft_request *request)
{
	return started_run(e, started_pass_on, request);
}
