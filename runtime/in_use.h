/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Requests in use: between their start and WEFT_REUSABLE the library refers to them.
 *
 * Its state is a mark meanwhile, made of its own address and its operation, so that
 * neither memory that was never a request nor a copy of one looks like a request in
 * use.  Starting one that is in use is refused by that mark.
 *
 * With DEBUG=1 each core also keeps a list of its requests in use, and looks at it in
 * every call that is the thread's alone and when main returns: a request that lies
 * on the stack below its caller has gone out of scope, and one that has lost
 * its mark has been overwritten.  Both are panics that name the call that started it.
 * Not found: memory that was freed and not used anew yet; a request in a stack
 * frame that is gone while only deeper functions call weft; more than LISTED at once.
 */
#ifndef RUNTIME_IN_USE_H
#define RUNTIME_IN_USE_H

#include "arch/small.h"
#include "runtime/context.h"
#include "runtime/operation.h"

/* Below 0, which no state that was reached is. */
static inline int32_t rt_mark_of(const struct weft_request *request)
{
	uintptr_t mark = (uintptr_t)request ^ (uintptr_t)request->op;

	return (int32_t) ~((uint32_t)mark >> 1);
}

/* In use, when last looked at; any memory may be asked. */
static inline bool rt_is_marked(const struct weft_request *request)
{
	return request->state == rt_mark_of(request);
}

/* Of one that is marked: is it in use still?  Its operation knows. */
ARCH_COLD bool rt_still_in_use(struct weft_request *request);

/* Thread, handler. */
static inline bool rt_in_use(struct weft_request *request)
{
	return rt_is_marked(request) && rt_still_in_use(request);
}

/* From here on it is in use by that operation. */
static inline void rt_use(struct weft_request *request,
			  const struct rt_operation *operation)
{
	request->op = operation;
	request->state = rt_mark_of(request);
}

#if WEFT_DEBUG
void rt_list(struct weft_request *request, const void *frame, const void *site);
void rt_unlist(struct weft_request *request);
/* The mark is there, or panic. */
void rt_check_mark(const struct weft_request *request);
/* From the public function that starts it: put it on the list, if it is in use. */
#define RT_LIST(request)                                                       \
	rt_list(request, __builtin_frame_address(0),                           \
		__builtin_return_address(0))
#else
#define RT_LIST(request)       ((void)(request))
#define rt_unlist(request)     ((void)(request))
#define rt_check_mark(request) ((void)(request))
#endif

/* It has come to that state; from here on it is the caller's. */
static inline void rt_not_in_use(struct weft_request *request, int32_t state)
{
	rt_unlist(request);
	request->state = state;
}

#endif
