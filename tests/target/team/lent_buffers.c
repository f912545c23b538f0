/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim-chips,wormhole-emu-chips cores=8 o=chips=2 */
/* weft-test: boards=scc-sim-chips cores=34 o=chips=2+fault=slow:core=12,x=40 */
/* weft-test: boards=scc-sim-chips cores=8 o=chips=2+fault=slow:core=1,x=40
   env=WEFT_REDUCE=pairs */
/*
 * What comes to a chip lies in chunk buffers of several of its cores, which so lend
 * them to its leader.  They have their own use for them in the call before, of which the leader
 * may know nothing, and in the call after, which they begin while a slow core still reads.
 */
#include <string.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	LEAST = 12500, /* bytes: a chain of leaders */
	MOST = 30000,
	STEP = 1500, /* the last piece lies in either buffer, of each bank */
	OTHERS = 6000,
};

static uint8_t data[MOST], mine[MOST], sum[MOST];
static uint32_t key;

static void fill(uint32_t n, uint32_t root)
{
	memset(data, 0, n);
	key++;
	if (weft_rank() == root) {
		tap_fill(data, n, key);
	}
}

/* The greatest of all ranks at each byte. */
static bool reduced(uint32_t n, struct weft_team *team)
{
	uint32_t me = weft_team_rank(team), last = weft_team_size(team) - 1;
	bool right;

	for (uint32_t i = 0; i < n; i++) {
		mine[i] = (uint8_t)(me + (i & 127));
	}
	right = !weft_allreduce(mine, sum, n, &weft_max_uint8, team,
				WEFT_FOREVER);
	for (uint32_t i = 0; i < n; i++) {
		right &= sum[i] == (uint8_t)(last + (i & 127));
	}
	return right;
}

static bool then_another(uint32_t n, uint32_t root, bool to_all)
{
	bool right;

	fill(n, root);
	memset(mine, 0x55, OTHERS);
	memset(sum, 0, OTHERS);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	right = !weft_bcast(data, n, root, WEFT_WORLD, WEFT_FOREVER);
	right &= !(to_all ? weft_allreduce(mine, sum, OTHERS, &weft_max_uint8,
					   WEFT_WORLD, WEFT_FOREVER)
			  : weft_reduce(mine, sum, OTHERS, &weft_max_uint8, 0,
					WEFT_WORLD, WEFT_FOREVER));
	for (uint32_t i = 0; i < OTHERS && (to_all || weft_rank() == 0); i++) {
		right &= sum[i] == 0x55;
	}
	return right && tap_same(data, n, key);
}

static bool after_it(void)
{
	uint32_t last = weft_size() - 1;
	bool right = true;

	for (uint32_t n = LEAST; n < MOST; n += STEP) {
		right &= then_another(n, 0, false) & then_another(n, 0, true) &
			 then_another(n, last, false) &
			 then_another(n, last, true);
	}
	return right;
}

/* The first chip's leader comes at once, and its mates have something of their own. */
static bool before_it(void)
{
	uint32_t me = weft_rank(), half = weft_size() / 2;
	bool mate = me > 0 && me < half, right = true;
	struct weft_team *team;

	weft_team_split(WEFT_WORLD, mate, me, &team, WEFT_FOREVER);
	for (uint32_t n = 2000; n < 20000; n += 3000) {
		fill(LEAST, half);
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		right &= !mate || reduced(n, team);
		right &= !weft_bcast(data, LEAST, half, WEFT_WORLD,
				     WEFT_FOREVER) &&
			 tap_same(data, LEAST, key);
	}
	return right;
}

/* Its own part is over at the leader before it is at a slow mate. */
static bool reductions(void)
{
	bool right = true;

	for (uint32_t n = 500; n < 6000; n += 500) {
		right &= reduced(n, WEFT_WORLD);
	}
	return right;
}

int main(void)
{
	tap_begin();
	tap_ok(after_it(), "a call after a long broadcast");
	tap_ok(before_it(), "a call of some cores before it");
	tap_ok(reductions(), "reductions");
	return tap_end();
}
