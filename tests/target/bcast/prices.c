/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,tile36-sim cores=1,2,3,17,48 */
/* weft-image: prices_cascade collectives/bcast/cascade_place.c -DCASCADE_REGION=4 */
/* weft-test: image=prices_cascade boards=scc-sim cores=17 args=wait */
/*
 * What choices are made by: the estimate of each barrier and each broadcast.  For one core
 * and more it never falls as cores or bytes are added, and where several cores must meet it
 * is more than nothing.  An estimate that is wrong makes no result wrong, only late.  With an
 * argument cores wait as long as all estimates together are, so tests/costs.tsv tells of each
 * estimate that is another one.
 */
#include <stdio.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "collectives/barrier/barriers.h"
#include "collectives/bcast/bcast.h"
#include "collectives/cost.h"
#include "tests/target/tap.h"

enum {
	MOST = 1 << 16, /* bytes */
};

typedef const struct choose_candidate *candidate;

static uint64_t sum; /* of all prices */

static uint32_t price(candidate c, uint32_t bytes, uint32_t count)
{
	bool can = (c->bytes == 0 || bytes <= c->bytes) &&
		   (c->cores == 0 || count <= c->cores);

	return can ? c->cost(bytes, count, c->world) : CHOOSE_CANNOT;
}

/* Another price behind one of less: not if it has fallen. */
static bool rises(candidate c, uint32_t *before, uint32_t now)
{
	bool ok = *before == CHOOSE_CANNOT || now >= *before;

	if (!ok && weft_rank() == 0) {
		printf("%s: %u after %u\n", c->name, (unsigned)now,
		       (unsigned)*before);
	}
	*before = now;
	sum += now == CHOOSE_CANNOT ? 0 : now;
	return ok;
}

/* As far as cores of the chip that was measured are apart nothing is added. */
static bool ways(void)
{
	bool ok = true;

	for (uint32_t far = 0; far < 64; far++) {
		uint32_t more =
			far < 3 * COST_USUAL_WAY ? 0 : far / 3 - COST_USUAL_WAY;

		ok &= cost_way(far) == more * costs.hop;
	}
	return ok;
}

static bool barriers(void)
{
	bool ok = true;

	for (uint32_t i = 0; i < barrier_all_end; i++) {
		candidate c = barrier_all[i];
		uint32_t before = 0, one;

		if (!c || !c->cost) {
			continue;
		}
		one = price(c, 0, 1);
		for (uint32_t n = 1; n <= 256; n++) {
			ok &= rises(c, &before, price(c, 0, n));
			ok &= n == 1 || before > 0;
		}
		ok &= before > one;
	}
	return ok;
}

static bool bcasts(candidate const *list, uint32_t end)
{
	bool ok = true;

	for (uint32_t i = 0; i < end; i++) {
		candidate c = list[i];
		uint32_t before = 0, least;

		if (!c || !c->cost) {
			continue;
		}
		least = price(c, 1, weft_size());
		for (uint32_t n = 1; n <= MOST; n += 1 + n / 8) {
			ok &= rises(c, &before, price(c, n, weft_size()));
			ok &= weft_size() == 1 || before > 0;
		}
		ok &= weft_size() == 1 || before > least ||
		      least == CHOOSE_CANNOT;
	}
	return ok;
}

static bool waits(void)
{
	uint32_t flag;

	return !weft_flags_alloc(1, &flag) &&
	       tap_await(flag, 1, weft_cycles() + sum) == ARCH_TIMEOUT;
}

int main(int argc, char **argv)
{
	(void)argv;
	tap_begin();
	tap_ok(ways(), "a long way's hops");
	tap_ok(barriers(), "barriers of more cores cost no less");
	tap_ok(bcasts(bcast_all, bcast_all_end) &
		       bcasts(bcast_chosen, bcast_chosen_end),
	       "broadcasts of more bytes cost no less");
	tap_ok(argc == 1 || waits(), "a wait of all that together");
	return tap_end();
}
