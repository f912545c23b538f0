/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A schedule of all pairs: in each step every core has at most one partner, and is its
 * partner's; over all steps it has had each other core once.
 *
 * It is a symmetric Latin square, made by the circle method (T. Kirkman, 1847; the
 * tables of round-robin tournaments).  Let s be the number of cores, or one less so that
 * it is odd.  In step t the cores below s whose numbers add up to t (mod s) are partners.
 * One core is left that would be its own: if the number of cores is even its partner
 * is core s, else it rests.
 */
#ifndef TOPOLOGY_LATIN_H
#define TOPOLOGY_LATIN_H

#include "topology/arith.h"

/* Steps 0 .. are so many, for n > 0 cores. */
static inline uint32_t latin_steps(uint32_t n)
{
	return (n - 1) | 1;
}

/* The partner of core `me` in that step; `me` itself if it rests. */
static inline uint32_t latin_partner(uint32_t me, uint32_t n, uint32_t step)
{
	uint32_t s = latin_steps(n), partner;

	if (me == s) {
		return (step & 1 ? step + s : step) >> 1;
	}
	partner = arith_sub_mod(step, me, s);
	return partner == me && s < n ? s : partner;
}

#endif
