/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17,48 seeds=2 time-out=60 */
/*
 * A source may be reused as soon as a call returns, and what a core wrote
 * before it left main arrives, though it waited for nothing.
 */
#include <string.h>

#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "arch/annotate.h"

#include "tests/target/tap.h"

enum {
	BYTES = 200,
	TURNS = 30,
	BIG = 7000,
};

static uint8_t *data, *back;
static uint32_t area, flags;

static uint32_t next_rank(void)
{
	return weft_rank() + 1 < weft_size() ? weft_rank() + 1 : 0;
}

/* Overwrites the source of each put at once. */
static bool puts(void)
{
	struct weft_addr there = weft_at(next_rank(), area);
	struct weft_request request;
	bool ok = true;

	for (uint32_t n = 1; n <= TURNS; n++) {
		tap_fill(data, BYTES, n);
		if (n & 1) {
			ok &= !weft_put_signal(there, data, BYTES, flags, n);
		} else {
			ok &= !weft_put_start(there, data, BYTES, &request);
			ok &= !weft_wait(&request, WEFT_REUSABLE, WEFT_FOREVER);
			ok &= !weft_flag_write(there.rank, flags, n);
		}
		memset(data, 0xee, BYTES);
		ok &= !weft_flag_wait(flags, n, WEFT_FOREVER);
		ok &= !weft_get(back, weft_at(weft_rank(), area), BYTES);
		ok &= tap_same(back, BYTES, n);
		weft_barrier_tree(WEFT_FOREVER);
	}
	return ok;
}

/* The same of a broadcast's buffer, at the root and everywhere. */
static bool broadcasts(void)
{
	bool ok = true;

	for (uint32_t n = 1; n <= TURNS; n++) {
		uint32_t root = tap_below(tap_random(), weft_size());
		uint32_t bytes = tap_below(tap_random(), BIG);

		if (weft_rank() == root) {
			tap_fill(data, bytes, n);
		}
		ok &= !weft_bcast(data, bytes, root, WEFT_WORLD, WEFT_FOREVER);
		ok &= tap_same(data, bytes, n);
		memset(data, 0xee, bytes);
	}
	return ok;
}

/* All but rank 0 put and are gone; it has only its eyes. */
static bool left_behind(void)
{
	uint32_t me = weft_rank(), line = area + me * 4, word = 0x5eed0000 | me;
	bool ok = true;

	if (me > 0) {
		weft_put(weft_at(0, line), &word, sizeof(word));
		return true;
	}
	arch_annotate_optimistic_begin();
	for (uint32_t r = 1; r < weft_size(); r++) {
		for (uint32_t i = 0; ok && word != (0x5eed0000 | r); i++) {
			arch_relax(i); /* vehicles: let the others run */
			ok &= !weft_get(&word, weft_at(0, area + r * 4), 4);
		}
	}
	arch_annotate_optimistic_end();
	return ok;
}

int main(void)
{
	uint32_t cores = weft_size();

	tap_begin();
	data = tap_room(BIG);
	back = tap_room(BYTES);
	if (weft_mpb_alloc(BYTES > cores * 4 ? BYTES : cores * 4, &area) ||
	    weft_flags_alloc(1, &flags)) {
		weft_panic("no MPB space");
	}
	tap_ok(puts(), "the source of a put is mine again when it returns");
	tap_ok(broadcasts(), "so is a broadcast's buffer");
	tap_end();
	return left_behind() ? 0 : 1;
}
