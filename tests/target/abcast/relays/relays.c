/* SPDX-License-Identifier: Apache-2.0 */
/* weft-image: relays collectives/bcast/hubs.c -include tests/target/abcast/relays/costs.h */
/* weft-test: boards=scc-sim cores=17,48 seeds=2 time-out=120 */
/* weft-test: boards=scc-sim cores=128 modes=strict seeds=2 time-out=120 */
/*
 * Broadcasts by slots as on a chip of hundreds of cores, where hubs tell other
 * hubs: an MPB is so slow here, and a core so quick to tell, that there are as many
 * regions as can be.
 */
#include <stdio.h>

#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "collectives/bcast/bcast_choice.h"

#include "tests/target/tap.h"

enum {
	MOST = 256,
	TURNS = 130, /* more than two turns of any ring */
};

static uint8_t data[MOST];

static const struct weft_bcast_algorithm forms[] = {
	{"push", weft_bcast_tiny_push, 28},
#if ARCH_REMOTE_AWAIT
	{"pull", weft_bcast_tiny_pull, BCAST_LINES},
	{"short", weft_bcast_short, MOST},
#endif
	{0, 0, 0},
};

static bool one(const struct weft_bcast_algorithm *a, uint32_t n, uint32_t root)
{
	uint32_t key = tap_random();

	tap_message(data, n, root, key);
	if ((tap_own_random() & 63) == 0) {
		tap_delay(tap_below(tap_own_random(), 30000));
	}
	return a->bcast(data, n, root, WEFT_FOREVER) == WEFT_OK &&
	       tap_same(data, n, key);
}

static bool calls(const struct weft_bcast_algorithm *a, bool changing)
{
	uint32_t root = tap_below(tap_random(), weft_size());
	bool ok = true;

	for (uint32_t i = 0; i < TURNS; i++) {
		uint32_t n = 1 + tap_below(tap_random(), (uint32_t)a->most);

		ok &= one(a, n, root);
		if (changing) {
			root = tap_below(tap_random(), weft_size());
		}
	}
	return ok;
}

int main(void)
{
	tap_begin();
	for (const struct weft_bcast_algorithm *a = forms; a->name; a++) {
		tap_ok(calls(a, false), "%s: one root", a->name);
		tap_ok(calls(a, true), "%s: another root each time", a->name);
	}
	return tap_end();
}
