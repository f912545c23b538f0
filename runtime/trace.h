/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The event ring: the last things this core did, for a dump or a timeline.
 *
 * Compiled in by `make TRACE=1` (-DWEFT_TRACE=1), else every RT_TRACE is nothing.
 * An entry costs 34 instructions on a P54C and 24 bytes of private memory;
 * the ring holds the last RT_TRACE_ENTRIES of them and is read from outside, by
 * the name rt_trace.  Thread and handler: an interrupt between taking a place
 * and filling it leaves one entry half old, never more.
 */
#ifndef RUNTIME_TRACE_H
#define RUNTIME_TRACE_H

#include <stdint.h>

#ifndef WEFT_TRACE
#define WEFT_TRACE 0
#endif

enum {
	RT_TRACE_ENTRIES = 64
}; /* a power of two */

struct rt_trace {
	uint32_t entries; /* how many places there are; for readers */
	uint32_t next;    /* events so far; the next goes to next mod entries */
	struct rt_event {
		uint64_t time;    /* arch_cycles */
		const char *what; /* a literal */
		uint32_t a, b;    /* what it says about itself */
	} event[RT_TRACE_ENTRIES];
};

#if WEFT_TRACE
extern struct rt_trace rt_trace;
void rt_trace_add(const char *what, uint32_t a, uint32_t b);
#define RT_TRACE(what, a, b) rt_trace_add(what, a, b)
#else
#define RT_TRACE(what, a, b) ((void)0)
#endif

#endif
