/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Requests for copies.  Where the core itself copies, the copy is over when the call
 * returns, and what remains to be waited for is that it has landed.  Where the
 * chip has an engine for it, that comes after the engine's end.
 */
#include "arch/arch.h"
#include "runtime/context.h"
#include "runtime/in_use.h"
#include "runtime/operation.h"
#include "runtime/wait.h"
#include "runtime/window.h"

#include <weft/rma.h>

/* A request that has come so far. */
static void request_reached(struct weft_request *request, int32_t state)
{
	request->op = NULL;
	rt_not_in_use(request, state);
}

#if ARCH_DMA_CHANNELS > 0
/* One on its way: `at` is the ticket, `last` the state at the copy's end. */
static void request_look(struct weft_request *request,
			 enum weft_request_state state)
{
	(void)state;
	if (arch_copy_done((int)request->at)) {
		request_reached(request, (int32_t)request->last);
	}
}

static ARCH_COLD bool ended(void *what)
{
	const struct weft_request *request = what;

	return arch_copy_done((int)request->at);
}

static ARCH_COLD bool request_idle(struct weft_request *request,
				   uint64_t deadline)
{
	struct rt_wait record =
		rt_wait_record(RT_A_COPY, 0, RT_ANYONE, "a copy to end", NULL);

	return rt_idler(ended, request, &record, deadline);
}

static int request_wait(struct weft_request *request,
			enum weft_request_state state, weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);

	if (!(rt_idler && request_idle(request, deadline)) &&
	    arch_copy_wait((int)request->at, deadline) != ARCH_OK) {
		return WEFT_ERR_TIMEOUT;
	}
	request_reached(request, (int32_t)request->last);
	return weft_wait(request, state, within);
}

#if WEFT_DEBUG
static bool over(uint32_t ticket)
{
	return arch_copy_done((int)ticket);
}

static const struct rt_operation by_engine = {request_look, request_wait, over};
#else
static const struct rt_operation by_engine = {request_look, request_wait};
#endif

static struct arch_addr request_place_of(struct weft_addr addr)
{
	return (struct arch_addr){addr.rank, addr.window, addr.offset};
}

static struct arch_addr private(const void *data)
{
	return (struct arch_addr){0, ARCH_PRIVATE, (uint32_t)(uintptr_t)data};
}

static int start(struct arch_addr dst, struct arch_addr src, size_t bytes,
		 struct weft_request *request, uint32_t state)
{
	request->last = state;
	request->at = (uint32_t)arch_copy_start(dst, src, bytes);
	rt_use(request, &by_engine);
	request_look(request, WEFT_REUSABLE);
	return WEFT_OK;
}

/* Checks are those of weft_put, weft_get and weft_copy. */
static int request_put(struct weft_addr dst, const void *src, size_t bytes,
		       struct weft_request *request)
{
	int error = rt_check_place(dst, bytes);

	if (error || (bytes > 0 && !src)) {
		return error ? error : RT_WHY(WEFT_ERR_NULL, "src");
	}
	return start(request_place_of(dst), private(src), bytes, request,
		     WEFT_REUSABLE);
}

static int get(void *dst, struct weft_addr src, size_t bytes,
	       struct weft_request *request)
{
	int error = rt_check_place(src, bytes);

	if (error || (bytes > 0 && !dst)) {
		return error ? error : RT_WHY(WEFT_ERR_NULL, "dst");
	}
	return start(private(dst), request_place_of(src), bytes, request,
		     WEFT_COMPLETE);
}

static int request_copy(struct weft_addr dst, struct weft_addr src,
			size_t bytes, struct weft_request *request)
{
	int error = rt_check_place(dst, bytes);

	if (!error) {
		error = rt_check_place(src, bytes);
	}
	return error ? error
		     : start(request_place_of(dst), request_place_of(src),
			     bytes, request, WEFT_REUSABLE);
}
#else
static int started(int error, struct weft_request *request, int32_t state)
{
	if (!error) {
		request_reached(request, state);
	}
	return error;
}

static int request_put(struct weft_addr dst, const void *src, size_t bytes,
		       struct weft_request *request)
{
	return started(weft_put(dst, src, bytes), request, WEFT_REUSABLE);
}

static int get(void *dst, struct weft_addr src, size_t bytes,
	       struct weft_request *request)
{
	return started(weft_get(dst, src, bytes), request, WEFT_COMPLETE);
}

static int request_copy(struct weft_addr dst, struct weft_addr src,
			size_t bytes, struct weft_request *request)
{
	return started(weft_copy(dst, src, bytes), request, WEFT_REUSABLE);
}
#endif

static int request_check(struct weft_request *request)
{
	if (!request) {
		return RT_WHY(WEFT_ERR_NULL, "the request");
	}
	return rt_in_use(request)
		       ? RT_WHY(WEFT_ERR_STATE, "the request is in use")
		       : WEFT_OK;
}

int weft_put_start(struct weft_addr dst, const void *src, size_t bytes,
		   struct weft_request *request)
{
	int error;

	RT_THREAD_ONLY();
	error = request_check(request);
	if (!error) {
		error = request_put(dst, src, bytes, request);
		RT_LIST(request);
	}
	return error;
}

int weft_get_start(void *dst, struct weft_addr src, size_t bytes,
		   struct weft_request *request)
{
	int error;

	RT_THREAD_ONLY();
	error = request_check(request);
	if (!error) {
		error = get(dst, src, bytes, request);
		RT_LIST(request);
	}
	return error;
}

int weft_copy_start(struct weft_addr dst, struct weft_addr src, size_t bytes,
		    struct weft_request *request)
{
	int error;

	RT_THREAD_ONLY();
	error = request_check(request);
	if (!error) {
		error = request_copy(dst, src, bytes, request);
		RT_LIST(request);
	}
	return error;
}

/* Has it been started?  If not, it may be anything. */
static bool is_started(const struct weft_request *request)
{
	return rt_is_marked(request) || request->state == WEFT_REUSABLE ||
	       request->state == WEFT_COMPLETE;
}

bool weft_test(struct weft_request *request, enum weft_request_state state)
{
	if (!request || !is_started(request)) {
		return false;
	}
	if (request->state < (int32_t)state && request->op) {
		request->op->look(request, state);
	}
	if (request->state >= (int32_t)state) {
		return true;
	}
	rt_in_vain();
	return false;
}

int weft_wait(struct weft_request *request, enum weft_request_state state,
	      weft_us_t within)
{
	RT_THREAD_ONLY();
	if (!request) {
		return RT_WHY(WEFT_ERR_NULL, "the request");
	}
	if (!is_started(request) || state > WEFT_COMPLETE) {
		return RT_WHY(WEFT_ERR_STATE,
			      "the request was not started, or no such state");
	}
	if (request->state < (int32_t)state && !request->op) {
		arch_quiet();
		request->state = WEFT_COMPLETE;
	}
	if (request->state >= (int32_t)state) {
		return WEFT_OK;
	}
	return request->op->wait(request, state, within);
}
