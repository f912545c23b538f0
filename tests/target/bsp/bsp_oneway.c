/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 modes=strict,relaxed time-out=60 */
/*
 * One process puts into all others in each superstep, and they send nothing: what is told
 * them of a superstep comes soon after they have taken what was told of the one before.
 * Some supersteps have nothing; so they have something in even ones and in odd ones.
 */
#include <bsp.h>

#include "tests/target/tap.h"

enum {
	STEPS = 600
};

static int here;

static bool is_empty(int step)
{
	return step % 7 == 0 || step % 7 == 3;
}

static bool superstep(int step)
{
	static int last = -1;

	for (int pid = 1; pid < bsp_nprocs() && bsp_pid() == 0; pid++) {
		if (!is_empty(step)) {
			bsp_put(pid, &step, &here, 0, sizeof(here));
		}
	}
	bsp_sync();
	last = is_empty(step) ? last : step;
	return bsp_pid() == 0 || here == last;
}

int main(void)
{
	bool ok = true;

	tap_begin();
	here = -1;
	bsp_begin(bsp_nprocs());
	bsp_push_reg(&here, sizeof(here));
	bsp_sync();
	for (int step = 0; step < STEPS && ok; step++) {
		ok = superstep(step);
	}
	tap_ok(ok, "%d supersteps of one that sends", STEPS);
	bsp_end();
	return tap_end();
}
