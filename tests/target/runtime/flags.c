/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,47,48,64 time-out=120 */
/* Flags: epochs, wrapping, deadlines, neighbours in one line. */
#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	NEIGHBOURS = 16,
	ROUNDS = 300
};

static uint32_t flags;

static uint32_t next_rank(void)
{
	return weft_rank() + 1 < weft_size() ? weft_rank() + 1 : 0;
}

/* A token goes around the ring, each core adding one. */
static bool ring(uint32_t flag, uint32_t start)
{
	bool ok = true;

	for (uint32_t n = start + 1; n != start + 1 + ROUNDS; n++) {
		if (weft_rank() > 0) {
			ok &= !weft_flag_wait(flag, n, WEFT_FOREVER);
		}
		ok &= !weft_flag_write(next_rank(), flag, n);
		if (weft_rank() == 0) {
			ok &= !weft_flag_wait(flag, n, WEFT_FOREVER);
		}
	}
	return ok;
}

/*
 * Each of up to 16 cores owns one flag of rank 0, all in one or two lines: no
 * write may disturb a neighbour's.
 */
static bool neighbours(void)
{
	uint32_t me = weft_rank(), cores = weft_size();
	bool ok = true;

	cores = cores > NEIGHBOURS ? NEIGHBOURS : cores;
	for (uint32_t n = 1; n <= ROUNDS; n++) {
		if (me < cores) {
			weft_flag_write(0, weft_flag_at(flags, me), n);
		}
		for (uint32_t i = 0; me == 0 && i < cores; i++) {
			ok &= !weft_flag_wait(weft_flag_at(flags, i), n,
					      WEFT_FOREVER);
		}
		if (me == 0) {
			ok &= !weft_flag_write(
				cores - 1, weft_flag_at(flags, NEIGHBOURS), n);
		}
		if (me == cores - 1) {
			ok &= !weft_flag_wait(weft_flag_at(flags, NEIGHBOURS),
					      n, WEFT_FOREVER);
		}
		ok &= !weft_barrier_tree(WEFT_FOREVER);
	}
	return ok;
}

static bool deadlines(uint32_t flag)
{
	uint64_t before = weft_cycles();
	bool ok = weft_flag_wait(flag, 1, 0) == WEFT_ERR_TIMEOUT;

	ok &= weft_flag_wait(flag, 1, 200) == WEFT_ERR_TIMEOUT;
	ok &= weft_cycles() - before >= weft_cycles_in_us(200);
	/* A wait that timed out may be repeated. */
	weft_flag_write(weft_rank(), flag, 1);
	ok &= weft_flag_wait(flag, 1, WEFT_FOREVER) == WEFT_OK;
	/* 1 has reached 0, and what is less than 2^31 behind, no more. */
	ok &= weft_flag_wait(flag, 0, 0) == WEFT_OK;
	ok &= weft_flag_wait(flag, 0x80000002u, 0) == WEFT_OK;
	ok &= weft_flag_wait(flag, 0x80000001u, 0) == WEFT_ERR_TIMEOUT;
	ok &= weft_flag_wait(flag, 2, 0) == WEFT_ERR_TIMEOUT;
	return ok;
}

static bool bad_arguments(void)
{
	uint32_t value, many;

	return weft_flag_write(weft_size(), flags, 1) == WEFT_ERR_RANK &&
	       weft_flag_write(0, flags + 2, 1) == WEFT_ERR_ALIGN &&
	       weft_flag_write(0, 0, 1) == WEFT_ERR_RANGE &&
	       weft_flag_wait(UINT32_MAX - 3, 1, 1) == WEFT_ERR_RANGE &&
	       weft_flag_read(0, flags, NULL) == WEFT_ERR_NULL &&
	       weft_flag_read(0, flags, &value) == WEFT_OK &&
	       weft_flags_alloc(1u << 30, &many) == WEFT_ERR_SPACE;
}

/* What the next core has left there is no flag's value any more. */
static bool used_anew(void)
{
	uint32_t me = weft_rank(), next = me + 1 == weft_size() ? 0 : me + 1;
	uint32_t before, again, value = 1;

	if (weft_flags_alloc(1, &before)) {
		return false;
	}
	weft_flag_write(next, before, ROUNDS);
	weft_barrier_tree(WEFT_FOREVER);
	if (weft_mpb_free(before) || weft_flags_alloc(1, &again) ||
	    again != before) {
		return false;
	}
	weft_flag_write(me, again, 0);
	weft_quiet();
	weft_flag_read(me, again, &value);
	weft_barrier_tree(WEFT_FOREVER);
	weft_flag_write(next, again, 1);
	return value == 0 && weft_flag_wait(again, 1, WEFT_FOREVER) == 0 &&
	       weft_flag_read(me, again, &value) == 0 && value == 1;
}

int main(void)
{
	uint32_t ring_flag, wrap_flag, own_flag;

	tap_begin();
	if (weft_flags_alloc(NEIGHBOURS + 1, &flags) ||
	    weft_flags_alloc(1, &ring_flag) ||
	    weft_flags_alloc(1, &wrap_flag) || weft_flags_alloc(1, &own_flag)) {
		weft_panic("no MPB space");
	}
	tap_ok(ring(ring_flag, 0), "%d turns of a ring", ROUNDS);
	weft_flag_write(weft_rank(), wrap_flag, UINT32_MAX - ROUNDS / 2);
	weft_barrier_tree(WEFT_FOREVER);
	tap_ok(ring(wrap_flag, UINT32_MAX - ROUNDS / 2),
	       "%d turns across the wrap of the epoch", ROUNDS);
	tap_ok(neighbours(), "flags in one line do not disturb each other");
	tap_ok(deadlines(own_flag), "waits end at their deadline");
	tap_ok(used_anew(), "flags in space that has been used");
	tap_ok(bad_arguments(), "bad arguments are named errors");
	return tap_end();
}
