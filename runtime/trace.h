/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The event ring: the last things this core did, for a dump or a timeline.
 *
 * Compiled in by `make TRACE=1` (-DWEFT_TRACE=1), else every RT_TRACE is nothing.
 * An entry costs 34 instructions on a P54C, 59 if it says how long something took, and
 * 24 bytes of private memory, on 64-bit processors 32.  The ring is read from outside, by
 * the name rt_trace.  Thread and handler: an interrupt between taking a place and filling
 * it leaves one entry half old, never more.
 *
 * A board whose makefile sets RINGS has as many entries, and notes the port's calls,
 * too (trace_calls.c).  If `took` of an event is not 0, the core did something from `time`
 * on for so long: the port's call of that name, a handler, or else a wait of that name.
 */
#ifndef RUNTIME_TRACE_H
#define RUNTIME_TRACE_H

#include <stdint.h>

#ifndef WEFT_TRACE
#define WEFT_TRACE 0
#endif

#ifndef ARCH_TRACED
#define ARCH_TRACED 0 /* 1: the linker makes the port's calls events */
#endif
#ifndef WEFT_TRACE_ENTRIES
#define WEFT_TRACE_ENTRIES 64 /* a power of two */
#endif

enum {
	RT_TRACE_ENTRIES = WEFT_TRACE_ENTRIES,
	RT_TRACE_NO_WORD = -1, /* a wait's a, if it is for no word */
};

struct rt_trace {
	uint32_t entries; /* how many places there are; for readers */
	uint32_t next;    /* events so far; the next goes to next mod entries */
	struct rt_event {
		uint64_t time;    /* arch_cycles */
		const char *what; /* a literal */
		uint32_t a, b;    /* what it says about itself; of a wait
				   * its word's offset, and who is to write that */
		uint32_t took;    /* cycles; 0: a moment */
	} event[RT_TRACE_ENTRIES];
};

#if WEFT_TRACE
extern struct rt_trace rt_trace;
void rt_trace_add(const char *what, uint32_t a, uint32_t b);
#define RT_TRACE(what, a, b) rt_trace_add(what, a, b)
/* Notes what began at `since`, a value of RT_TRACE_NOW, and ends now. */
void rt_trace_since(const char *what, uint64_t since, uint32_t a, uint32_t b);
#define RT_TRACE_NOW()                    arch_cycles()
#define RT_TRACE_SINCE(what, since, a, b) rt_trace_since(what, since, a, b)
#else
#define RT_TRACE(what, a, b)              ((void)0)
#define RT_TRACE_NOW()                    0
#define RT_TRACE_SINCE(what, since, a, b) ((void)(since))
#endif

#endif
