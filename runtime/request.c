/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Requests where the core itself copies: the copy is over when the call returns,
 * and what remains to be waited for is that it has landed.
 */
#include "arch/arch.h"
#include "runtime/context.h"

#include <weft/rma.h>

/* A request that has come so far; or none, if the start failed. */
static int started(int error, struct weft_request *request, uint32_t state)
{
	if (!error) {
		request->state = state;
	}
	return error;
}

int weft_put_start(struct weft_addr dst, const void *src, size_t bytes,
		   struct weft_request *request)
{
	RT_THREAD_ONLY();
	if (!request) {
		return WEFT_ERR_NULL;
	}
	return started(weft_put(dst, src, bytes), request, WEFT_REUSABLE);
}

int weft_get_start(void *dst, struct weft_addr src, size_t bytes,
		   struct weft_request *request)
{
	RT_THREAD_ONLY();
	if (!request) {
		return WEFT_ERR_NULL;
	}
	return started(weft_get(dst, src, bytes), request, WEFT_COMPLETE);
}

int weft_copy_start(struct weft_addr dst, struct weft_addr src, size_t bytes,
		    struct weft_request *request)
{
	RT_THREAD_ONLY();
	if (!request) {
		return WEFT_ERR_NULL;
	}
	return started(weft_copy(dst, src, bytes), request, WEFT_REUSABLE);
}

bool weft_test(const struct weft_request *request,
	       enum weft_request_state state)
{
	return request && request->state >= (uint32_t)state;
}

int weft_wait(struct weft_request *request, enum weft_request_state state,
	      weft_us_t within)
{
	(void)within; /* nothing here waits for another core */
	RT_THREAD_ONLY();
	if (!request) {
		return WEFT_ERR_NULL;
	}
	if (request->state != WEFT_REUSABLE &&
	    request->state != WEFT_COMPLETE) {
		return WEFT_ERR_STATE;
	}
	if (request->state < (uint32_t)state) {
		arch_quiet();
		request->state = WEFT_COMPLETE;
	}
	return WEFT_OK;
}
