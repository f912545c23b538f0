/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/started/request.h"
#include "runtime/in_use.h"
#include "runtime/park.h"
#include "runtime/progress.h"

volatile bool started_wants_thread;

/*
 * What a thread waits for; or that it is wanted; or that it waits for another core, which
 * the record has to name.
 */
struct either {
	rt_ready *come;
	void *what;
	started_whom *whom;
	void *of;
	uint32_t from;
};

static bool either(void *what)
{
	const struct either *e = what;

	return started_wants_thread || e->come(e->what) ||
	       e->whom(e->of) != e->from;
}

/*
 * Rounds bring the state up to date.  A thread runs them: it combines what handlers may
 * not, and on some chips nothing interrupts who only looks.
 */
int started_await(rt_ready *come, void *what, started_whom *whom, void *of,
		  uint64_t deadline, const char *why)
{
	struct either e = {come, what, whom, of, 0};
	int error = WEFT_OK;

	while (!come(what) && !error) {
		started_wants_thread = false;
		rt_progress();
		e.from = whom(of);
		error = rt_park(either, &e, deadline, e.from, why);
	}
	return come(what) ? WEFT_OK : error;
}

void started_look(struct weft_request *request, enum weft_request_state state)
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
int started_wait(struct weft_request *request, enum weft_request_state state,
		 weft_us_t within, started_whom *whom)
{
	void *of = (void *)(uintptr_t)request->data;
	int error = started_await(has_ended, request, whom, of,
				  rt_deadline(within), "a started collective");

	if (error) {
		request->peer = whom(of);
	} else if (request->state < (int32_t)state) {
		error = (int)request->last;
	}
	return error;
}
