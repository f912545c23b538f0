/* SPDX-License-Identifier: Apache-2.0 */
/* Several links as one, of which one stops: the streams go on by the other one. */
#include "tests/links/bundles.h"

/* What one chip's side of a wire is given is lost; all of it, or from the next burst on. */
static void stop(uint32_t lane, uint32_t from, bool whole)
{
	wires[lane].faults.more = UINT32_MAX;
	wires[lane].faults.loss = whole ? UINT32_MAX : 0;
	sides[lane][from].bursting = true;
}

/* One of two wires carries nothing any more, when a third of all has come. */
static void stops(uint32_t count, uint32_t n, bool one_way, bool whole)
{
	uint32_t one, left;

	begin(n, 1);
	one = bundles_run(count, one_way);
	begin(n, 2);
	left = bundles_run(count / 3, one_way);
	stop(1, 0, whole);
	left = left ? bundles_run(count, one_way) : 0;
	ok(left > 0 && left < one + one / 4,
	   whole ? "one of two wires stops: all come, by the other one"
		 : ".. for what one chip sends alone");
	printf("# ticks %u, by one wire alone %u; resent %u and %u\n", left,
	       one, lanes[0][0].counts.resent, lanes[0][1].counts.resent);
}

/* One after the other, so that lanes return to a device that they have left. */
static void stop_in_turn(void)
{
	bool right;

	begin(3, 2);
	right = bundles_run(STREAM / 40, false) > 0;
	stop(1, 0, true);
	right &= bundles_run(STREAM / 20, false) > 0;
	wires[1].faults.loss = wires[1].faults.more = 0;
	stop(0, 0, true);
	right &= bundles_run(STREAM / 10, false) > 0;
	ok(right, "the other one stops, when the first carries again");
	right = true;
	for (uint32_t i = 0; i < 2; i++) {
		struct link_device *own = &sides[1][i].device;

		right &= lanes[i][1].peer[1 - i].by == own;
	}
	ok(right, "and the lane that had left it has returned");
}

/* By seeds: faults on both, few buffers, and one stops. */
static void stop_with_faults(uint32_t seeds)
{
	bool right = true;

	buffers = FEW;
	for (uint32_t seed = 1; right && seed <= seeds; seed++) {
		begin(4, 2);
		for (uint32_t lane = 0; lane < LANES; lane++) {
			struct wire_faults *faults = &wires[lane].faults;

			wires[lane].random += seed * 77;
			faults->loss = WIRE_IN(20);
			faults->more = UINT32_MAX / 2;
			faults->repeat = faults->flip = WIRE_IN(50);
			faults->late = WIRE_IN(20);
			faults->late_by = 170;
		}
		right = bundles_run(seed % 7 + 1, false) > 0;
		stop(seed & 1, seed % 4, seed & 2);
		right = right && bundles_run(60, false) > 0;
		if (!right) {
			printf("# seed %u\n", seed);
		}
	}
	buffers = BUFFERS;
	ok(right, "one stops, both with faults, four chips, six buffers");
}

int main(int argc, char **argv)
{
	uint32_t seeds = argc > 1 ? (uint32_t)atoi(argv[1]) : 20;

	stops(STREAM, 2, true, true);
	stops(STREAM, 2, true, false);
	stops(STREAM / 4, 3, false, true);
	stop_in_turn();
	stop_with_faults(seeds);
	end();
	return done_testing();
}
