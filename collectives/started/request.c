/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/started/request.h"
#include "runtime/in_use.h"
#include "runtime/park.h"
#include "runtime/progress.h"

volatile bool started_wants_thread;

/* What a thread waits for; or that it is wanted. */
struct either {
	rt_ready *come;
	void *what;
};

static bool either(void *what)
{
	const struct either *e = what;

	return started_wants_thread || e->come(e->what);
}

/*
 * Rounds bring the state up to date.  A thread runs them: it combines what handlers may
 * not, and on some chips nothing interrupts who only looks.
 */
int started_await(rt_ready *come, void *what, uint64_t deadline,
		  const char *why)
{
	struct either e = {come, what};
	int error = WEFT_OK;

	while (!come(what) && !error) {
		started_wants_thread = false;
		rt_progress();
		error = rt_park(either, &e, deadline, RT_ANYONE, why);
	}
	return come(what) ? WEFT_OK : error;
}

static void look(struct weft_request *request, enum weft_request_state state)
{
	(void)request;
	(void)state;
	if (rt_context == RT_THREAD) {
		rt_progress();
	}
}

static bool has_ended(void *what)
{
	const struct weft_request *request = what;

	return request->state >= WEFT_REUSABLE;
}

/* REUSABLE comes with COMPLETE, or alone, with an error. */
static int wait(struct weft_request *request, enum weft_request_state state,
		weft_us_t within)
{
	int error = started_await(has_ended, request, rt_deadline(within),
				  "a started collective");

	if (!error && request->state < (int32_t)state) {
		error = (int)request->last;
	}
	return error;
}

const struct rt_operation started_operation = {.look = look, .wait = wait};
