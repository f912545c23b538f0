/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "runtime/trace.h"

#if WEFT_TRACE
struct rt_trace rt_trace = {.entries = RT_TRACE_ENTRIES};

void rt_trace_add(const char *what, uint32_t a, uint32_t b)
{
	uint32_t place = rt_trace.next++ & (RT_TRACE_ENTRIES - 1);

	rt_trace.event[place] = (struct rt_event){arch_cycles(), what, a, b, 0};
}

void rt_trace_since(const char *what, uint64_t since, uint32_t a, uint32_t b)
{
	uint64_t took = arch_cycles() - since;
	uint32_t place = rt_trace.next++ & (RT_TRACE_ENTRIES - 1);

	took = took > UINT32_MAX ? UINT32_MAX : took;
	rt_trace.event[place] =
		(struct rt_event){since, what, a, b, took ? (uint32_t)took : 1};
}
#endif
