/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3 time-out=120 */
/* weft-test: cores=1,2,17,48 full=1 time-out=120 */
/* weft-test: cores=3,17 boards=scc-sim modes=relaxed seeds=3 full=1 */
/*
 * Locks whose messages have tags (weft_lock_hyblock): several of them at once, taken in one
 * order, released in any; and two fibers of each core, of which one reads the messages
 * that the other one waits for, too.
 */
#include <weft/published/lock.h>

#include "tests/target/sync/two_counts.h"
#include "tests/target/tap.h"

enum {
	LOCKS = 4,
	TURNS = 8,
	OWN = 512, /* of a fiber's stack, for what is here */
};

static struct weft_any_lock locks[LOCKS];

/* Any of them in that order; all have the first. */
static bool nests(void)
{
	uint32_t start = count_so_far();
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < TURNS; i++) {
		uint32_t left = (tap_own_random() & ((1 << LOCKS) - 1)) | 1;

		for (uint32_t k = 0; k < LOCKS; k++) {
			ok &= !(left >> k & 1) ||
			      !weft_any_lock_acquire(&locks[k], WEFT_FOREVER);
		}
		ok &= count();
		while (left) {
			uint32_t k = tap_own_random() & (LOCKS - 1);

			if (left >> k & 1) {
				left -= UINT32_C(1) << k;
				ok &= !weft_any_lock_release(&locks[k]);
			}
		}
	}
	return counted(start + TURNS * cores) && ok;
}

/* Of each core, at words + 16 and + 20: how often a fiber of any core was at it. */
static void add_to(uint32_t which)
{
	uint32_t word = words + 16 + 4 * which;

	write(which ? 0 : cores - 1, word,
	      read(which ? 0 : cores - 1, word) + 1);
}

/* Now and then it lets the other fiber run while it has the lock. */
static int turns(void *which)
{
	uint32_t i = *(uint32_t *)which;
	struct weft_any_lock *lock = &locks[LOCKS - 1 - i];
	bool ok = true;

	for (uint32_t n = 0; n < TURNS; n++) {
		ok &= !weft_any_lock_acquire(lock, WEFT_FOREVER);
		add_to(i);
		if (tap_own_random() & 1) {
			pause_a_little();
		}
		ok &= !weft_any_lock_release(lock);
	}
	return !ok;
}

static bool fibers(void)
{
	size_t bytes = weft_fiber_stack(OWN);
	struct weft_fiber fiber;
	uint32_t both[] = {0, 1};
	void *stack = tap_room(bytes);
	int failed = 1;
	bool ok = !weft_fiber_create(&fiber, turns, &both[1], stack, bytes,
				     WEFT_FIBER_NORMAL);

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= turns(&both[0]) == 0;
	ok &= !weft_fiber_join(&fiber, &failed, WEFT_FOREVER) && !failed;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= read(cores - 1, words + 16) == TURNS * cores;
	return ok && read(0, words + 20) == TURNS * cores;
}

static int waits_for(void *lock)
{
	int error = weft_any_lock_acquire(lock, WEFT_FOREVER);

	return error ? error : weft_any_lock_release(lock);
}

/* While a fiber waits for it, no other one of its core takes it, or gives it back. */
static bool is_waited_for(const struct weft_lock_kind *kind)
{
	size_t bytes = weft_fiber_stack(OWN);
	static struct weft_any_lock lock;
	static struct weft_fiber fiber;
	static void *stack;
	bool ok = !weft_any_lock_create(&lock, kind, 0);
	int failed = 0;

	stack = stack ? stack : tap_room(bytes);
	ok &= weft_rank() > 0 || !weft_any_lock_acquire(&lock, WEFT_FOREVER);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() > 0) {
		ok &= !weft_fiber_create(&fiber, waits_for, &lock, stack, bytes,
					 WEFT_FIBER_NORMAL);
		weft_fiber_yield();
		ok &= weft_any_lock_acquire(&lock, 0) == WEFT_ERR_STATE;
		ok &= weft_any_lock_release(&lock) == WEFT_ERR_STATE;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() > 0) {
		ok &= !weft_fiber_join(&fiber, &failed, WEFT_FOREVER);
	} else {
		ok &= !weft_any_lock_release(&lock);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return !weft_any_lock_free(&lock) && ok && !failed;
}

int main(void)
{
	bool ok = true;

	tap_begin();
	two_counts_begin();
	for (uint32_t k = 0; k < LOCKS; k++) {
		weft_rank_t home = k & 1 ? cores - 1 : 0;

		ok &= !weft_any_lock_create(&locks[k], &weft_lock_hyblock,
					    home);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(ok, "created");
	tap_ok(nests(), "some of four at once, released in any order");
	tap_ok(fibers(), "two fibers of each core, each at a lock of its own");
	tap_ok(is_waited_for(&weft_lock_tas) & is_waited_for(&weft_lock_clh),
	       "a lock for which another fiber of the core waits");
	ok = true;
	for (uint32_t k = 0; k < LOCKS; k++) {
		ok &= !weft_any_lock_free(&locks[k]);
	}
	tap_ok(ok, "freed");
	return tap_end();
}
