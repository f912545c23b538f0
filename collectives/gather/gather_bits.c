/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A short allgather of a team of several nodes: where a core has no block of its own it has
 * zeros, and the bits of all cores are combined.  So it is one reduction
 * (collectives/reduce/across.h), in place of two barriers between puts, at the price of more
 * bytes.  On ports with large windows, where reductions among nodes need no leave.
 */
#include <string.h>

#include "collectives/gather/gather_bits.h"

#if GATHER_BITS

enum {
	GATHER_BITS_MOST = 8192, /* bytes of all blocks */
};

typedef uint64_t bits __attribute__((aligned(1), may_alias));

static void combine_bits(void *into, const void *from, size_t n)
{
	uint8_t *to = into;
	const uint8_t *other = from;

	for (; n >= sizeof(bits); n -= sizeof(bits)) {
		*(bits *)to |= *(const bits *)other;
		to += sizeof(bits);
		other += sizeof(bits);
	}
	for (; n > 0; n--) {
		*to++ |= *other++;
	}
}

bool gather_by_bits(const struct rounds *x, const struct blocks *recv)
{
	return x->root == WEFT_TEAM_NOBODY && !recv->count &&
	       x->most <= GATHER_BITS_MOST &&
	       arith_mul((uint32_t)x->most, x->team->size) <=
		       GATHER_BITS_MOST &&
	       across_of(team_exchange(x->whole));
}

int gather_bits(const struct rounds *x, const struct blocks *recv)
{
	static const struct weft_op op = {
		.combine = combine_bits, .bytes = 1, .in_order = true};
	struct job job = job_of(x->whole, &op, x->deadline);
	uint32_t me = x->team->me, each = (uint32_t)x->most;
	uint32_t all = arith_mul(each, x->team->size);
	char *own = blocks_at(recv, me);

	memset(recv->base, 0, (size_t)(own - (char *)recv->base));
	memset(own + each, 0, all - each - (size_t)(own - (char *)recv->base));
	job.send = recv->base;
	job.recv = recv->base;
	return across_reduce(job.exchange->across, &job, all);
}

#endif
