/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,47,48,64 time-out=120 */
/* weft-test: cores=3,48 time-out=120 env=WEFT_EPOCH=0xfffffff0 */
/* weft-test: boards=arm-qemu cores=123 full=1 time-out=120 */
/*
 * Every barrier: nobody leaves before all have entered, with random delays; used
 * again at once; data written before are seen after; deadlines.
 */
#include <weft/weft.h>

#include "tap.h"

enum {
	ROUNDS = 40
};

static uint32_t arrived, slot;

typedef int barrier(weft_us_t within);

/*
 * Before round n each core writes n into its own flag; after it, it looks at one
 * other core's flag, another each time, which must hold n at least.
 */
static bool nobody_leaves_early(barrier *wait, uint32_t base)
{
	uint32_t me = weft_rank(), cores = weft_size();

	for (uint32_t n = base + 1; n <= base + ROUNDS; n++) {
		uint32_t other = tap_below(tap_random(), cores), seen;
		uint32_t late = tap_below(tap_random(), cores);

		if (me == late || (tap_own_random() & 7) == 0) {
			tap_delay(tap_below(tap_own_random(), 20000));
		}
		weft_flag_write(me, arrived, n);
		if (wait(WEFT_FOREVER)) {
			return false;
		}
		weft_flag_read((me + other) % cores, arrived, &seen);
		if (seen != n && seen != n + 1) {
			return false;
		}
	}
	return true;
}

/* A barrier completes my puts to all cores, with no signal in between. */
static bool makes_visible(barrier *wait)
{
	uint32_t me = weft_rank(), cores = weft_size();
	uint32_t word, back;

	for (uint32_t n = 1; n <= ROUNDS; n++) {
		uint32_t step = 1 + tap_below(tap_random(), cores);
		uint32_t to = (me + step) % cores;
		uint32_t from = (me + cores - step % cores) % cores;

		word = n << 16 | me;
		weft_put(weft_at(to, slot), &word, sizeof(word));
		if (wait(WEFT_FOREVER)) {
			return false;
		}
		weft_get(&back, weft_at(me, slot), sizeof(back));
		if (back != (n << 16 | from) || wait(WEFT_FOREVER)) {
			return false;
		}
	}
	return true;
}

static bool mixed(barrier *const *all, int kinds)
{
	for (int n = 0; n < ROUNDS; n++) {
		if (all[tap_below(tap_random(), (uint32_t)kinds)](
			    WEFT_FOREVER)) {
			return false;
		}
	}
	return true;
}

int main(void)
{
	static barrier *const all[] = {weft_barrier_central, weft_barrier_tree,
				       weft_barrier_dissemination,
				       weft_barrier_chip, weft_barrier};
	static const char *const names[] = {"central", "tree", "dissemination",
					    "chip", "default"};
	enum {
		KINDS = sizeof(all) / sizeof(all[0])
	};

	tap_begin();
	if (weft_flags_alloc(1, &arrived) || weft_mpb_alloc(32, &slot)) {
		weft_panic("no MPB space");
	}
	for (int i = 0; i < KINDS; i++) {
		tap_ok(nobody_leaves_early(all[i], (uint32_t)i * ROUNDS),
		       "%s: nobody leaves before all have entered", names[i]);
		tap_ok(makes_visible(all[i]), "%s: makes puts visible",
		       names[i]);
	}
	tap_ok(mixed(all, KINDS), "all kinds, mixed at random");
	if (weft_size() > 1) {
		/* Last, since a barrier that timed out is over. */
		tap_ok(weft_rank() == 0 || weft_barrier_dissemination(300) ==
						   WEFT_ERR_TIMEOUT,
		       "a barrier that rank 0 skips ends at its deadline");
	}
	return tap_end();
}
