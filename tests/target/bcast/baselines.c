/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,47,48,64 time-out=240 */
/* weft-test: cores=3,48 time-out=240 env=WEFT_EPOCH=0xfffffff1 */
/* weft-test: cores=3 boards=scc-sim modes=strict time-out=240 env=WEFT_EPOCH=0x7ffffff1 */
/* weft-test: cores=257 more=1024,1025 boards=scc-sim modes=fast args=few time-out=120 */
/*
 * Every broadcast of the table: sizes around every boundary, roots and contents
 * at random, back to back with late cores, and mixed with one another.  Every
 * core checks every byte, and that nothing around its buffer changed.
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
	BIG = 50000,
	KINDS = 16,
};

static uint8_t *buffer;

/* The table's, and then what chooses of them. */
static struct weft_bcast_algorithm kind[KINDS];

static int chosen(void *data, size_t bytes, weft_rank_t root, weft_us_t within)
{
	return weft_bcast(data, bytes, root, WEFT_WORLD, within);
}

static int make_kinds(void)
{
	int kinds = 0;

	while (weft_bcast_algorithm((uint32_t)kinds, &kind[kinds])) {
		kinds++;
	}
	kind[kinds++] = (struct weft_bcast_algorithm){
		.name = "the one that is chosen", .bcast = chosen};
	return kinds;
}

static bool one(const struct weft_bcast_algorithm *a, size_t n, uint32_t root,
		uint32_t key)
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
	error = a->bcast(data, n, root, WEFT_FOREVER);
	if (error) {
		printf("%s of %u from %u: %s\n", a->name, (unsigned)n,
		       (unsigned)root, weft_strerror(error));
		return false;
	}
	for (size_t i = 0; i < GUARD; i++) {
		if (buffer[i] != 0xee || buffer[GUARD + n + i] != 0xee) {
			printf("%s: a guard of %u bytes was overwritten\n",
			       a->name, (unsigned)n);
			return false;
		}
	}
	return tap_same(data, n, key);
}

static bool sends(const struct weft_bcast_algorithm *a, size_t n)
{
	return a->most == 0 || n <= a->most;
}

static bool boundaries(const struct weft_bcast_algorithm *a)
{
	static const uint32_t sizes[] = {
		0,         1,
		31,        32,
		33,        32 * 47,
		32 * 48,   32 * 49 - 1,
		CHUNK - 1, CHUNK,
		CHUNK + 1, 2 * CHUNK,
		BIG,       2 * CHUNK + 1,
	};
	bool ok = true;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		uint32_t root = tap_below(tap_random(), weft_size());

		ok &= !sends(a, sizes[i]) ||
		      one(a, sizes[i], root, tap_random());
	}
	return ok;
}

/* Mostly short ones, so that calls overlap; only = -1 takes any algorithm. */
static bool random_calls(int kinds, int only, int calls)
{
	bool ok = true;

	for (int i = 0; i < calls; i++) {
		uint32_t n = tap_random();
		uint32_t root = tap_below(tap_random(), weft_size());
		uint32_t any = tap_below(tap_random(), (uint32_t)kinds);
		uint32_t which = only < 0 ? any : (uint32_t)only;

		n = tap_below(n, n & 7 ? 200 : 3 * CHUNK);
		if (!sends(&kind[which], n)) {
			n = kind[which].most;
		}
		ok &= one(&kind[which], n, root, tap_random());
	}
	return ok;
}

/* One call each; what needs a flag for each core says no above 1024 of them. */
static bool few(const struct weft_bcast_algorithm *a)
{
	bool pairs = a->bcast == weft_bcast_binomial ||
		     a->bcast == weft_bcast_scatter_allgather;

	if (pairs && weft_size() > 1024) {
		return a->bcast(buffer, 1, 0, TAP_SOON) == WEFT_ERR_LIMIT &&
		       weft_send(buffer, 1, 0, 1) == WEFT_ERR_LIMIT &&
		       weft_recv(buffer, 1, 0, 1) == WEFT_ERR_LIMIT;
	}
	if (a->bcast(NULL, 0, 0, TAP_SOON) == WEFT_ERR_LIMIT) {
		return true; /* it says so at once */
	}
	return one(a, sends(a, CHUNK + 1) ? CHUNK + 1 : 1, weft_size() - 1,
		   tap_random());
}

static bool bad_arguments(const struct weft_bcast_algorithm *a)
{
	uint8_t byte = 0;

	return a->bcast(&byte, 1, weft_size(), TAP_SOON) == WEFT_ERR_RANK &&
	       a->bcast(NULL, 1, 0, TAP_SOON) == WEFT_ERR_NULL &&
	       a->bcast(NULL, 0, 0, TAP_SOON) == WEFT_OK;
}

int main(int argc, char **argv)
{
	int kinds = make_kinds();

	tap_begin();
	buffer = malloc(BIG + 2 * GUARD);
	if (!buffer) {
		weft_panic("no memory");
	}
	(void)argv;
	if (argc > 1) {
		for (int i = 0; i < kinds; i++) {
			tap_ok(few(&kind[i]), "%s: one call", kind[i].name);
		}
		return tap_end();
	}
	for (int i = 0; i < kinds; i++) {
		tap_ok(boundaries(&kind[i]), "%s: sizes around every boundary",
		       kind[i].name);
		tap_ok(random_calls(kinds, i, 30),
		       "%s: random calls back to back", kind[i].name);
		tap_ok(bad_arguments(&kind[i]), "%s: bad arguments",
		       kind[i].name);
	}
	tap_ok(random_calls(kinds, -1, 60), "all of them, mixed at random");
	for (int i = 1; i < kinds - 1 && weft_size() > 1; i++) {
		/* Last: a broadcast that timed out is over. */
		uint32_t root = weft_size() - 1;
		bool late =
			weft_rank() == root ||
			kind[i].bcast(buffer, 1, root, 300) == WEFT_ERR_TIMEOUT;

		tap_ok(late, "%s: a root that does not come ends in time",
		       kind[i].name);
	}
	return tap_end();
}
