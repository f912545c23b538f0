/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,3,17 time-out=60 */
/*
 * Counts whose bytes no core has, and whose product with an element's size, or with the
 * number of cores, is a small one modulo a word: all blocking and started collectives
 * say WEFT_ERR_SIZE, and write nothing.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "tests/target/tap.h"

enum {
	ROOM = 64,
	BLANK = 0xa5,
};

static uint8_t from[ROOM], to[ROOM];
static size_t counts[4096], places[4096];
static struct weft_request request;
static struct weft_team *world = WEFT_WORLD;

static const size_t elements[] = {
	SIZE_MAX,
	SIZE_MAX / 4 + 2, /* times 4 is 4 */
	SIZE_MAX / 2 + 1,
	(size_t)1 << (sizeof(size_t) * 4 + 14),
	((size_t)1 << 30) + 1,
	(size_t)1 << 28, /* times 4 is 1 GB */
};

static const size_t bytes[] = {SIZE_MAX, SIZE_MAX - 3, SIZE_MAX / 2 + 2};

static bool is_blank(void)
{
	bool ok = true;

	for (uint32_t i = 0; i < ROOM; i++) {
		ok &= to[i] == BLANK;
	}
	return ok;
}

static bool reductions(size_t n)
{
	const struct weft_op *op = &weft_sum_uint32;
	const int size = WEFT_ERR_SIZE;

	for (uint32_t i = 0; i < weft_size(); i++) {
		counts[i] = i == 0 ? n : 0;
	}
	return weft_reduce(from, to, n, op, 0, world, TAP_SOON) == size &&
	       weft_allreduce(from, to, n, op, world, TAP_SOON) == size &&
	       weft_scan(from, to, n, op, world, TAP_SOON) == size &&
	       weft_exscan(from, to, n, op, world, TAP_SOON) == size &&
	       weft_reduce_scatter(from, to, n, NULL, op, world, TAP_SOON) ==
		       size &&
	       weft_reduce_scatter(from, to, 0, counts, op, world, TAP_SOON) ==
		       size;
}

static bool started(size_t n)
{
	const struct weft_op *op = &weft_sum_uint32;
	const int size = WEFT_ERR_SIZE;
	struct weft_request *r = &request;

	return weft_reduce_start(from, to, n, op, 0, world, r) == size &&
	       weft_allreduce_start(from, to, n, op, world, r) == size &&
	       weft_scan_start(from, to, n, op, world, r) == size &&
	       weft_reduce_scatter_start(from, to, n, NULL, op, world, r) ==
		       size &&
	       weft_reduce_scatter_start(from, to, 0, counts, op, world, r) ==
		       size;
}

/* Times the number of cores, and, as a list, beyond the end of memory. */
static bool blocks(size_t n)
{
	const int size = WEFT_ERR_SIZE;
	struct weft_request *r = &request;

	for (uint32_t i = 0; i < weft_size(); i++) {
		counts[i] = 4;
		places[i] = SIZE_MAX - 2;
	}
	return weft_gather(from, to, n, 0, world, TAP_SOON) == size &&
	       weft_scatter(from, to, n, 0, world, TAP_SOON) == size &&
	       weft_allgather(from, to, n, world, TAP_SOON) == size &&
	       weft_alltoall(from, to, n, world, TAP_SOON) == size &&
	       weft_allgatherv(from, 4, to, counts, places, world, TAP_SOON) ==
		       size &&
	       weft_alltoallv(from, counts, places, to, counts, places, world,
			      TAP_SOON) == size &&
	       weft_gather_start(from, to, n, 0, world, r) == size &&
	       weft_scatter_start(from, to, n, 0, world, r) == size &&
	       weft_allgather_start(from, to, n, world, r) == size &&
	       weft_alltoall_start(from, to, n, world, r) == size &&
	       weft_allgatherv_start(from, 4, to, counts, places, world, r) ==
		       size &&
	       weft_alltoallv_start(from, counts, places, to, counts, places,
				    world, r) == size;
}

/* Blocks of 1 GB, listed or not: started ones have no more than a little less. */
static bool large_blocks(size_t n)
{
	const int size = WEFT_ERR_SIZE;
	struct weft_request *r = &request;

	for (uint32_t i = 0; i < weft_size(); i++) {
		counts[i] = n;
		places[i] = 0;
	}
	return weft_gatherv_start(from, n, to, counts, places, 0, world, r) ==
		       size &&
	       weft_scatterv_start(from, counts, places, to, n, 0, world, r) ==
		       size &&
	       weft_allgatherv_start(from, n, to, counts, places, world, r) ==
		       size &&
	       weft_alltoallv_start(from, counts, places, to, counts, places,
				    world, r) == size &&
	       weft_gather_start(from, to, n, 0, world, r) == size &&
	       weft_scatter_start(from, to, n, 0, world, r) == size &&
	       weft_allgather_start(from, to, n, world, r) == size &&
	       weft_alltoall_start(from, to, n, world, r) == size &&
	       weft_bcast_start(from, n, 0, world, r) == size;
}

/* A root alone knows its list: the others would wait for it. */
static bool lists_of_one(void)
{
	return weft_size() > 1 || (weft_gatherv(from, 4, to, counts, places, 0,
						world, 0) == WEFT_ERR_SIZE &&
				   weft_scatterv(from, counts, places, to, 4, 0,
						 world, 0) == WEFT_ERR_SIZE);
}

/* An element that is longer than a piece, and a request that is in use. */
static bool refused(void)
{
	const struct weft_op op = {.combine = weft_sum_uint32.combine,
				   .bytes = 256};
	static uint8_t wide[4 * 256];
	struct weft_request other = {0};
	struct weft_team *team;
	uint32_t flag;
	bool ok = !weft_team_split(world, 0, 0, &team, WEFT_FOREVER);

	ok &= weft_size() == 1 || arch_window_bytes(ARCH_WINDOW_MPB) > 32768 ||
	      weft_scan_start(wide, wide, 4, &op, team, &request) ==
		      WEFT_ERR_SPACE;
	if (weft_size() == 1) {
		return ok;
	}
	ok &= !weft_flags_alloc(1, &flag) && !weft_barrier(world, WEFT_FOREVER);
	if (weft_rank() > 0) { /* not before rank 0's second start */
		ok &= !weft_flag_wait(flag, 1, WEFT_FOREVER);
	}
	ok &= !weft_barrier_start(world, &other);
	if (weft_rank() == 0) {
		ok &= weft_barrier_start(world, &other) == WEFT_ERR_STATE;
		for (uint32_t i = 1; i < weft_size(); i++) {
			ok &= !weft_flag_write(i, flag, 1);
		}
	}
	return ok & !weft_wait(&other, WEFT_COMPLETE, WEFT_FOREVER);
}

int main(void)
{
	bool ok = true;

	tap_begin();
	memset(to, BLANK, sizeof(to));
	for (uint32_t i = 0; i < sizeof(elements) / sizeof(*elements); i++) {
		ok &= reductions(elements[i]);
	}
	tap_ok(ok && is_blank(), "reductions and scans");
	for (uint32_t i = 0; i < sizeof(elements) / sizeof(*elements); i++) {
		ok &= started(elements[i]);
	}
	tap_ok(ok && is_blank(), "started ones");
	for (uint32_t i = 0; i < sizeof(bytes) / sizeof(*bytes); i++) {
		ok &= blocks(bytes[i]) && lists_of_one();
	}
	if (weft_size() > 2) {
		ok &= blocks(SIZE_MAX / weft_size() + 2);
	}
	ok &= large_blocks((size_t)1 << 30) && large_blocks((size_t)1 << 31);
	tap_ok(ok && is_blank(), "blocks");
	tap_ok(refused() && is_blank(), "elements longer than a piece");
	return tap_end();
}
