/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "runtime/trace.h"

#if WEFT_TRACE
struct rt_trace rt_trace = {.entries = RT_TRACE_ENTRIES};

void rt_trace_add(const char *what, uint32_t a, uint32_t b)
{
	uint32_t place = rt_trace.next++ & (RT_TRACE_ENTRIES - 1);

	rt_trace.event[place] = (struct rt_event){arch_cycles(), what, a, b};
}
#endif
