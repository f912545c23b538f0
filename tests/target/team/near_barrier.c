/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=mpi modes=mpirun cores=2,5 o=nodes=2 time-out=120 */
/* weft-test: boards=mpi modes=mpirun cores=7 o=nodes=3 time-out=120 */
/*
 * What a core has put into another node's window is on its way when a barrier has ended,
 * also one of its own node's cores, which itself says nothing to the other: a later flag
 * of another core must not come there first (arch_barrier_quiet, arch/barrier.h).  The
 * port's ring tells: the put alone wakes nobody, so without the barrier's wait it is in
 * there still, as a rule.
 */
#include <weft/weft.h>

#include "arch/nodes.h"

#include "tests/target/tap.h"

enum {
	ROUNDS = 200,
};

#if __has_include(<far_core.h>)
#include <board.h>

#include "arch/common/far/far_say.h"

static bool all_taken(void)
{
	return far_taken() == far_posted();
}
#else
static bool all_taken(void)
{
	return true; /* no rings */
}
#endif

/* A core of another node. */
static uint32_t another(void)
{
	uint32_t rank = 0;

	while (rank < weft_size() - 1 &&
	       arch_node(rank) == arch_node(weft_rank())) {
		rank++;
	}
	return rank;
}

int main(void)
{
	struct weft_team *mates;
	uint32_t area, word = weft_rank() * (uint32_t)sizeof(uint32_t);
	bool ok = true, there = true;

	tap_begin();
	if (weft_mpb_alloc(weft_size() * (uint32_t)sizeof(uint32_t), &area) ||
	    weft_team_split(WEFT_WORLD, (int32_t)arch_node(weft_rank()), 0,
			    &mates, WEFT_FOREVER)) {
		weft_panic("no team of a node's cores");
	}
	for (uint32_t i = 1; i <= ROUNDS; i++) {
		uint32_t got = 0;

		weft_put(weft_at(another(), area + word), &i, sizeof(i));
		weft_barrier(mates, WEFT_FOREVER);
		ok &= all_taken();
		weft_get(&got, weft_at(another(), area + word), sizeof(got));
		there &= got == i;
	}
	tap_ok(ok, "a barrier leaves nothing behind in this core's ring");
	tap_ok(there, "what was put before it is there");
	return tap_end();
}
