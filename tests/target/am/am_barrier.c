/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 args=poll time-out=120 */
/* weft-test: cores=2,3,17 args=mixed time-out=120 */
/* weft-test: cores=3 boards=scc-sim modes=relaxed args=mixed seeds=2 time-out=120 */
/* weft-test: cores=48 boards=scc-sim args=mixed full=1 time-out=120 */
/* weft-image: am_barrier_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_barrier_least boards=scc-sim cores=2,3,17 args=mixed time-out=120 */
/* weft-test: image=am_barrier_least boards=scc-sim cores=48 args=mixed full=1 time-out=120 */
/*
 * Barriers that serve.  In each round every core stores at every other one, as words and
 * as blocks, at a pace of its own.  When all stores are synchronized it has all of
 * them, and none of the next round, before it meets the others again; when it has, all
 * have come.  A barrier that runs out of time goes on, and needs nobody who has returned.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	ROUNDS = 6,
	BLOCK = 16, /* words, too many for messages */
	CORES = 64,
	SOON = 2000, /* us */
	PIECES = 40,
	PIECE = 3, /* us */
	LATER = 1,   /* a handler */
	ENDPOINT = 1,
	TAG = 77,
};

static uint32_t me, cores, came; /* flags, by cores */
static uint32_t rows[CORES][1 + BLOCK];
static struct weft_am_segment segment = {.memory = rows, .bytes = sizeof(rows)};
static struct weft_am_remote remote[CORES];
static volatile uint32_t late;

static void later(struct weft_am_message *m)
{
	late += m->count == 0;
}

static weft_am_handler *const table[] = {NULL, later};
static const struct weft_am_endpoint endpoint = {TAG, table, 2, NULL};

/* Nobody has done anything in the library yet but begin. */
static bool begin(const char *how)
{
	bool ok = !weft_flags_alloc(cores, &came) &&
		  !weft_am_open(ENDPOINT, &endpoint) &&
		  weft_am_barrier(0) == WEFT_ERR_STATE &&
		  !weft_am_begin(meet_polls(how) ? WEFT_AM_POLL
						 : WEFT_AM_INTERRUPT) &&
		  !weft_am_barrier(WEFT_FOREVER) &&
		  !weft_am_segment_open(0, &segment) &&
		  !weft_am_barrier(WEFT_FOREVER);

	for (uint32_t i = 0; i < cores; i++) {
		ok &= !weft_am_map(&remote[i], i, 0, 0, WEFT_FOREVER);
	}
	weft_am_hold();
	ok &= weft_am_all_store_sync(0) == WEFT_ERR_STATE;
	weft_am_release();
	/* Nobody is asked for a segment any more. */
	return ok & !weft_am_barrier(WEFT_FOREVER);
}

static bool store(uint32_t round)
{
	uint32_t row[1 + BLOCK];
	bool ok = true;

	for (uint32_t i = 0; i < 1 + BLOCK; i++) {
		row[i] = round + 1;
	}
	for (uint32_t i = 0; i < cores; i++) {
		uint32_t at = me * (uint32_t)sizeof(row);

		ok &= !weft_am_store(&remote[i], at, row, 4, WEFT_FOREVER) &&
		      !weft_am_store(&remote[i], at + 4, row + 1,
				     sizeof(row) - 4, WEFT_FOREVER);
	}
	return ok;
}

static bool have_all(uint32_t round)
{
	bool ok = true;

	for (uint32_t i = 0; i < cores; i++) {
		for (uint32_t k = 0; k < 1 + BLOCK; k++) {
			ok &= *(volatile uint32_t *)&rows[i][k] == round + 1;
		}
	}
	return ok;
}

static void dawdle(void)
{
	tap_delay(tap_below(tap_own_random(), 1500));
}

/* Others see that I come though they serve nothing. */
static bool meet_all(void)
{
	static uint32_t times;
	bool ok = true;

	times++;
	for (uint32_t i = 0; i < cores; i++) {
		weft_flag_write(i, weft_flag_at(came, me), times);
	}
	weft_quiet();
	ok &= !weft_am_barrier(WEFT_FOREVER);
	for (uint32_t i = 0; i < cores; i++) {
		uint32_t value = 0;

		weft_flag_read(me, weft_flag_at(came, i), &value);
		ok &= (int32_t)(value - times) >= 0;
	}
	return ok;
}

static bool rounds(void)
{
	bool ok = true;

	for (uint32_t r = 0; r < ROUNDS; r++) {
		dawdle();
		ok &= store(r) && !weft_am_all_store_sync(WEFT_FOREVER);
		dawdle();
		ok &= have_all(r);
		ok &= meet_all();
		dawdle();
		ok &= meet_all();
	}
	return ok;
}

/* Rank 1 comes when rank 0 has given up waiting for it once. */
static bool goes_on(void)
{
	struct weft_am_dest to = {1, ENDPOINT, TAG, ENDPOINT};
	bool ok = true;
	int error = WEFT_ERR_TIMEOUT;

	if (me == 0 && cores > 1) {
		ok = weft_am_barrier(SOON) == WEFT_ERR_TIMEOUT &&
		     !weft_am_request(&to, LATER, NULL, 0, WEFT_FOREVER);
	} else if (me == 1) {
		ok = !weft_am_wait(&late, 1, WEFT_FOREVER);
	}
	while (error == WEFT_ERR_TIMEOUT) {
		error = weft_am_barrier(SOON);
	}
	return ok && !error;
}

/* Calls that run out of time again and again; and whoever is through serves no more. */
static bool syncs_in_pieces(void)
{
	bool ok = true;

	for (uint32_t r = 0; r < PIECES; r++) {
		int error;

		dawdle();
		ok &= !weft_am_store(&remote[(me + 1) % cores],
				     me * (uint32_t)sizeof(rows[0]), &r,
				     sizeof(r), WEFT_FOREVER);
		do {
			error = weft_am_all_store_sync(
				tap_below(tap_own_random(), PIECE));
		} while (error == WEFT_ERR_TIMEOUT);
		ok &= !error && !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok &= *(volatile uint32_t *)rows[(me + cores - 1) % cores] == r;
		ok &= !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	return ok;
}

int main(int argc, char **argv)
{
	bool ok;

	me = weft_rank();
	cores = weft_size();
	if (cores > CORES) {
		weft_panic("more cores than this test has room for");
	}
	tap_begin();
	tap_ok(begin(argc > 1 ? argv[1] : "poll"),
	       "cores meet that have only begun");
	tap_ok(rounds(), "all stores of a round are there, and no others");
	tap_ok(goes_on(), "a barrier that ran out of time goes on");
	ok = rounds();
	tap_ok(ok, "and after that they are there, too");
	tap_ok(syncs_in_pieces(), "so they are if each call is short");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return tap_end();
}
