/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,47,48,64 time-out=240 */
/* weft-test: cores=3,48 time-out=240 env=WEFT_EPOCH=0xffffffc0 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu,epiphany-emu,wormhole-emu cores=3,17,48
   env=WEFT_MPB_LEAST=1 time-out=240 full=1 */
/* weft-test: boards=arm-qemu cores=1-48,64,123 full=1 time-out=240 */
/*
 * OC-Bcast: sizes around every boundary, roots and contents at random, any k, back
 * to back with late cores.  Every core checks every byte, and that nothing
 * around its buffer changed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	CHUNK = 3072,
	GUARD = 64,
	BIG = 100000
};

static uint8_t *buffer;

static bool guards_hold(size_t n)
{
	for (size_t i = 0; i < GUARD; i++) {
		if (buffer[i] != 0xee || buffer[GUARD + n + i] != 0xee) {
			printf("a guard of %u bytes was overwritten\n",
			       (unsigned)n);
			return false;
		}
	}
	return true;
}

static bool one(size_t n, uint32_t root, uint32_t k, uint32_t key)
{
	uint8_t *data = buffer + GUARD;
	int error;

	memset(buffer, 0xee, n + 2 * GUARD);
	if (weft_rank() == root) {
		tap_fill(data, n, key);
	}
	if ((tap_own_random() & 31) == 0) {
		tap_delay(tap_below(tap_own_random(), 30000));
	}
	error = weft_bcast_ocbcast(data, n, root, k, WEFT_FOREVER);
	if (error) {
		printf("bcast of %u from %u, k=%u: %s\n", (unsigned)n,
		       (unsigned)root, (unsigned)k, weft_strerror(error));
		return false;
	}
	return tap_same(data, n, key) && guards_hold(n);
}

static bool boundaries(uint32_t k)
{
	static const uint32_t sizes[] = {
		0,         1,
		31,        32,
		33,        CHUNK - 1,
		CHUNK,     CHUNK + 1,
		2 * CHUNK, 2 * CHUNK + 1,
		3 * CHUNK, 5 * CHUNK + 17,
	};
	bool ok = true;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		uint32_t root = tap_below(tap_random(), weft_size());

		ok &= one(sizes[i], root, k, tap_random());
	}
	return ok;
}

static bool random_calls(int calls)
{
	uint32_t most = weft_bcast_max_degree();
	bool ok = true;

	for (int i = 0; i < calls; i++) {
		uint32_t n = tap_random();
		uint32_t root = tap_below(tap_random(), weft_size());
		uint32_t k = 1 + tap_below(tap_random(), most);

		/* mostly short ones, so that calls overlap */
		n = tap_below(n, n & 7 ? 200 : 4 * CHUNK);
		ok &= one(n, root, k, tap_random());
	}
	return ok;
}

static bool bad_arguments(void)
{
	uint8_t byte = 0;
	uint32_t cores = weft_size();
	bool ok =
		weft_bcast(&byte, 1, cores, WEFT_WORLD, TAP_SOON) ==
			WEFT_ERR_RANK &&
		weft_bcast(NULL, 1, 0, WEFT_WORLD, TAP_SOON) == WEFT_ERR_NULL &&
		weft_bcast(&byte, 1, 0, WEFT_NO_TEAM, TAP_SOON) ==
			WEFT_ERR_NULL &&
		weft_bcast(NULL, 0, 0, WEFT_WORLD, TAP_SOON) == WEFT_OK;

	if (cores > 1) {
		ok &= weft_bcast_ocbcast(&byte, 1, 0, 0, TAP_SOON) ==
			      WEFT_ERR_DEGREE &&
		      weft_bcast_ocbcast(&byte, 1, 0, cores, TAP_SOON) ==
			      WEFT_ERR_DEGREE;
	}
	return ok;
}

int main(void)
{
	static const uint32_t degrees[] = {1, 2, 3, 7, 16, 46, 47};
	uint32_t most;

	tap_begin();
	buffer = malloc(BIG + 2 * GUARD);
	if (!buffer) {
		weft_panic("no memory");
	}
	most = weft_bcast_max_degree();
	for (size_t i = 0; i < sizeof(degrees) / sizeof(degrees[0]); i++) {
		if (degrees[i] <= most) {
			tap_ok(boundaries(degrees[i]),
			       "sizes around every boundary, k=%u",
			       (unsigned)degrees[i]);
		}
	}
	tap_ok(random_calls(60), "60 random calls back to back");
	tap_ok(one(BIG, weft_size() - 1, most < 7 ? most : 7, 99),
	       "%d bytes from the last core", BIG);
	tap_ok(bad_arguments(), "bad arguments are named errors");
	if (weft_size() > 1) {
		/* Last: a broadcast that timed out is over. */
		tap_ok(weft_rank() == 0 || weft_bcast(buffer, 1, 0, WEFT_WORLD,
						      300) == WEFT_ERR_TIMEOUT,
		       "a broadcast whose root does not come ends in time");
	}
	return tap_end();
}
