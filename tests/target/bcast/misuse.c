/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2 boards=scc-sim modes=strict */
/* weft-test: cores=3 boards=scc-sim modes=strict args=late tap=no */
/*
 * With DEBUG=1: a collective that one core calls in another way than the others, or
 * instead of another one, is a named error on all of them; then all go on.  Every
 * algorithm, one odd core after the other.  Built otherwise, only that correct calls
 * are right: tests/contexts.t makes the debug build.  With an argument one core does
 * not come.
 */
#include <string.h>

#include <weft/published/barrier.h>
#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "runtime/context.h"

#include "tests/target/tap.h"

enum {
	BYTES = 24, /* all algorithms can */
	SOON = 2000000,
};

static uint8_t data[2 * BYTES];

/* How the odd core's call differs. */
enum how {
	ROOT,
	SIZE,
	NO_BYTES,
	NO_DATA,
	BARRIER,
	OTHER_ONE,
	HOWS,
};

static uint32_t which; /* of the broadcasts is being called */

/* Another one: the next, or of the last one the one before. */
static struct weft_bcast_algorithm other_one(void)
{
	struct weft_bcast_algorithm found;

	if (!weft_bcast_algorithm(which + 1, &found)) {
		weft_bcast_algorithm(which - 1, &found);
	}
	return found;
}

static int call(const struct weft_bcast_algorithm *a, enum how how, bool odd)
{
	struct weft_bcast_algorithm other;
	uint32_t root = odd && how == ROOT ? weft_size() - 1 : 0;
	size_t bytes = BYTES;

	if (odd && how == BARRIER) {
		return weft_barrier(WEFT_WORLD, SOON);
	}
	if (odd && how == OTHER_ONE) {
		other = other_one();
		a = &other;
	}
	if (odd && how == SIZE) {
		bytes--;
	} else if (odd && how == NO_BYTES) {
		bytes = 0;
	}
	return a->bcast(odd && how == NO_DATA ? NULL : data, bytes, root, SOON);
}

static bool right(const struct weft_bcast_algorithm *a, uint32_t key)
{
	tap_fill(data, BYTES, weft_rank() == 0 ? key : key + 1);
	return !a->bcast(data, BYTES, 0, SOON) && tap_same(data, BYTES, key);
}

static bool bcasts(const struct weft_bcast_algorithm *a)
{
	uint32_t cores = weft_size(), odd[] = {0, cores - 1, cores / 2};
	bool ok = right(a, 1);

	for (uint32_t i = 0; WEFT_DEBUG && cores > 1 && i < 3; i++) {
		for (int how = ROOT; how < HOWS; how++) {
			bool mine = weft_rank() == odd[i];

			ok &= call(a, (enum how)how, mine) ==
			      (mine && how == NO_DATA ? WEFT_ERR_NULL
						      : WEFT_ERR_MISMATCH);
			ok &= right(a, i + 2);
		}
	}
	return ok;
}

static bool barriers(const struct weft_barrier_algorithm *a)
{
	uint32_t odd = weft_size() - 1;
	bool ok = !a->barrier(SOON);

	if (WEFT_DEBUG && weft_size() > 1) {
		ok &= (weft_rank() == odd
			       ? weft_bcast(data, BYTES, 0, WEFT_WORLD, SOON)
			       : a->barrier(SOON)) == WEFT_ERR_MISMATCH;
	}
	return ok && !a->barrier(SOON);
}

/* All alike, and wrong: told by what is wrong. */
static bool alike(void)
{
	return weft_bcast(data, BYTES, weft_size(), WEFT_WORLD, SOON) ==
		       WEFT_ERR_RANK &&
	       weft_bcast(NULL, BYTES, 0, WEFT_WORLD, SOON) == WEFT_ERR_NULL;
}

/* The last one does not come: the others end in time. */
static bool in_time(void)
{
	uint64_t most = weft_cycles_in_us(10000), since = weft_cycles();

	if (weft_rank() == weft_size() - 1) {
		return true;
	}
	return weft_bcast(data, BYTES, weft_size() - 1, WEFT_WORLD, 1000) ==
		       WEFT_ERR_TIMEOUT &&
	       weft_cycles() - since < most;
}

int main(int argc, char **argv)
{
	struct weft_bcast_algorithm bcast;
	struct weft_barrier_algorithm barrier;

	(void)argv;
	if (argc > 1) {
		return !in_time();
	}
	tap_begin();
	for (; weft_bcast_algorithm(which, &bcast); which++) {
		tap_ok(bcasts(&bcast), "broadcast: %s", bcast.name);
	}
	for (uint32_t i = 0; weft_barrier_algorithm(i, &barrier); i++) {
		tap_ok(barriers(&barrier), "barrier: %s", barrier.name);
	}
	tap_ok(alike(), "wrong, and alike on all cores");
	return tap_end();
}
