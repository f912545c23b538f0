/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 */
/*
 * Gather, scatter, allgather, all-to-all that are called wrongly, and their schedule of
 * pairs.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "runtime/context.h"
#include "tests/target/tap.h"
#include "topology/latin.h"

enum {
	BYTES = 8,
	CORES = 144, /* at most */
	BLANK = 0xa5,
	SOON = 2000000, /* microseconds */
};

static uint8_t from[CORES * BYTES], to[CORES * BYTES];
static size_t counts[CORES];

/* Each step is of pairs, and all pairs are of one step. */
static bool latin(uint32_t n)
{
	uint32_t me = weft_rank() < n ? weft_rank() : 0, met = 0;
	uint8_t *seen = tap_room(n);
	bool ok = true;

	for (uint32_t step = 0; step < latin_steps(n); step++) {
		uint32_t other = latin_partner(me, n, step);

		ok &= other < n && latin_partner(other, n, step) == me;
		if (ok && other != me) {
			ok &= !seen[other];
			seen[other] = 1;
			met++;
		}
	}
	free(seen);
	return ok && met == n - 1;
}

static bool errors(void)
{
	struct weft_team *world = WEFT_WORLD;
	weft_rank_t far = weft_size(), none = WEFT_TEAM_NOBODY;
	uint32_t x = 0;

	return weft_gather(&x, &x, 4, 0, WEFT_NO_TEAM, 0) == WEFT_ERR_NULL &&
	       weft_gather(NULL, &x, 4, 0, world, SOON) == WEFT_ERR_NULL &&
	       weft_gather(&x, &x, 4, far, world, SOON) == WEFT_ERR_RANK &&
	       weft_gather(&x, &x, 4, none, world, SOON) == WEFT_ERR_RANK &&
	       weft_scatter(&x, NULL, 4, 0, world, SOON) == WEFT_ERR_NULL &&
	       weft_scatter(&x, &x, 4, far, world, SOON) == WEFT_ERR_RANK &&
	       weft_scatter(&x, &x, 4, 0, WEFT_NO_TEAM, 0) == WEFT_ERR_NULL &&
	       weft_allgather(&x, NULL, 4, world, SOON) == WEFT_ERR_NULL &&
	       weft_alltoall(NULL, &x, 4, world, SOON) == WEFT_ERR_NULL &&
	       weft_gatherv(&x, 4, &x, NULL, NULL, far, world, SOON) ==
		       WEFT_ERR_RANK &&
	       weft_scatterv(&x, NULL, NULL, NULL, 4, 0, world, SOON) ==
		       WEFT_ERR_NULL &&
	       weft_allgatherv(&x, 4, &x, NULL, NULL, world, SOON) ==
		       WEFT_ERR_NULL &&
	       weft_alltoallv(&x, counts, counts, &x, NULL, NULL, world,
			      SOON) == WEFT_ERR_NULL;
}

/*
 * With DEBUG=1: one core names another root, size or collective, and all return a named
 * error with nothing moved.  tests/contexts.t makes the debug build.
 */
static bool misuse(void)
{
	struct weft_team *world = WEFT_WORLD;
	uint32_t size = weft_size(), bytes = BYTES;
	bool odd = weft_rank() + 1 == size, ok = true;

	if (!WEFT_DEBUG || size == 1) {
		return true;
	}
	memset(to, BLANK, sizeof(to));
	ok &= weft_gather(from, to, bytes, odd, world, SOON) ==
	      WEFT_ERR_MISMATCH;
	ok &= weft_scatter(from, to, bytes - odd, 0, world, SOON) ==
	      WEFT_ERR_MISMATCH;
	ok &= (odd ? weft_alltoall(from, to, bytes, world, SOON)
		   : weft_allgather(from, to, bytes, world, SOON)) ==
	      WEFT_ERR_MISMATCH;
	ok &= weft_alltoall(odd ? NULL : from, to, bytes, world, SOON) ==
	      (odd ? WEFT_ERR_NULL : WEFT_ERR_MISMATCH);
	ok &= weft_gatherv(from, bytes, to, odd ? NULL : counts, counts,
			   size - 1, world,
			   SOON) == (odd ? WEFT_ERR_NULL : WEFT_ERR_MISMATCH);
	for (size_t i = 0; i < sizeof(to); i++) {
		ok &= to[i] == BLANK;
	}
	return ok;
}

int main(void)
{
	bool ok = true;

	tap_begin();
	tap_cores(CORES);
	for (uint32_t n = 1; n <= 18; n++) {
		ok &= latin(n);
	}
	tap_ok(ok && latin(weft_size()), "the schedule of pairs");
	tap_ok(errors(), "errors");
	tap_ok(misuse(), "cores that differ");
	return tap_end();
}
