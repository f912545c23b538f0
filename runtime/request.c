/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Requests where the core itself copies: the copy is over when the call returns,
 * and what remains to be waited for is that it has landed.
 */
#include "arch/arch.h"
#include "runtime/context.h"
#include "runtime/operation.h"

#include <weft/rma.h>

/* A request that has come so far; or none, if the start failed. */
static int started(int error, struct weft_request *request, uint32_t state)
{
	if (!error) {
		request->state = state;
		request->error = WEFT_OK;
		request->op = NULL;
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

bool weft_test(struct weft_request *request, enum weft_request_state state)
{
	if (!request) {
		return false;
	}
	if (request->state < (uint32_t)state && request->op) {
		request->op->look(request, state);
	}
	return request->state >= (uint32_t)state;
}

int weft_wait(struct weft_request *request, enum weft_request_state state,
	      weft_us_t within)
{
	RT_THREAD_ONLY();
	if (!request) {
		return WEFT_ERR_NULL;
	}
	if (request->state > WEFT_COMPLETE) {
		return WEFT_ERR_STATE;
	}
	if (request->state < (uint32_t)state && request->state &&
	    !request->op) {
		arch_quiet();
		request->state = WEFT_COMPLETE;
	}
	if (request->state >= (uint32_t)state) {
		return WEFT_OK;
	}
	return request->op ? request->op->wait(request, state, within)
			   : WEFT_ERR_STATE;
}
