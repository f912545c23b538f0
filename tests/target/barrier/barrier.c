/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,9,17,47,48,64 always=48 time-out=120 */
/* weft-test: boards=scc-sim cores=57,65,128 modes=relaxed time-out=120 */
/* weft-test: cores=3,48 time-out=120 env=WEFT_EPOCH=0xfffffff0 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu,epiphany-emu,wormhole-emu cores=3,17,48
   env=WEFT_MPB_LEAST=1 time-out=240 full=1 */
/* weft-test: boards=scc-sim cores=3 env=WEFT_BARRIER=fastest exit=70 tap=no
   expect=fastest_is_none_of:_lines_dissemination_central_tree: */
/* weft-test: boards=arm-qemu cores=1-48,64,123 full=1 time-out=240 */
/*
 * Every barrier: nobody leaves before all have entered, with random delays; used
 * again at once; data written before are seen after; deadlines.
 */
#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "arch/nodes.h"

#include "runtime/context.h"
#include "runtime/crc.h"
#include "runtime/wait.h"
#include "tests/target/tap.h"

enum {
	ROUNDS = 40,
	LATE = 20000, /* cycles */
	LONG = 200000
};

static uint32_t arrived, slot;

typedef int barrier(weft_us_t within);

/*
 * Before round n each core writes n into its own flag; after it, it looks at one
 * other core's flag, another each time, which must hold n at least.  Before the first
 * barrier of a kind the last core is late for long, and all look at its flag: that barrier's
 * own flags have what the run begins with.
 */
static bool nobody_leaves_early(barrier *wait, uint32_t base)
{
	uint32_t me = weft_rank(), cores = weft_size();

	for (uint32_t n = base + 1; n <= base + ROUNDS; n++) {
		uint32_t other = tap_below(tap_random(), cores), seen;
		uint32_t late = tap_below(tap_random(), cores);

		if (n == base + 1) {
			other = cores - 1 - me;
			tap_delay(other == 0 ? LONG : 0);
		} else if (me == late || (tap_own_random() & 7) == 0) {
			tap_delay(tap_below(tap_own_random(), LATE));
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

static int chosen(weft_us_t within)
{
	return weft_barrier(WEFT_WORLD, within);
}

static bool mixed(uint32_t kinds)
{
	for (int n = 0; n < ROUNDS; n++) {
		uint32_t which = tap_below(tap_random(), kinds + 1);
		struct weft_barrier_algorithm a;
		barrier *wait =
			weft_barrier_algorithm(which, &a) ? a.barrier : chosen;

		if (wait(WEFT_FOREVER)) {
			return false;
		}
	}
	return true;
}

/* With CHECK=1 or DEBUG=1 calls agree first. */
#define LATE_IS_NAMED (ARCH_REMOTE_AWAIT && !WEFT_DEBUG && !WEFT_CHECK)
#if LATE_IS_NAMED
/* Few cores of one node all wait for the one that does not come. */
static bool lines_without_the_last(void)
{
	uint32_t last = weft_size() - 1;

	return weft_rank() == last ||
	       (weft_barrier_lines(300) == WEFT_ERR_TIMEOUT &&
		(last >= 3 || arch_nodes() > 1 ||
		 rt_wait.word.from == last));
}
#endif

int main(void)
{
	struct weft_barrier_algorithm a;
	uint32_t kinds = 0;

	tap_begin();
	if (weft_flags_alloc(1, &arrived) || weft_mpb_alloc(32, &slot)) {
		weft_panic("no MPB space");
	}
	for (; weft_barrier_algorithm(kinds, &a); kinds++) {
		tap_ok(nobody_leaves_early(a.barrier, kinds * ROUNDS),
		       "%s: nobody leaves before all have entered", a.name);
		tap_ok(makes_visible(a.barrier), "%s: makes puts visible",
		       a.name);
	}
	tap_ok(nobody_leaves_early(chosen, kinds * ROUNDS) &&
		       makes_visible(chosen),
	       "the one that is chosen");
	tap_ok(weft_barrier(WEFT_NO_TEAM, TAP_SOON) == WEFT_ERR_NULL,
	       "no team, in a program that makes none");
	tap_ok(mixed(kinds), "all kinds, mixed at random");
	if (weft_size() > 1) {
		/* Last, since a barrier that timed out is over. */
		tap_ok(weft_rank() == 0 || weft_barrier_dissemination(300) ==
						   WEFT_ERR_TIMEOUT,
		       "a barrier that rank 0 skips ends at its deadline");
#if LATE_IS_NAMED
		tap_ok(lines_without_the_last(),
		       "so does one by lines, which knows who is late");
#endif
	}
	return tap_end();
}
