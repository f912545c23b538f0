/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 time-out=120 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu,epiphany-emu,wormhole-emu cores=3,17,48
   env=WEFT_MPB_LEAST=1 time-out=240 full=1 */
/* weft-test: cores=3,48 env=WEFT_SHOW_CHOICE=1
   expect=weft:_choice_bcast_bytes=28_cores= */
/* weft-test: cores=3 env=WEFT_SHOW_CHOICE=1,WEFT_BCAST=ocbcast
   expect=ocbcast:_named; */
/* weft-test: cores=3 more=17 env=WEFT_BCAST=binomial,WEFT_SHOW_CHOICE=1
   expect=binomial:_named; */
/* weft-test: cores=17 more=3 env=WEFT_BCAST=tiny_push */
/* weft-test: boards=scc-sim cores=3 env=WEFT_BCAST=fastest exit=70 tap=no
   expect=short_cascade_striped_ocbcast */
/*
 * The broadcast that chooses: every class of sizes, from another root each time.
 * What WEFT_BCAST names is taken where it can do that; the table of algorithms is
 * linked, so all its names count.
 */
#include <stdio.h>
#include <stdlib.h>

#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	MOST = 20000
};

static uint8_t *data;

static bool one(uint32_t n)
{
	uint32_t root = tap_below(tap_random(), weft_size());
	uint32_t key = tap_random();

	if (weft_rank() == root) {
		tap_fill(data, n, key);
	} else {
		tap_fill(data, n, ~key);
	}
	if (weft_bcast(data, n, root, WEFT_WORLD, WEFT_FOREVER) ||
	    !tap_same(data, n, key)) {
		printf("%u bytes from %u\n", (unsigned)n, (unsigned)root);
		return false;
	}
	return true;
}

/* Around each number of lines that a class may end with, and past them all. */
static bool classes(void)
{
	bool ok = true;

	for (uint32_t lines = 1; lines * 32 < MOST; lines <<= 1) {
		for (uint32_t part = 2; part <= 3; part++) {
			uint32_t n = lines * 16 * part;

			ok &= one(n - 1) && one(n) && one(n + 1);
		}
	}
	return ok;
}

int main(void)
{
	struct weft_bcast_algorithm a;
	bool ok = true;

	tap_begin();
	data = malloc(MOST * 2);
	if (!data || !weft_bcast_algorithm(0, &a)) {
		weft_panic("no memory");
	}
	for (uint32_t n = 0; n <= 40; n++) {
		ok &= one(n);
	}
	tap_ok(ok, "0 to 40 bytes");
	tap_ok(classes(), "around every class");
	return tap_end();
}
