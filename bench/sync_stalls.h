/* SPDX-License-Identifier: Apache-2.0 */
/* For what part of a span of time a core did not work, where the port can tell. */
#ifndef BENCH_SYNC_STALLS_H
#define BENCH_SYNC_STALLS_H

#include "arch/worked.h"

enum {
	SHARE_BITS =
		10 /* of a span: its part in thousandths, below its cycles */
};

static inline uint64_t worked(void)
{
#if ARCH_WORKED
	return arch_worked();
#else
	return 0;
#endif
}

/* Cycles, and above 0 the part of them that was no work: the longest span is the largest. */
static inline uint64_t span(uint64_t cycles, uint64_t work)
{
	uint64_t idle = cycles > work ? cycles - work : 0;

	return cycles << SHARE_BITS | (cycles ? idle * 1000 / cycles : 0);
}

#endif
