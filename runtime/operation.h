/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations that go on after their start: what weft_test and weft_wait call in
 * the part that performs them.
 */
#ifndef RUNTIME_OPERATION_H
#define RUNTIME_OPERATION_H

#include "runtime/context.h"

#include <weft/rma.h>

struct rt_operation {
	/* Brings the request's state up to date, without waiting.  Thread, handler. */
	void (*look)(struct weft_request *request,
		     enum weft_request_state state);
	/* Does what weft_wait says, for a state not reached yet.  Thread. */
	int (*wait)(struct weft_request *request, enum weft_request_state state,
		    weft_us_t within);
#if WEFT_DEBUG
	/*
	 * Null, or tells whether the operation is over of which a request had the
	 * number `at` at its start.  Then the library does not refer to that
	 * request any more, whatever is in its memory now.
	 */
	bool (*over)(uint32_t at);
#endif
};

#endif
