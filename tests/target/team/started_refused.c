/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=1,2,3 */
/* weft-test: boards=scc-sim cores=2 env=WEFT_MPB_LEAST=1 */
/*
 * Started collectives that are refused: without a request, with one that is in use, with an
 * operation whose elements have no room.  Nothing has begun: a barrier that is started next
 * is the first one everywhere, and ends.
 */
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	ROOM = 64,
	BLANK = 0x5a,
	LARGE = 1 << 20, /* bytes of an element */
};

static uint8_t from[ROOM], to[ROOM];
static size_t counts[64], places[64];
static struct weft_team *world = WEFT_WORLD;
static const struct weft_op *sum = &weft_sum_uint32;

/* All return that. */
static bool blocks_are(int error, struct weft_request *r)
{
	return weft_gather_start(from, to, 4, 0, world, r) == error &&
	       weft_scatter_start(from, to, 4, 0, world, r) == error &&
	       weft_allgather_start(from, to, 4, world, r) == error &&
	       weft_alltoall_start(from, to, 4, world, r) == error &&
	       weft_gatherv_start(from, 4, to, counts, places, 0, world, r) ==
		       error &&
	       weft_scatterv_start(from, counts, places, to, 4, 0, world, r) ==
		       error &&
	       weft_allgatherv_start(from, 4, to, counts, places, world, r) ==
		       error &&
	       weft_alltoallv_start(from, counts, places, to, counts, places,
				    world, r) == error;
}

static bool sums_are(int error, const struct weft_op *op,
		     struct weft_request *r)
{
	return weft_reduce_start(from, to, 1, op, 0, world, r) == error &&
	       weft_allreduce_start(from, to, 1, op, world, r) == error &&
	       weft_scan_start(from, to, 1, op, world, r) == error &&
	       weft_exscan_start(from, to, 1, op, world, r) == error &&
	       weft_reduce_scatter_start(from, to, 1, NULL, op, world, r) ==
		       error;
}

static bool is_blank(void)
{
	bool ok = true;

	for (uint32_t i = 0; i < ROOM; i++) {
		ok &= to[i] == BLANK;
	}
	return ok;
}

/* Rank 0's cannot end before the others begin. */
static bool in_use(void)
{
	static struct weft_request r;
	bool ok = true;

	if (weft_rank() == 0 && weft_size() > 1) {
		ok &= weft_barrier_start(world, &r) == WEFT_OK &&
		      blocks_are(WEFT_ERR_STATE, &r) &&
		      sums_are(WEFT_ERR_STATE, sum, &r) &&
		      weft_bcast_start(to, 4, 0, world, &r) == WEFT_ERR_STATE &&
		      weft_barrier_start(world, &r) == WEFT_ERR_STATE;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() > 0 || weft_size() == 1) {
		ok &= weft_barrier_start(world, &r) == WEFT_OK;
	}
	return weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER) == WEFT_OK && ok;
}

int main(void)
{
	static struct weft_request r;
	struct weft_op large = *sum;
	bool ok;

	tap_begin();
	tap_cores(sizeof(counts) / sizeof(*counts));
	memset(to, BLANK, sizeof(to));
	ok = blocks_are(WEFT_ERR_NULL, NULL) &&
	     sums_are(WEFT_ERR_NULL, sum, NULL) &&
	     weft_bcast_start(to, 4, 0, world, NULL) == WEFT_ERR_NULL &&
	     weft_barrier_start(world, NULL) == WEFT_ERR_NULL;
	tap_ok(ok && is_blank(), "without a request");
	large.bytes = LARGE;
	tap_ok(sums_are(WEFT_ERR_SIZE, &large, &r) && is_blank(),
	       "elements that are too large");
	tap_ok(in_use() && is_blank(), "with one that is in use");
	ok = weft_barrier_start(world, &r) == WEFT_OK &&
	     weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER) == WEFT_OK;
	tap_ok(ok, "then they meet");
	return tap_end();
}
