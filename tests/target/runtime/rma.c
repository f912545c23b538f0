/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48,64 time-out=120 */
/*
 * put, get and copy between private memory and any MPB: every size around the
 * line, every alignment, own and far windows; completion and signals.
 */
#include <string.h>

#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	AREA = 256,
	MARGIN = 40,
	ODD = 8, /* offsets in a double word */
	EDGE = 8
};

static uint8_t memory[AREA + 2 * MARGIN];
static uint32_t area, area2, flags, turn;

static const uint16_t sizes[] = {0,  1,  2,  3,  4,  5,  31,  32,
				 33, 63, 64, 65, 95, 96, 100, 128};

/* The core that I write to in these tests: the next one. */
static uint32_t peer(void)
{
	return weft_rank() + 1 < weft_size() ? weft_rank() + 1 : 0;
}

static bool untouched(const uint8_t *data, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (data[i] != 0xee) {
			return false;
		}
	}
	return true;
}

/* n bytes at offset `at` of the peer's area, private alignment `skew`. */
static bool put_then_get(uint32_t rank, uint32_t at, size_t n, uint32_t skew)
{
	uint32_t key = ++turn << 8 | weft_rank();
	uint8_t *mine = memory + MARGIN + skew;
	struct weft_addr there = weft_at(rank, area + at);

	tap_fill(mine, n, key);
	if (weft_put(there, mine, n)) {
		return false;
	}
	weft_quiet();
	memset(memory, 0xee, sizeof(memory));
	if (weft_get(mine, there, n)) {
		return false;
	}
	return tap_same(mine, n, key) && untouched(memory, MARGIN + skew) &&
	       untouched(mine + n, MARGIN);
}

static bool all_sizes(uint32_t rank)
{
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		for (uint32_t skew = 0; skew < 36; skew += 5) {
			uint32_t at = (skew * 3 + (uint32_t)i) & 63;

			if (!put_then_get(rank, at, sizes[i], skew)) {
				return false;
			}
		}
	}
	return true;
}

/* Neighbours of what a put writes stay as they are. */
static bool edges(uint32_t rank)
{
	static uint8_t whole[AREA];

	for (size_t n = 0; n < 70; n += 3) {
		uint32_t at = 33 + (uint32_t)(n & 7);

		memset(whole, 0xee, sizeof(whole));
		weft_put(weft_at(rank, area), whole, AREA);
		tap_fill(memory, n, (uint32_t)n);
		weft_put(weft_at(rank, area + at), memory, n);
		weft_quiet();
		weft_get(whole, weft_at(rank, area), AREA);
		if (!untouched(whole, at) ||
		    !tap_same(whole + at, n, (uint32_t)n) ||
		    !untouched(whole + at + n, AREA - at - n)) {
			return false;
		}
	}
	return true;
}

/* n bytes from one window to another, at these offsets there: and no more. */
static bool copy_between(struct weft_addr from, struct weft_addr to, size_t n)
{
	uint32_t key = ++turn << 8 | weft_rank();
	uint8_t *edge = memory + MARGIN;

	memset(memory, 0xee, sizeof(memory));
	weft_put(weft_at(to.rank, to.offset - EDGE), memory, n + 2 * EDGE);
	tap_fill(memory, n, key);
	weft_put(from, memory, n);
	weft_quiet();
	if (weft_copy(to, from, n)) {
		return false;
	}
	weft_quiet();
	weft_get(edge, weft_at(to.rank, to.offset - EDGE), n + 2 * EDGE);
	return untouched(edge, EDGE) && tap_same(edge + EDGE, n, key) &&
	       untouched(edge + EDGE + n, EDGE);
}

/* Every offset in a double word on both sides, with each size once. */
static bool copies(uint32_t from, uint32_t to)
{
	const uint32_t all = sizeof(sizes) / sizeof(sizes[0]);
	uint32_t turns = ODD * ODD > all ? ODD * ODD : all;
	bool ok = true;

	for (uint32_t i = 0; ok && i < turns; i++) {
		struct weft_addr source = weft_at(from, area + i % ODD);
		struct weft_addr target =
			weft_at(to, area2 + EDGE + i / ODD % ODD);

		ok = copy_between(source, target, sizes[(i * 5 + 3) % all]);
	}
	return ok;
}

/* A ring of signals: whoever sees the flag sees the data before it. */
static bool signals(void)
{
	uint8_t data[64];

	for (uint32_t n = 1; n <= 200; n++) {
		tap_fill(memory, 64, n);
		if (weft_put_signal(weft_at(peer(), area), memory, 64, flags,
				    n) ||
		    weft_flag_wait(flags, n, WEFT_FOREVER) ||
		    weft_get(data, weft_at(weft_rank(), area), 64) ||
		    !tap_same(data, 64, n)) {
			return false;
		}
		/* my reading is over before the next round's data come */
		if (weft_barrier_tree(WEFT_FOREVER)) {
			return false;
		}
	}
	return true;
}

static bool requests(void)
{
	struct weft_request r = {0};
	uint8_t back[50];

	if (weft_wait(&r, WEFT_COMPLETE, 1) != WEFT_ERR_STATE) {
		return false;
	}
	tap_fill(memory, 50, 5);
	if (weft_put_start(weft_at(peer(), area + 1), memory, 50, &r) ||
	    weft_wait(&r, WEFT_REUSABLE, WEFT_FOREVER) ||
	    !weft_test(&r, WEFT_REUSABLE)) {
		return false;
	}
	memset(memory, 0, 50);
	if (weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER) ||
	    !weft_test(&r, WEFT_COMPLETE) ||
	    weft_get_start(back, weft_at(peer(), area + 1), 50, &r) ||
	    weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER) ||
	    !tap_same(back, 50, 5)) {
		return false;
	}
	return weft_copy_start(weft_at(peer(), area2),
			       weft_at(peer(), area + 1), 50, &r) == WEFT_OK &&
	       weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER) == WEFT_OK &&
	       weft_get(back, weft_at(peer(), area2), 50) == WEFT_OK &&
	       tap_same(back, 50, 5);
}

static bool bad_arguments(void)
{
	struct weft_addr good = weft_at(0, area), other = {0, 9, area};
	struct weft_addr nobody = weft_at(weft_size(), area);
	uint8_t byte = 0;

	return weft_put(nobody, &byte, 1) == WEFT_ERR_RANK &&
	       weft_get(&byte, other, 1) == WEFT_ERR_WINDOW &&
	       weft_put(good, NULL, 1) == WEFT_ERR_NULL &&
	       weft_get(NULL, good, 1) == WEFT_ERR_NULL &&
	       weft_put(good, NULL, 0) == WEFT_OK &&
	       weft_put(weft_at(0, 0), &byte, 1) == WEFT_ERR_RANGE &&
	       weft_get(&byte, weft_at(0, UINT32_MAX), 2) == WEFT_ERR_RANGE &&
	       weft_get(&byte, good, SIZE_MAX) == WEFT_ERR_RANGE &&
	       weft_copy(good, nobody, 1) == WEFT_ERR_RANK &&
	       weft_put_signal(good, &byte, 1, flags + 1, 1) ==
		       WEFT_ERR_ALIGN &&
	       weft_put_start(good, &byte, 1, NULL) == WEFT_ERR_NULL;
}

int main(void)
{
	tap_begin();
	if (weft_mpb_alloc(AREA, &area) || weft_mpb_alloc(AREA, &area2) ||
	    weft_flags_alloc(1, &flags)) {
		weft_panic("no MPB space");
	}
	tap_ok(all_sizes(weft_rank()), "put and get, own window");
	tap_ok(all_sizes(peer()), "put and get, another's window");
	tap_ok(edges(peer()), "a put touches nothing beside it");
	tap_ok(copies(weft_rank(), weft_rank()), "copy within my window");
	tap_ok(copies(weft_rank(), peer()), "copy from mine to another");
	tap_ok(copies(peer(), weft_rank()), "copy from another to mine");
	tap_ok(signals(), "200 signals around a ring");
	tap_ok(requests(), "requests and their states");
	tap_ok(bad_arguments(), "bad arguments are named errors");
	return tap_end();
}
