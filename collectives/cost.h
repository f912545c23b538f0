/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What operations cost, for choosing between algorithms.  Constants of the port
 * (ARCH_COSTS) and never measured in a run: all cores must choose alike.  They are
 * about nanoseconds, but only their ratios matter.
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
		.serve = 10, .flag = 50, .wait = 100                           \
	}
#endif

struct costs {
	uint32_t line;  /* ARCH_LINE bytes of a window, read or written */
	uint32_t load;  /* the same of private memory that no cache has, read */
	uint32_t store; /* .. and written */
	uint32_t copy;  /* a put, get or copy, beside its lines */
	uint32_t flag;  /* a flag written, beside its line */
	uint32_t serve; /* a window's share of reading a line: others wait */
	uint32_t wait;  /* a wait that has ended, beside its last look */
	uint32_t
		hop; /* a line to another window, for each router from the third */
};

static const struct costs costs = ARCH_COSTS;

/* Lines of so many bytes. */
static inline uint32_t cost_lines(uint32_t bytes)
{
	return bytes / ARCH_LINE + (bytes % ARCH_LINE != 0);
}

/* From a flag's write to the reader's next instruction. */
static inline uint32_t cost_signal(void)
{
	return costs.flag + 2 * costs.line + costs.wait;
}

#endif
