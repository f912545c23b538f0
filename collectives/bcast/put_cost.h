/* SPDX-License-Identifier: Apache-2.0 */
/* What trees of puts cost, up to what the last core has of the first chunk. */
#ifndef COLLECTIVES_PUT_COST_H
#define COLLECTIVES_PUT_COST_H

#include "collectives/cost.h"
#include "messages/chunk_pool.h"

/* Lines of the first chunk. */
static inline uint32_t put_first_chunk(uint32_t lines)
{
	uint32_t most = chunk_bytes() / ARCH_LINE;

	return lines < most ? lines : most;
}

/* Out of a core's own window. */
static inline uint32_t put_out(uint32_t first)
{
	return costs.copy + arith_mul(first, costs.load + costs.line);
}

/*
 * The first chunk through all levels, each time to the child that has it later, and
 * out of the window.
 */
static inline uint32_t put_through(uint32_t first, uint32_t count)
{
	uint32_t put = costs.copy + arith_mul(first, costs.line) + costs.flag;

	return put_out(first) +
	       arith_mul(arith_log2_ceil(count), 2 * put + cost_signal());
}

#endif
