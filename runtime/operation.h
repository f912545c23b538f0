/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations that go on after their start: what weft_test and weft_wait ask of
 * the one who brings them about.
 */
#ifndef RUNTIME_OPERATION_H
#define RUNTIME_OPERATION_H

#include "runtime/context.h"

#include <weft/rma.h>

struct rt_operation {
	/* Have its state looked for; does not wait.  Thread, handler. */
	void (*look)(struct weft_request *request,
		     enum weft_request_state state);
	/* As weft_wait, for a state not reached yet.  Thread. */
	int (*wait)(struct weft_request *request, enum weft_request_state state,
		    weft_us_t within);
#if WEFT_DEBUG
	/*
	 * Null, or: is what a request had in `at` at its start over?  Then nothing
	 * of the library refers to that request, whatever is there now.
	 */
	bool (*over)(uint32_t at);
#endif
};

#endif
