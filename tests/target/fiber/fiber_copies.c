/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 time-out=60 */
/*
 * Copies by fibers whose stacks are of the heap, from the heap to the next core's window,
 * between windows, and back, with any size and alignment.  Where the heap is memory
 * of another kind than a core's own, so are these stacks: what a copy keeps there goes by
 * the same slow way.
 */
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	FIBERS = 2,
	AREA = 320,
	LONGEST = 300,
	COPIES = 60, /* of a fiber */
	OWN = 600,
};

static struct weft_fiber fiber[FIBERS];
static uint32_t area[FIBERS], next;

/* There, to the second half's place there, and back: not a byte more than that. */
static bool copies(uint32_t from, uint32_t r, uint8_t *data, uint8_t *back)
{
	uint32_t bytes = tap_below(r, LONGEST + 1);
	struct weft_addr first = weft_at(next, from + (r >> 8 & 7));
	struct weft_addr second = weft_at(next, from + AREA + (r >> 11 & 7));
	uint8_t *source = data + (r >> 14 & 7), *end = back + (r >> 17 & 7);
	bool ok = true;

	tap_fill(source, bytes, r);
	memset(back, 0, AREA);
	ok &= !weft_put(first, source, bytes);
	weft_quiet();
	ok &= !weft_copy(second, first, bytes);
	weft_quiet();
	ok &= !weft_get(end, second, bytes);
	return ok && tap_same(end, bytes, r) && end[bytes] == 0;
}

static int copies_all(void *arg)
{
	uint32_t i = (uint32_t)(uintptr_t)arg;
	uint8_t *data = tap_room(AREA), *back = tap_room(AREA);
	bool ok = true;

	for (uint32_t n = 0; n < COPIES; n++) {
		ok &= copies(area[i], tap_own_random(), data, back);
		weft_fiber_yield();
	}
	return ok;
}

int main(void)
{
	size_t bytes = weft_fiber_stack(OWN);
	int result;
	bool ok = true;

	tap_begin();
	next = weft_rank() + 1 < weft_size() ? weft_rank() + 1 : 0;
	for (uint32_t i = 0; i < FIBERS; i++) {
		ok &= !weft_mpb_alloc(2 * AREA, &area[i]);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; ok && i < FIBERS; i++) {
		ok &= !weft_fiber_create(&fiber[i], copies_all,
					 (void *)(uintptr_t)i, tap_room(bytes),
					 bytes, WEFT_FIBER_NORMAL);
	}
	for (uint32_t i = 0; ok && i < FIBERS; i++) {
		ok &= !weft_fiber_join(&fiber[i], &result, WEFT_FOREVER);
		ok &= result;
	}
	tap_ok(ok, "copies from stacks of the heap");
	return tap_end();
}
