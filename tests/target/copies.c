/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 time-out=120 */
/*
 * Copies that are started: any size and alignment, from static memory and from the
 * heap, more at a time than a chip has channels; a fence, a quiet and a barrier wait for
 * them; ends are reported in their order.  Where there is no engine the core
 * copies during the call, and the same must hold.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "tap.h"

enum {
	PIECE = 264,
	PIECES = 4,
	AREA = PIECES * PIECE,
	ROUNDS = 30,
};

static uint8_t near_data[AREA + 8] __attribute__((aligned(8)));
static uint8_t back[AREA + 8] __attribute__((aligned(8)));
static uint8_t *heap_data;
static uint32_t area, area2, flags;
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

	for (uint32_t n = 0; n < sizeof(sizes) / sizeof(sizes[0]) * 9; n++) {
		uint32_t bytes = sizes[tap_below(n * 7 + 3, 12)];
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

/* What a fence orders, a flag announces: no wait for the copies themselves. */
static bool fence_then_flag(void)
{
	uint32_t me = weft_rank();
	bool ok = true;

	for (uint32_t n = 1; n <= ROUNDS; n++) {
		tap_fill(near_data, AREA, n);
		for (uint32_t i = 0; i < PIECES; i++) {
			ok &= !weft_put_start(
				weft_at(peer(), area2 + i * PIECE),
				near_data + i * PIECE, PIECE, &requests[i]);
		}
		weft_fence();
		weft_flag_write(peer(), flags, n);
		ok &= weft_flag_wait(flags, n, WEFT_FOREVER) == WEFT_OK;
		ok &= weft_get(back, weft_at(me, area2), AREA) == WEFT_OK;
		ok &= tap_same(back, AREA, n);
		ok &= wait_all(WEFT_COMPLETE);
		ok &= weft_barrier(WEFT_FOREVER) == WEFT_OK;
	}
	return ok;
}

/* A barrier completes what has only been started. */
static bool barrier_completes(void)
{
	uint32_t me = weft_rank();
	bool ok = true;

	for (uint32_t n = 1; n <= ROUNDS; n++) {
		tap_fill(near_data, AREA, n + 77);
		for (uint32_t i = 0; i < PIECES; i++) {
			ok &= !weft_put_start(
				weft_at(peer(), area2 + i * PIECE),
				near_data + i * PIECE, PIECE, &requests[i]);
		}
		ok &= weft_barrier(WEFT_FOREVER) == WEFT_OK;
		ok &= weft_get(back, weft_at(me, area2), AREA) == WEFT_OK;
		ok &= tap_same(back, AREA, n + 77);
		ok &= wait_all(WEFT_COMPLETE);
		ok &= weft_barrier(WEFT_FOREVER) == WEFT_OK;
	}
	return ok;
}

/* A large put, and its signal. */
static bool large_puts(uint8_t *data)
{
	bool ok = true;

	for (uint32_t n = 1; n <= ROUNDS; n++) {
		tap_fill(data, AREA, n);
		ok &= weft_put_signal(weft_at(peer(), area2), data, AREA, flags,
				      ROUNDS + n) == WEFT_OK;
		memset(data, 0, AREA); /* it may be reused */
		ok &= weft_flag_wait(flags, ROUNDS + n, WEFT_FOREVER) ==
		      WEFT_OK;
		ok &= weft_get(data, weft_at(weft_rank(), area2), AREA) ==
		      WEFT_OK;
		ok &= tap_same(data, AREA, n);
		ok &= weft_barrier(WEFT_FOREVER) == WEFT_OK;
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
	if (!heap_data || weft_mpb_alloc(AREA + 8, &area) ||
	    weft_mpb_alloc(AREA, &area2) || weft_flags_alloc(1, &flags)) {
		weft_panic("no memory");
	}
	tap_ok(there_and_back(near_data), "started puts and gets, variables");
	weft_barrier(WEFT_FOREVER);
	tap_ok(there_and_back(heap_data), "started puts and gets, heap");
	tap_ok(fence_then_flag(), "a fence waits for what was started");
	tap_ok(barrier_completes(), "so does a barrier");
	weft_flag_write(peer(), flags, ROUNDS);
	weft_barrier(WEFT_FOREVER);
	tap_ok(large_puts(near_data), "large puts and signals, variables");
	tap_ok(errors(), "errors, and then no request");
	return tap_end();
}
