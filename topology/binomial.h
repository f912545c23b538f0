/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The binomial tree of a root, and the checks that tree broadcasts share.
 *
 * Cores are numbered from the root: v = (rank - root) mod P.  A core's span is the
 * lowest bit set in v, at the root the least power of two that is not below P;
 * v leads the cores v .. v + span - 1 that exist.  It hears from v - span and
 * sends to v + span/2, v + span/4, .., v + 1.  So the core at distance 2^j
 * is always reached along edge j, whoever is root.
 */
#ifndef TOPOLOGY_BINOMIAL_H
#define TOPOLOGY_BINOMIAL_H

#include "arch/arch.h"
#include "topology/arith.h"

#include <weft/types.h>

/* The edge above me, log2 of my span; at the root the number of rounds. */
static inline uint32_t binomial_edge(uint32_t v, uint32_t count)
{
	uint32_t edge = 0;

	if (v == 0) {
		return arith_log2_ceil(count);
	}
	while (!(v >> edge & 1)) {
		edge++;
	}
	return edge;
}

/* WEFT_OK, or the error that a broadcast of these arguments returns. */
static inline int bcast_check(const void *data, size_t bytes, uint32_t root)
{
	if (root >= arch_count()) {
		return WEFT_ERR_RANK;
	}
	return bytes > 0 && !data ? WEFT_ERR_NULL : WEFT_OK;
}

#endif
