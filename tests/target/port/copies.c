/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 time-out=120 */
/*
 * Copies that are started: any size and alignment, from static memory and from the
 * heap, more at a time than a chip has channels; a fence, a quiet and a barrier order
 * them; ends are reported in their order.  Where there is no engine the core
 * copies during the call, and the same must hold.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	PIECE = 264,
	PIECES = 4,
	AREA = PIECES * PIECE,
	LONG = 3072,
	ROUNDS = 30,
};

static uint8_t near_data[LONG] __attribute__((aligned(8)));
static uint8_t back[LONG] __attribute__((aligned(8)));
static uint8_t *heap_data;
static uint32_t area, flags, flagged;
static struct weft_request requests[PIECES];

static uint32_t peer(void)
{
	return weft_rank() + 1 < weft_size() ? weft_rank() + 1 : 0;
}

static bool wait_all(enum weft_request_state state)
{
	bool ok = true;

	for (int i = 0; i < PIECES; i++) {
		ok &= weft_wait(&requests[i], state, WEFT_FOREVER) == WEFT_OK;
		ok &= weft_test(&requests[i], state);
	}
	return ok;
}

/* All pieces at once, there and back, with each of three skews. */
static bool there_and_back(uint8_t *data)
{
	static const uint16_t sizes[] = {0,  1,  7,   8,   63,  64,
					 65, 71, 100, 128, 200, 256};
	bool ok = true;

	for (uint32_t n = 0; n < sizeof(sizes) / sizeof(sizes[0]) * 4; n++) {
		uint32_t bytes = sizes[tap_below(tap_random(), 12)];
		uint32_t skew = n % 3 * 4 + n / 3 % 3, far = n % 5;

		tap_fill(data + (skew & 7), AREA, n);
		for (uint32_t i = 0; i < PIECES; i++) {
			uint32_t at = i * PIECE;

			ok &= weft_put_start(weft_at(peer(), area + at + far),
					     data + (skew & 7) + at, bytes,
					     &requests[i]) == WEFT_OK;
		}
		ok &= wait_all(WEFT_REUSABLE);
		memset(back, 0xee, sizeof(back));
		ok &= wait_all(WEFT_COMPLETE);
		for (uint32_t i = 0; i < PIECES; i++) {
			uint32_t at = i * PIECE;

			ok &= weft_get_start(back + (skew & 7) + at,
					     weft_at(peer(), area + at + far),
					     bytes, &requests[i]) == WEFT_OK;
		}
		ok &= wait_all(WEFT_COMPLETE);
		for (uint32_t i = 0; i < PIECES; i++) {
			uint32_t at = (skew & 7) + i * PIECE;

			ok &= memcmp(back + at, data + at, bytes) == 0;
			ok &= back[at + bytes] == 0xee;
		}
	}
	return ok;
}

enum order {
	FENCED,
	QUIET,
	BARRIER
};

/*
 * A long copy is started, with no wait of its own, then ordered, and a flag is
 * written, or all meet: who sees the flag, or has met, sees all, the end, which
 * comes last, first.  Hot: in a core's own memory, where this is quick enough to
 * look too early.
 */
static bool __attribute__((hot, noinline)) started_then(enum order by)
{
	const uint32_t end = LONG - 8;
	uint32_t me = weft_rank();
	bool ok = true;

	for (uint32_t n = 1; n <= ROUNDS; n++) {
		uint32_t value = ++flagged;

		tap_fill(near_data, LONG, value);
		weft_put_start(weft_at(peer(), area), near_data, LONG,
			       &requests[0]);
		if (by == BARRIER) {
			ok &= !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		} else {
			if (by == QUIET) {
				weft_quiet();
			} else {
				weft_fence();
			}
			weft_flag_write(peer(), flags, value);
			weft_flag_wait(flags, value, WEFT_FOREVER);
		}
		weft_get(back + end, weft_at(me, area + end), 8);
		weft_get(back, weft_at(me, area), end);
		ok &= tap_same(back, LONG, value);
		ok &= !weft_wait(&requests[0], WEFT_COMPLETE, WEFT_FOREVER);
		ok &= !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	return ok;
}

/* A blocking get is over when it returns; the end comes last. */
static bool __attribute__((hot, noinline)) long_gets(void)
{
	const volatile uint8_t *end = &back[LONG - 1];
	bool ok = true;

	for (uint32_t n = 1; n <= ROUNDS; n++) {
		uint8_t seen;

		tap_fill(near_data, LONG, n + 77);
		near_data[LONG - 1] = (uint8_t)n;
		weft_put(weft_at(peer(), area), near_data, LONG);
		weft_quiet();
		back[LONG - 1] = 0;
		weft_get(back, weft_at(peer(), area), LONG);
		seen = *end;
		ok &= seen == n;
		ok &= memcmp(back, near_data, LONG) == 0;
		ok &= !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	return ok;
}

static bool errors(void)
{
	struct weft_request r = {0};

	return weft_put_start(weft_at(weft_size(), area), near_data, 8, &r) ==
		       WEFT_ERR_RANK &&
	       weft_get_start(NULL, weft_at(0, area), 8, &r) == WEFT_ERR_NULL &&
	       weft_copy_start(weft_at(0, 0), weft_at(0, area), 8, &r) ==
		       WEFT_ERR_RANGE &&
	       weft_wait(&r, WEFT_REUSABLE, 1) == WEFT_ERR_STATE;
}

int main(void)
{
	tap_begin();
	heap_data = malloc(AREA + 8);
	if (!heap_data || weft_mpb_alloc(LONG, &area) ||
	    weft_flags_alloc(1, &flags)) {
		weft_panic("no memory");
	}
	tap_ok(there_and_back(near_data), "started puts and gets, variables");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(there_and_back(heap_data), "started puts and gets, heap");
	tap_ok(started_then(FENCED), "a fence orders what was started");
	tap_ok(started_then(QUIET), "so does a quiet");
	tap_ok(started_then(BARRIER), "and a barrier");
	tap_ok(long_gets(), "a get that returns is over");
	tap_ok(errors(), "errors, and then no request");
	return tap_end();
}
