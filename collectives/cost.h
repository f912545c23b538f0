/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What operations cost, for the choice between algorithms.  These are constants
 * of the port (ARCH_COSTS).  They are never measured in a run, because all
 * cores must choose alike.  Their unit is about a nanosecond, but only their
 * ratios matter.
 */
#ifndef COLLECTIVES_COST_H
#define COLLECTIVES_COST_H

#include <stddef.h>
#include <stdint.h>

#include "arch/arch.h"
#include "topology/arith.h"

#ifndef ARCH_COSTS
/* A guess for ports that have not measured: memory as dear as a window. */
#define ARCH_COSTS                                                             \
	{                                                                      \
		.line = 100, .load = 100, .store = 100, .copy = 100,           \
		.serve = 10, .flag = 50, .wait = 100, .sum = 50                \
	}
#endif

struct costs {
	uint32_t line;  /* ARCH_LINE bytes of a window, read or written */
	uint32_t load;  /* as much uncached private memory, read */
	uint32_t store; /* as much private memory, written */
	uint32_t copy;  /* a put, get or copy, beside its lines */
	uint32_t flag;  /* a flag written, beside its line */
	uint32_t serve; /* a window's share of reading a line: others wait */
	uint32_t wait;  /* a wait that has ended, beside its last look */
	uint32_t sum;   /* a line of elements combined with another one */
	uint32_t read;  /* a line of another core's window read; 0: as `line` */
	uint32_t
		many; /* a multicast of a line, until all have it (ARCH_MULTICAST) */
	uint32_t
		hop; /* a line to another window, for each router from the third */
};

static const struct costs costs = ARCH_COSTS;

enum {
	COST_USUAL_WAY = 3, /* routers: in costs.line */
};

/* What the way adds to a line, where cores are up to `far` routers apart. */
static inline uint32_t cost_way(uint32_t far)
{
	uint32_t rest, way = arith_div(far, 3, &rest);

	return way > COST_USUAL_WAY ? arith_mul(way - COST_USUAL_WAY, costs.hop)
				    : 0;
}

/* Returns how many lines so many bytes take. */
static inline uint32_t cost_lines(uint32_t bytes)
{
	return bytes / ARCH_LINE + (bytes % ARCH_LINE != 0);
}

/* The time from a flag's write to the next instruction of the core that waits. */
static inline uint32_t cost_signal(void)
{
	return costs.flag + 2 * costs.line + costs.wait;
}

#endif
