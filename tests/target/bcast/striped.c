/* SPDX-License-Identifier: Apache-2.0 */
/* weft-image: cascade collectives/bcast/cascade_place.c -DCASCADE_REGION=9 */
/* weft-image: deep collectives/bcast/cascade_place.c -DCASCADE_REGION=5 -DCASCADE_BELOW=1 */
/* weft-test: cores=1,2,3,17,47,48,64,96 time-out=240 */
/* weft-test: cores=3,64 modes=relaxed seeds=2 time-out=240 */
/* weft-test: cores=3,48,64 time-out=240 env=WEFT_EPOCH=0xffffffc0 */
/* weft-test: boards=epiphany-emu modes=reordered cores=16 more=64 seeds=2 args=few
   time-out=240 */
/* weft-test: image=cascade boards=scc-sim,scc-qemu modes=strict,icount cores=3,17
   more=1,2,47,48 args=cascade time-out=240 */
/* weft-test: image=cascade boards=scc-sim modes=relaxed cores=17 more=48 args=cascade
   seeds=2 time-out=240 */
/* weft-test: image=deep boards=scc-sim modes=strict,relaxed cores=16,17 more=3,48
   args=cascade time-out=240 env=WEFT_EPOCH=0xffffffc0 */
/*
 * The striped broadcast; and the cascade, with regions so small that a few cores are a
 * large chip: of nine cores, of which eight are hubs; or of five, in a binary tree, with one
 * core more than fills three regions.
 * Sizes around every boundary of its parts, strips and buffers; every core as root,
 * hubs included; cores that come late to a call, so that others are one call ahead, with
 * the same root, another, or another broadcast that uses the same buffers.  Every core
 * checks every byte.  Arguments: `few`: shorter ones, and not as many; `cascade`: that
 * one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "tests/target/tap.h"

enum {
	LINE = 32,
	CHUNK = 3072, /* of the buffers, where there is room */
	MOST = 5 * CHUNK,
	LESS = 2 * CHUNK,
	FEW = 6,
	LAST_LINE = 257,
	LATE = 800000, /* cycles: longer than to make and send it all */
	NOBODY = 0x7fffffff,
};

typedef int bcast_fn(void *data, size_t bytes, weft_rank_t root,
		     weft_us_t within);

static bcast_fn *bcast = weft_bcast_striped;
static uint8_t *data;
static int calls = 30;
static uint32_t most = MOST, longest = MOST;

/* Around the data are other bytes at the root than elsewhere. */
static uint8_t guard(uint32_t root)
{
	return weft_rank() == root ? 0xdd : 0xee;
}

static bool same(uint32_t root, uint32_t n, uint32_t key)
{
	for (uint32_t i = n; i < n + 64; i++) {
		if (data[i] != guard(root)) {
			printf("byte %u of %u was overwritten\n", (unsigned)i,
			       (unsigned)n);
			return false;
		}
	}
	return tap_same(data, n, key);
}

static bool one(uint32_t root, uint32_t n, uint32_t late)
{
	uint32_t key = tap_random();

	memset(data, guard(root), n + 64);
	if (weft_rank() == root) {
		tap_fill(data, n, key);
	} else if (weft_rank() == late) {
		tap_delay(LATE);
	}
	return bcast(data, n, root, WEFT_FOREVER) == WEFT_OK &&
	       same(root, n, key);
}

static uint32_t any_core(void)
{
	return tap_below(tap_random(), weft_size());
}

/* In the last stripe of a cascade of 4 or 8 hubs the first one has a line, others none. */
static bool last_line(void)
{
	bool ok = true;

	for (uint32_t root = 0; root < weft_size() && root < FEW; root++) {
		ok &= one(root, LAST_LINE * LINE, NOBODY);
		ok &= one(root, LAST_LINE * LINE, any_core());
	}
	return ok;
}

/* Parts begin after 3 lines, then at multiples of 8. */
static bool boundaries(void)
{
	static const uint32_t lines[] = {0, 1, 2, 3, 4, 7, 8, 9, 16, 17, 96};
	bool ok = true;

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		for (uint32_t n = lines[i] * LINE; n <= most; n += CHUNK) {
			ok &= n == 0 || one(any_core(), n - 1, NOBODY);
			ok &= one(any_core(), n, NOBODY);
			ok &= n == most || one(any_core(), n + 1, NOBODY);
		}
	}
	return ok;
}

static bool every_root(void)
{
	bool ok = true;

	for (uint32_t root = 0; root < weft_size(); root++) {
		ok &= one(root, 9 * LINE + 5, NOBODY);
	}
	return ok;
}

/* A short one whose reader is late, then one that fills the buffers. */
static bool same_root(uint32_t root)
{
	bool ok = true;

	for (int i = 0; i < calls; i++) {
		ok &= one(root, 1 + tap_below(tap_random(), CHUNK), any_core());
		ok &= one(root, 1 + tap_below(tap_random(), most), NOBODY);
	}
	return ok;
}

/* Lines are reused while somebody has not read them. */
static bool slow_reader(void)
{
	bool ok = true;

	for (int i = 0; i < calls / 3; i++) {
		ok &= one(any_core(), longest, any_core());
	}
	return ok;
}

static bool changing_root(void)
{
	bool ok = true;

	for (int i = 0; i < 2 * calls; i++) {
		ok &= one(any_core(), 1 + tap_below(tap_random(), CHUNK),
			  any_core());
	}
	return ok;
}

/* Ours, then a broadcast whose chunks go through everybody's buffers; and back. */
static bool then_another(void)
{
	uint32_t k = weft_bcast_max_degree() < 3 ? weft_bcast_max_degree() : 3;
	bool ok = true;

	for (int i = 0; i < calls; i++) {
		uint32_t root = any_core(), n = tap_below(tap_random(), most);
		uint32_t late = any_core();
		uint32_t key = tap_random();

		ok &= one(any_core(), 1 + tap_below(tap_random(), CHUNK),
			  any_core());
		memset(data, guard(root), n + 64);
		if (weft_rank() == root) {
			tap_fill(data, n, key);
		} else if (weft_rank() == late) {
			tap_delay(LATE);
		}
		ok &= !weft_bcast_ocbcast(data, n, root, k, WEFT_FOREVER) &&
		      same(root, n, key);
	}
	return ok;
}

int main(int argc, char **argv)
{
	uint32_t cores = weft_size();

	if (argc > 1 && strcmp(argv[1], "cascade") == 0) {
#if ARCH_REMOTE_AWAIT
		bcast = weft_bcast_cascade;
		longest = 2 * MOST; /* four hubs use their lines again */
#endif
	} else if (argc > 1) {
		calls = FEW;
		most = longest = LESS;
	}
	tap_begin();
	data = malloc(longest + 64);
	if (!data) {
		weft_panic("no memory");
	}
	tap_ok(boundaries(), "sizes around every boundary, any root");
	tap_ok(every_root(), "every core is root once");
	tap_ok(most < MOST || last_line(), "a last stripe of one line");
	tap_ok(same_root(0), "late readers, one root");
	tap_ok(same_root(cores - 1), "late readers, the last core is root");
	tap_ok(changing_root(), "late readers, another root each call");
	tap_ok(slow_reader(), "a late reader of a long message");
	tap_ok(then_another(), "another broadcast between calls");
	if (cores > 1) {
		/* Last: a broadcast that timed out is over. */
		tap_ok(weft_rank() == 0 ||
			       bcast(data, 1, 0, 300) == WEFT_ERR_TIMEOUT,
		       "a root that does not come ends in time");
	}
	return tap_end();
}
