/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which context this core is in.  Public functions that a handler must not
 * call begin with RT_THREAD_ONLY, checked in debug builds (-DWEFT_DEBUG=1).
 */
#ifndef RUNTIME_CONTEXT_H
#define RUNTIME_CONTEXT_H

#include "runtime/why.h"

#include <weft/types.h>

enum rt_context {
	RT_THREAD = 0,
	RT_HANDLER = 1,
	RT_COMPUTES = 2, /* the thread, and calls nothing: weft/core.h */
};

extern enum rt_context rt_context;

/*
 * runtime/in_use.c, in debug builds: checks the requests in use, called by the
 * thread with its own frame; and notes where the stack begins of the thread, or of
 * the fiber that goes on now.
 */
void rt_check_listed(const void *frame);
void rt_stack_begins(const void *frame);

/*
 * In debug builds, in front of what uses state that a core has once (collectives,
 * messages): until the function returns, no other fiber of this core may come to
 * such a place, or gets WEFT_ERR_STATE.  The same fiber may.
 */
int rt_alone(void);
void rt_alone_no_more(const int *refused);

#if WEFT_DEBUG
#define RT_ALONE()                                                             \
	int alone_ __attribute__((cleanup(rt_alone_no_more))) = rt_alone();    \
                                                                               \
	if (alone_) {                                                          \
		return alone_;                                                 \
	}
#else
#define RT_ALONE()
#endif

#define RT_THREAD_ONLY()                                                       \
	do {                                                                   \
		if (WEFT_DEBUG && rt_context != RT_THREAD) {                   \
			return WEFT_ERR_CONTEXT;                               \
		}                                                              \
		if (WEFT_DEBUG) {                                              \
			rt_why(WEFT_OK, 0);                                    \
			rt_check_listed(__builtin_frame_address(0));           \
		}                                                              \
	} while (0)

#endif
