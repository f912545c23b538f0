/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim modes=fast cores=513,1024 time-out=240 full=1 */
/*
 * Teams of a large chip: two halves of the run at the same time, each with its own
 * barrier, broadcast, sum and gathered words.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	BYTES = 3000,
};

static struct weft_team *half;
static uint8_t data[BYTES];

static bool split(void)
{
	uint32_t me = weft_rank();

	return weft_team_split(WEFT_WORLD, me & 1, -(int32_t)me, &half,
			       WEFT_FOREVER) == WEFT_OK &&
	       weft_team_size(half) == (weft_size() + 1 - (me & 1)) / 2 &&
	       weft_team_rank(half) == weft_team_size(half) - 1 - me / 2;
}

static bool broadcast(void)
{
	uint32_t root = weft_team_size(half) / 3, key = 17 + (weft_rank() & 1);

	if (weft_team_rank(half) == root) {
		tap_fill(data, BYTES, key);
	}
	return weft_bcast(data, BYTES, root, half, WEFT_FOREVER) == WEFT_OK &&
	       tap_same(data, BYTES, key);
}

static bool sums(void)
{
	int32_t sum, mine = (int32_t)weft_team_rank(half);
	int32_t size = (int32_t)weft_team_size(half);

	return weft_allreduce(&mine, &sum, 1, &weft_sum_int32, half,
			      WEFT_FOREVER) == WEFT_OK &&
	       sum == size * (size - 1) / 2;
}

static bool gathered(void)
{
	uint32_t mine = weft_rank(), size = weft_team_size(half);
	uint32_t *all = calloc(size, sizeof(mine));
	bool ok = all && weft_allgather(&mine, all, sizeof(mine), half,
					WEFT_FOREVER) == WEFT_OK;

	for (uint32_t i = 0; ok && i < size; i++) {
		ok = all[i] == (mine & 1) + 2 * (size - 1 - i);
	}
	free(all);
	return ok;
}

int main(void)
{
	bool ok;

	tap_begin();
	ok = split();
	tap_ok(ok, "the halves, backwards");
	tap_ok(ok && weft_barrier(half, WEFT_FOREVER) == WEFT_OK, "barriers");
	tap_ok(ok && broadcast(), "broadcasts");
	tap_ok(ok && sums(), "sums");
	tap_ok(ok && gathered(), "gathered words");
	tap_ok(ok && weft_team_free(&half, WEFT_FOREVER) == WEFT_OK, "free");
	return tap_end();
}
