/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sending: started broadcasts are in the outbox (outbox.h), whose pieces are
 * chunks.  The engine takes them one by one; one has left when it has been put.
 */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "runtime/context.h"
#include "runtime/in_use.h"
#include "runtime/operation.h"
#include "runtime/park.h"
#include "runtime/progress.h"

/* Asked for every broadcast; nothing is, while nobody has stopped. */
static bool is_missed(uint32_t n, uint32_t *core)
{
	return abcast_any_dead() && missed_has(&abcast.missed, n, core);
}

/* Why it will never be complete: WEFT_OK if nothing is known against it. */
static ARCH_COLD int fate(struct weft_request *request)
{
	if (abcast.evicted) {
		if (request->state < 0) {
			rt_not_in_use(request, 0);
		}
		request->peer = abcast.me;
		return WEFT_ERR_DEAD;
	}
	return is_missed(request->last, &request->peer) ? WEFT_ERR_DEAD
							: WEFT_OK;
}

static void abcast_send_look(struct weft_request *request,
			     enum weft_request_state state)
{
	if (request->state == WEFT_REUSABLE && state == WEFT_COMPLETE) {
		credit_wish(&abcast.credit, request->last);
		if (!abcast_all_freed(request->last)) {
			rt_progress();
		}
		if (abcast_all_freed(request->last) &&
		    !(abcast_any_dead() && fate(request))) {
			request->state = WEFT_COMPLETE;
		}
	}
}

/* A wait, and what else may come meanwhile: something to deliver. */
struct awaited {
	struct weft_request *request;
	enum weft_request_state state;
};

static bool abcast_send_reached(const struct awaited *w)
{
	uint32_t core;

	if (abcast.evicted ||
	    (w->state == WEFT_COMPLETE && is_missed(w->request->last, &core))) {
		return true;
	}
	return w->request->state >= WEFT_REUSABLE &&
	       (w->state == WEFT_REUSABLE ||
		abcast_all_freed(w->request->last));
}

static bool reached_or_ready(void *what)
{
	return abcast_send_reached(what) || inbox_ready(&abcast.inbox);
}

static int until(const struct awaited *what, uint64_t deadline, const char *why)
{
	while (!abcast_send_reached(what)) {
		int error = rt_park(reached_or_ready, (void *)what, deadline,
				    RT_ANYONE, why);

		if (error) {
			return error;
		}
		if (inbox_ready(&abcast.inbox)) {
			inbox_deliver(&abcast.inbox);
		}
	}
	return abcast.evicted || (abcast_any_dead() &&
				  what->state == WEFT_COMPLETE)
		       ? fate(what->request)
		       : WEFT_OK;
}

static ARCH_COLD void name_awaited(struct weft_request *request)
{
	if (abcast_engine()->awaited) {
		request->peer = abcast_engine()->awaited();
	}
}

static int abcast_send_wait(struct weft_request *request,
			    enum weft_request_state state, weft_us_t within)
{
	uint64_t deadline = rt_deadline_in(within);
	struct awaited what = {request, WEFT_REUSABLE};
	int error = until(&what, deadline, "its broadcast to leave");

	if (!error && state == WEFT_COMPLETE) {
		what.state = WEFT_COMPLETE;
		credit_wish(&abcast.credit, request->last);
		error = until(&what, deadline, "all to take its broadcast");
		request->state = error ? WEFT_REUSABLE : WEFT_COMPLETE;
	}
	if (error == WEFT_ERR_TIMEOUT) {
		name_awaited(request);
	}
	return error;
}

static const struct rt_operation operation = {.look = abcast_send_look,
					      .wait = abcast_send_wait};

static int abcast_send_check(const void *data, size_t bytes,
			     struct weft_request *request)
{
	if (!request || (bytes > 0 && !data)) {
		return RT_WHY(WEFT_ERR_NULL, "request or data");
	}
	if (abcast.inbox.chunk == 0) {
		return RT_WHY(WEFT_ERR_LIMIT, "asynchronous broadcast has no "
					      "room in the MPB in this run");
	}
	if (bytes > WEFT_ABCAST_MAX) {
		return RT_WHY(WEFT_ERR_SIZE,
			      "bytes: more than WEFT_ABCAST_MAX");
	}
	if (abcast.evicted) {
		request->peer = abcast.me;
		return WEFT_ERR_DEAD;
	}
	return WEFT_OK;
}

/*
 * Does a receiver refuse it?  Where nobody takes whole messages, nobody does.  Masked;
 * not while it is asked.
 */
static ARCH_COLD int abcast_send_ask(size_t bytes, struct weft_request *request,
				     arch_irq_state state)
{
	int error;

	arch_irq_restore(state);
	error = abcast_refused ? abcast_refused((uint32_t)bytes, request)
			       : WEFT_OK;
	if (error) {
		request->op = NULL;
		rt_not_in_use(request, 0);
	}
	arch_irq_save();
	return error;
}

int weft_abcast_start(const void *data, size_t bytes,
		      struct weft_request *request)
{
	int error = abcast_send_check(data, bytes, request);
	arch_irq_state state;

	if (error) {
		return error;
	}
	/* Between the look and the mark a handler might start the same one. */
	state = arch_irq_save();
	if (rt_in_use(request)) {
		error = RT_WHY(WEFT_ERR_STATE, "the request is in use");
		goto out;
	}
	rt_use(request, &operation);
	if (bytes > inbox_eager(&abcast.inbox)) {
		error = abcast_send_ask(bytes, request, state);
		if (error) {
			goto out;
		}
	}
	if (abcast.count > 1) {
		RT_LIST(request);
		if (bytes > inbox_eager(&abcast.inbox)) {
			inbox_long_started(&abcast.inbox);
		}
		outbox_add(&abcast.outbox, request, data, bytes);
		abcast.started = true;
	} else {
		rt_not_in_use(request, WEFT_COMPLETE);
	}
out:
	arch_irq_restore(state);
	rt_progress_begun();
	return error;
}

/*
 * The deadline has come.  If none of its chunks has been taken, it is as if it had not been
 * started.  Since the wait ended, an interrupt may have sent all of it.
 */
static ARCH_COLD int take_back(struct weft_request *request)
{
	arch_irq_state state = arch_irq_save();
	bool taken_back = outbox_take_back(&abcast.outbox, request);

	if (taken_back && request->bytes > inbox_eager(&abcast.inbox)) {
		inbox_long_taken_back(&abcast.inbox);
	}
	arch_irq_restore(state);
	if (taken_back) {
		return WEFT_ERR_TIMEOUT;
	}
	return request->state >= 0 ? WEFT_OK : WEFT_ERR_PENDING;
}

int weft_abcast(const void *data, size_t bytes, weft_us_t within)
{
	/* Static, since one that has timed out goes on leaving. */
	static struct weft_request request;
	struct awaited left = {&request, WEFT_REUSABLE};
	uint64_t deadline = rt_deadline_in(within);
	int error = WEFT_OK;

	RT_THREAD_ONLY();
	if (request.op) {
		error = until(&left, deadline, "its last broadcast to leave");
	}
	if (!error) {
		error = weft_abcast_start(data, bytes, &request);
	}
	if (error) {
		return error;
	}
	error = until(&left, deadline, "its broadcast to leave");
	return error == WEFT_ERR_TIMEOUT ? take_back(&request) : error;
}

static ARCH_COLD bool all_put(void *none)
{
	(void)none;
	return abcast.evicted ||
	       (!abcast.outbox.leaving && abcast_queue_empty());
}

void abcast_finish(void)
{
	arch_irq_state state = arch_irq_save();

	inbox_drop(&abcast.inbox);
	abcast_engine()->accept_all();
	arch_irq_restore(state);
	rt_park(all_put, NULL, ARCH_NEVER, RT_ANYONE,
		"its broadcasts to leave");
}
