/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Requests in use.  A request is in use from its start until it is
 * WEFT_REUSABLE; meanwhile the library refers to it.
 *
 * The state of a request in use is a mark, made of the request's address and
 * its operation.  So neither memory that was never a request nor a copy of one
 * looks like a request in use.  By the mark the library refuses to start a
 * request that is in use.
 *
 * With DEBUG=1 each core also keeps a list of its requests in use.  It looks at
 * the list in every function for threads and when main returns.  A request that
 * lies on the stack below the caller has gone out of scope, and one without its
 * mark has been overwritten.  Both cause a panic that names the call that has
 * started the request.  The check misses three cases: memory that has been
 * freed and not yet been written to; a request in a stack frame that is gone
 * while only deeper functions call weft; and requests beyond LISTED at once.
 */
#ifndef RUNTIME_IN_USE_H
#define RUNTIME_IN_USE_H

#include "arch/small.h"
#include "runtime/context.h"
#include "runtime/operation.h"

/* Returns the mark, which is below 0; no state that has been reached is. */
static inline int32_t rt_mark_of(const struct weft_request *request)
{
	uintptr_t mark = (uintptr_t)request ^ (uintptr_t)request->op;

	return (int32_t) ~((uint32_t)mark >> 1);
}

/* Was it in use at the last look?  `request` may be any memory. */
static inline bool rt_is_marked(const struct weft_request *request)
{
	return request->state == rt_mark_of(request);
}

/* Is a marked request still in use?  This asks its operation. */
ARCH_COLD bool rt_still_in_use(struct weft_request *request);

/* Thread, handler. */
static inline bool rt_in_use(struct weft_request *request)
{
	return rt_is_marked(request) && rt_still_in_use(request);
}

/* Marks the request as in use by that operation. */
static inline void rt_use(struct weft_request *request,
			  const struct rt_operation *operation)
{
	request->op = operation;
	request->state = rt_mark_of(request);
}

#if WEFT_DEBUG
void rt_list(struct weft_request *request, const void *frame, const void *site);
void rt_unlist(struct weft_request *request);
/* Panics if the mark is not there. */
void rt_check_mark(const struct weft_request *request);
/* The public function that starts a request lists it, if it is in use. */
#define RT_LIST(request)                                                       \
	rt_list(request, __builtin_frame_address(0),                           \
		__builtin_return_address(0))
/* The same for a start that may fail: its error, for such a function to return. */
#define RT_LISTED(error, request)                                              \
	rt_listed(error, request, __builtin_frame_address(0),                  \
		  __builtin_return_address(0))
static inline int rt_listed(int error, struct weft_request *request,
			    const void *frame, const void *site)
{
	if (!error) {
		rt_list(request, frame, site);
	}
	return error;
}
#else
#define RT_LIST(request)          ((void)(request))
#define RT_LISTED(error, request) (error)
#define rt_unlist(request)        ((void)(request))
#define rt_check_mark(request)    ((void)(request))
#endif

/* Ends the use: the request has reached that state and is the caller's. */
static inline void rt_not_in_use(struct weft_request *request, int32_t state)
{
	rt_unlist(request);
	request->state = state;
}

#endif
