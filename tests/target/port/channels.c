/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 time-out=120 */
/*
 * Started copies as long as a chip's engine takes them, with and without a tail that it
 * does not, as many at a time as it has channels, and one more.  Who is told that a
 * source may be reused does so at once, from its end, which is sent last; who is told
 * that data have come looks at once, at the end.  Where there is no engine the same
 * must hold.
 */
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	PIECES = 3,
	PLACE = 1064, /* of a piece; the longest one leaves a margin */
	AREA = PIECES * PLACE,
	END = 16,
	NOTHING = 0xee,
	SIZES = 8,
	FETCHED = 1024, /* while the rest of the area is sent */
	SENT = AREA - FETCHED - 1,
};

static const uint16_t sizes[SIZES] = {512,  513, 519,  520,
				      1000, 607, 1033, 1048};

static uint8_t data[AREA] __attribute__((aligned(8)));
static uint8_t back[AREA] __attribute__((aligned(8)));
static uint32_t area, flags, flagged;
static struct weft_request requests[PIECES];

static uint32_t peer(void)
{
	return weft_rank() + 1 < weft_size() ? weft_rank() + 1 : 0;
}

/* In round n: how many pieces; of piece i how long it is, and its pattern. */
static uint32_t pieces(uint32_t n)
{
	return n & 2 ? PIECES : PIECES - 1;
}

static uint32_t bytes(uint32_t n, uint32_t i)
{
	uint32_t size = sizes[(n + i * 3) & (SIZES - 1)];

	return n & 1 ? size : size & ~7u;
}

static uint32_t key(uint32_t n, uint32_t i)
{
	return n << 8 | weft_rank() << 2 | i;
}

/* Which piece is asked about as the k-th: forwards, or backwards. */
static uint32_t turn(uint32_t n, uint32_t k)
{
	return n & 4 ? k : pieces(n) - 1 - k;
}

static uint32_t place(uint32_t i)
{
	return i ? place(i - 1) + PLACE : 0;
}

static void fill(uint32_t n)
{
	memset(data, NOTHING, AREA);
	for (uint32_t i = 0; i < pieces(n); i++) {
		tap_fill(data + place(i), bytes(n, i), key(n, i));
	}
}

/* All pieces, and nothing behind each. */
static bool is_filled(const uint8_t *found, uint32_t n)
{
	bool ok = true;

	for (uint32_t i = 0; i < pieces(n); i++) {
		const uint8_t *piece = found + place(i);

		ok &= tap_same(piece, bytes(n, i), key(n, i));
		for (uint32_t k = bytes(n, i); k < PLACE; k++) {
			ok &= piece[k] == NOTHING;
		}
	}
	return ok;
}

/* Those of a piece that is in `data`. */
static bool is_end(const uint8_t *end, uint32_t n, uint32_t i)
{
	return !memcmp(end, data + place(i) + bytes(n, i) - END, END);
}

/* The peer's area: nothing, or these. */
static void set_area(const uint8_t *from)
{
	if (!from) {
		memset(back, NOTHING, AREA);
		from = back;
	}
	weft_put(weft_at(peer(), area), from, AREA);
	weft_quiet();
}

/* To the end of n bytes, or from it, by the core and in its own memory: soon. */
static void __attribute__((hot, noinline)) spoil_end(uint8_t *at, uint32_t n)
{
	volatile uint8_t *end = at + n;

	for (uint32_t k = 0; k < END; k++) {
		*--end = NOTHING;
	}
}

static void __attribute__((hot, noinline))
copy_end(uint8_t *to, const uint8_t *at, uint32_t n)
{
	const volatile uint8_t *end = at + n;

	for (uint32_t k = END; k-- > 0;) {
		to[k] = *--end;
	}
}

static bool __attribute__((hot, noinline)) puts_reuse(uint32_t n)
{
	uint8_t ends[PIECES][END];
	bool ok = true;

	fill(n);
	set_area(NULL);
	for (uint32_t i = 0; i < pieces(n); i++) {
		ok &= !weft_put_start(weft_at(peer(), area + place(i)),
				      data + place(i), bytes(n, i),
				      &requests[i]);
	}
	for (uint32_t k = 0; k < pieces(n); k++) {
		uint32_t i = turn(n, k);

		ok &= !weft_wait(&requests[i], WEFT_REUSABLE, WEFT_FOREVER);
		spoil_end(data + place(i), bytes(n, i));
	}
	for (uint32_t k = 0; k < pieces(n); k++) {
		uint32_t i = turn(n, k), end = place(i) + bytes(n, i) - END;

		ok &= !weft_wait(&requests[i], WEFT_COMPLETE, WEFT_FOREVER);
		weft_get(ends[i], weft_at(peer(), area + end), END);
	}
	fill(n);
	for (uint32_t i = 0; i < pieces(n); i++) {
		ok &= is_end(ends[i], n, i);
	}
	memset(data, NOTHING, AREA);
	weft_get(back, weft_at(peer(), area), AREA);
	return ok && is_filled(back, n);
}

/* `within`: how long to wait at a time; 0: ask only. */
static bool __attribute__((hot, noinline))
gets_look(uint32_t n, weft_us_t within)
{
	uint8_t ends[PIECES][END];
	bool ok = true;

	fill(n);
	set_area(data);
	memset(back, NOTHING, AREA);
	for (uint32_t i = 0; i < pieces(n); i++) {
		ok &= !weft_get_start(back + place(i),
				      weft_at(peer(), area + place(i)),
				      bytes(n, i), &requests[i]);
	}
	for (uint32_t k = 0; k < pieces(n); k++) {
		uint32_t i = turn(n, k);
		struct weft_request *r = &requests[i];

		while (!within && !weft_test(r, WEFT_COMPLETE)) {
		}
		while (within && weft_wait(r, WEFT_COMPLETE, within) ==
					 WEFT_ERR_TIMEOUT) {
		}
		copy_end(ends[i], back + place(i), bytes(n, i));
		ok &= weft_test(r, WEFT_COMPLETE);
	}
	for (uint32_t i = 0; i < pieces(n); i++) {
		ok &= is_end(ends[i], n, i);
	}
	return ok && is_filled(back, n);
}

/* From my window to the peer's, or the other way, where it then lies. */
static bool between_windows(uint32_t n, uint32_t from, uint32_t to)
{
	uint32_t size = bytes(n, 0), half = place(1) + PLACE / 2;
	bool ok = true;

	fill(n);
	memset(back, NOTHING, AREA);
	weft_put(weft_at(to, area + half), back, AREA / 2);
	weft_put(weft_at(from, area), data, size);
	weft_quiet();
	ok &= !weft_copy_start(weft_at(to, area + half), weft_at(from, area),
			       size, &requests[0]);
	ok &= !weft_wait(&requests[0], WEFT_COMPLETE, WEFT_FOREVER);
	weft_get(back, weft_at(to, area + half), AREA / 2);
	return ok && tap_same(back, size, key(n, 0)) && back[size] == NOTHING;
}

enum order {
	FENCE_AND_FLAG,
	QUIET_AND_FLAG,
	BARRIER
};

/* The same for all, as I know nothing of who writes to me; its end first. */
static bool __attribute__((hot, noinline))
ends_with(uint32_t at, uint32_t value)
{
	uint8_t end[END];
	bool ok = true;

	weft_get(end, weft_at(weft_rank(), area + at - END), END);
	for (uint32_t k = END; k-- > 0;) {
		ok &= end[k] == (uint8_t)value;
	}
	return ok;
}

/*
 * What is started is ordered, though nobody waits for it, and though another channel has
 * been busy for longer: with what it fetches, which nobody changes.
 */
static bool __attribute__((hot, noinline)) ordered(uint32_t n, enum order by)
{
	uint32_t value = ++flagged, size = SENT - n;
	bool ok = true;

	memset(data, (uint8_t)value, AREA);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	weft_get_start(back, weft_at(peer(), area), FETCHED, &requests[0]);
	weft_put_start(weft_at(peer(), area + FETCHED), data, size,
		       &requests[1]);
	if (by == BARRIER) {
		ok &= !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	} else {
		if (by == QUIET_AND_FLAG) {
			weft_quiet();
		} else {
			weft_fence();
		}
		weft_flag_write(peer(), flags, value);
		ok &= !weft_flag_wait(flags, value, WEFT_FOREVER);
	}
	ok &= ends_with(FETCHED + size, value);
	for (uint32_t i = 0; i < 2; i++) {
		ok &= !weft_wait(&requests[i], WEFT_COMPLETE, WEFT_FOREVER);
	}
	weft_get(data, weft_at(peer(), area), FETCHED);
	return ok && !memcmp(data, back, FETCHED);
}

int main(void)
{
	bool reuse = true, look = true, impatient = true, ask = true;
	bool windows = true, orders = true;

	tap_begin();
	if (weft_mpb_alloc(AREA, &area) || weft_flags_alloc(1, &flags)) {
		weft_panic("no MPB space");
	}
	for (uint32_t n = 0; n < SIZES; n++) {
		reuse &= puts_reuse(n);
		look &= gets_look(n, WEFT_FOREVER);
		impatient &= gets_look(n, 1);
		ask &= gets_look(n, 0);
	}
	tap_ok(reuse, "a source that is given back may be reused");
	tap_ok(look, "data that have come are there");
	tap_ok(impatient, "nor earlier where a wait's time is up");
	tap_ok(ask, "nor where one only asks");
	for (uint32_t n = 0; n < SIZES; n++) {
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		windows &= between_windows(n, weft_rank(), peer());
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		windows &= between_windows(n, peer(), weft_rank());
	}
	tap_ok(windows, "from window to window");
	for (uint32_t n = 0; n < SIZES; n++) {
		orders &= ordered(n, FENCE_AND_FLAG);
		orders &= ordered(n, QUIET_AND_FLAG);
		orders &= ordered(n, BARRIER);
	}
	tap_ok(orders,
	       "a fence, a quiet and a barrier order all that is started");
	return tap_end();
}
