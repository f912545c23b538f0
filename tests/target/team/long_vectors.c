/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=mpi modes=fork cores=2,5 o=nodes=2 time-out=120 */
/* weft-test: boards=mpi modes=fork cores=7 o=nodes=3+window_kb=16 time-out=120 */
/* weft-test: boards=mpi modes=fork cores=3 time-out=120 */
/* weft-test: boards=scc-sim cores=5 modes=fast time-out=120 */
/*
 * Reductions, scans and allgathers of more than all buffers on their way can hold, in several
 * nodes and in one; sizes around the longest that needs no leave; and a reduction that
 * one core does not take part in, which ends at the others' deadline.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	MOST = 70001, /* elements */
	LATE_US = 30000,
};

static uint32_t *mine, *result;

static uint32_t element(uint32_t rank, uint32_t i)
{
	return rank * 7 + i * 3 + 1;
}

static void fill(uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		mine[i] = element(weft_rank(), i);
		result[i] = 0;
	}
}

/* What the first so many ranks combine to. */
static bool is_sum(const uint32_t *of, uint32_t count, uint32_t ranks)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t sum = 0;

		for (uint32_t r = 0; r < ranks; r++) {
			sum += element(r, i);
		}
		if (of[i] != sum) {
			return false;
		}
	}
	return true;
}

static bool to_root(uint32_t count, uint32_t root)
{
	bool ok;

	fill(count);
	ok = weft_reduce(mine, weft_rank() == root ? result : NULL, count,
			 &weft_sum_uint32, root, WEFT_WORLD,
			 WEFT_FOREVER) == WEFT_OK;
	return ok &&
	       (weft_rank() != root || is_sum(result, count, weft_size()));
}

static bool to_all(uint32_t count, bool in_place)
{
	uint32_t *to = in_place ? mine : result;

	fill(count);
	return weft_allreduce(mine, to, count, &weft_sum_uint32, WEFT_WORLD,
			      WEFT_FOREVER) == WEFT_OK &&
	       is_sum(to, count, weft_size());
}

static bool scanned(uint32_t count)
{
	bool ok;

	fill(count);
	ok = weft_scan(mine, result, count, &weft_sum_uint32, WEFT_WORLD,
		       WEFT_FOREVER) == WEFT_OK &&
	     is_sum(result, count, weft_rank() + 1);
	return ok &&
	       weft_exscan(mine, result, count, &weft_sum_uint32, WEFT_WORLD,
			   WEFT_FOREVER) == WEFT_OK &&
	       (weft_rank() == 0 || is_sum(result, count, weft_rank()));
}

static bool all_sizes(void)
{
	static const uint32_t counts[] = {1,    255,   2700,  5439,  5440,
					  5441, 10880, 10881, 16384, MOST};
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		ok &= to_all(counts[i], i & 1) && scanned(counts[i]);
	}
	return ok;
}

static bool all_roots(void)
{
	bool ok = true;

	for (uint32_t root = 0; root < weft_size(); root++) {
		ok &= to_root(MOST, root) && to_root(3, root) &&
		      to_root(5441, root);
	}
	return ok;
}

/* Nobody may use that team again. */
static bool without_last(void)
{
	struct weft_team *team;
	uint32_t last = weft_size() - 1;
	bool ok = weft_team_split(WEFT_WORLD, 0, 0, &team, WEFT_FOREVER) ==
		  WEFT_OK;

	if (ok && weft_rank() != last) {
		ok = weft_allreduce(mine, result, 9000, &weft_sum_uint32, team,
				    LATE_US) == WEFT_ERR_TIMEOUT;
	}
	return ok;
}

int main(void)
{
	tap_begin();
	mine = tap_room(MOST * sizeof(*mine));
	result = tap_room(MOST * sizeof(*result));
	tap_ok(all_sizes(), "to all, and scans");
	tap_ok(all_roots(), "to each root");
	tap_ok(without_last(), "one does not come: the others' deadlines");
	return tap_end();
}
