/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>

#include <weft/core.h>

#include "arch/lend.h"
#include "runtime/context.h"
#include "runtime/part.h"

/* The thread's: what rt_context says may be a handler's that runs beside it. */
static bool computes;

static int refused(void)
{
	return rt_context == RT_HANDLER
		       ? WEFT_ERR_CONTEXT
		       : RT_WHY(WEFT_ERR_STATE, "the core computes already");
}

int weft_compute_begin(void)
{
	if (computes || rt_context != RT_THREAD) {
		return refused();
	}
	computes = true;
	rt_context = RT_COMPUTES;
	arch_lend();
	return WEFT_OK;
}

/* A handler leaves rt_context as it has found it. */
int weft_compute_end(void)
{
	if (!computes) {
		return refused();
	}
	if (!arch_take_back() || rt_context == RT_HANDLER) {
		return WEFT_ERR_CONTEXT;
	}
	rt_context = RT_THREAD;
	computes = false;
	return WEFT_OK;
}

/* main has ended: what follows are calls of weft's. */
static ARCH_COLD void compute_finish(void)
{
	if (computes) {
		arch_take_back();
		weft_panic("main has ended between weft_compute_begin and "
			   "weft_compute_end");
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "compute",
	.finish = compute_finish,
};
RT_PART(part);
