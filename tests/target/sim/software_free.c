/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,tile36-sim cores=2,3 modes=strict o=software=free time-out=60 */
/*
 * Where instructions take no time, it passes all the same for a core that computes until
 * its clock says so, and for cores that try again meanwhile: for a lock, for a request.
 * A picosecond for each block would make these few milliseconds hours.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	COMPUTE_US = 10000,
	ALL_US = 15000,
	NOTHING_US = 2 /* that two readings are apart, at most */
};

static bool compute(void)
{
	uint64_t long_enough = weft_cycles_in_us(COMPUTE_US);
	uint64_t start = weft_cycles(), now;

	do {
		now = weft_cycles();
	} while (now - start < long_enough);
	return now - start < weft_cycles_in_us(ALL_US);
}

static bool took(uint64_t start, weft_us_t least, weft_us_t most)
{
	uint64_t cycles = weft_cycles() - start;

	return cycles >= weft_cycles_in_us(least) &&
	       cycles < weft_cycles_in_us(most);
}

int main(void)
{
	struct weft_request request = {0};
	uint64_t start;
	uint32_t value = 0;
	bool ok;

	tap_begin();
	tap_ok(compute(), "a core computes until its clock says so");
	start = weft_cycles();
	tap_ok(took(start, 0, NOTHING_US), "two readings are at once");

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok = weft_rank() > 0 || weft_lock(0, WEFT_FOREVER) == WEFT_OK;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	if (weft_rank() == 0) {
		ok &= compute() && weft_unlock(0) == WEFT_OK;
	} else {
		ok &= weft_lock(0, WEFT_FOREVER) == WEFT_OK &&
		      took(start, COMPUTE_US - NOTHING_US, ALL_US) &&
		      weft_unlock(0) == WEFT_OK;
	}
	tap_ok(ok, "cores try again for a lock while its holder computes");

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	ok = weft_rank() > 0 || compute();
	value = weft_rank() == 0;
	ok &= weft_bcast_start(&value, sizeof(value), 0, WEFT_WORLD,
			       &request) == WEFT_OK;
	while (!weft_test(&request, WEFT_COMPLETE)) {
	}
	ok &= value == 1 && took(start, COMPUTE_US - NOTHING_US, ALL_US);
	tap_ok(ok, "cores ask for a request while its root computes");
	return tap_end();
}
