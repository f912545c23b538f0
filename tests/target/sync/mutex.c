/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 time-out=120 */
/*
 * Mutexes: a counter that only the holder may change (two_counts.h); the order in which
 * cores asked; giving up and coming back; two mutexes at once.
 */
#include "tests/target/sync/two_counts.h"
#include "tests/target/tap.h"

enum {
	TURNS = 12,
	IMPATIENT_TURNS = 8,
	GO = 2,     /* a mutex's flag that says what a core's place is */
	WAITING = 0 /* .. that */
};

static struct weft_any_lock one, two;

static bool crowd(void)
{
	bool ok = true;

	for (uint32_t i = 0; i < TURNS; i++) {
		ok &= weft_any_lock_acquire(&one, WEFT_FOREVER) == WEFT_OK;
		ok &= count();
		ok &= weft_any_lock_release(&one) == WEFT_OK;
	}
	return counted(TURNS * cores) && ok;
}

/* All give up at times; whoever gets in has to be alone. */
static bool impatient(void)
{
	uint32_t mine = 0, all;
	bool ok = true;
	int error;

	for (uint32_t i = 0; i < IMPATIENT_TURNS;) {
		error = weft_any_lock_acquire(&one, (me * 7 + i * 13) & 63);
		if (error == WEFT_OK) {
			ok &= count();
			ok &= weft_any_lock_release(&one) == WEFT_OK;
			mine++;
			i++;
		} else {
			ok &= error == WEFT_ERR_TIMEOUT;
			pause_a_little();
		}
	}
	all = (TURNS + IMPATIENT_TURNS) * cores;
	return counted(all) && ok && mine == IMPATIENT_TURNS;
}

/* The counter is a place in the order; mine should be this one. */
static bool nth(uint32_t place)
{
	bool ok = weft_any_lock_acquire(&one, WEFT_FOREVER) == WEFT_OK;

	ok &= count_so_far() == place && count();
	return weft_any_lock_release(&one) == WEFT_OK && ok;
}

/* Rank 0: that core waits in the queue. */
static void until_waiting(uint32_t rank)
{
	uint32_t go;

	do {
		pause_a_little();
		weft_flag_read(rank, weft_flag_at(one.at.flags, GO), &go);
	} while (go != WAITING);
}

/*
 * While rank 0 holds it all others ask, one after the other, and give up.  Then those of
 * odd rank ask again, the last first: they have kept their places.  The others are
 * passed over, and come to the end of the queue.
 */
static bool places(void)
{
	uint32_t start = count_so_far();
	bool ok = true;

	if (me == 0) {
		ok &= weft_any_lock_acquire(&one, WEFT_FOREVER) == WEFT_OK;
	}
	for (uint32_t i = 1; i < cores; i++) {
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		if (i == me) {
			ok &= weft_any_lock_acquire(&one, 1) ==
			      WEFT_ERR_TIMEOUT;
			ok &= weft_any_lock_acquire(&one, 0) ==
			      WEFT_ERR_TIMEOUT;
			ok &= weft_any_lock_free(&one) == WEFT_ERR_STATE;
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == 0) {
		for (uint32_t i = cores; i-- > 1;) {
			weft_flag_write(i, words + 8, 1);
			if (i & 1) {
				until_waiting(i);
			}
		}
		ok &= weft_any_lock_release(&one) == WEFT_OK;
	} else {
		weft_flag_wait(words + 8, 1, WEFT_FOREVER);
		ok &= !(me & 1) || nth(start + (me >> 1));
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me && !(me & 1)) {
		ok &= weft_any_lock_acquire(&one, WEFT_FOREVER) == WEFT_OK;
		ok &= count() && weft_any_lock_release(&one) == WEFT_OK;
	}
	return counted(start + cores - 1) && ok;
}

/* One within the other, freed in both orders. */
static bool nested(void)
{
	uint32_t start = count_so_far();
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < 4; i++) {
		bool crossed = (me + i) & 1;

		ok &= weft_any_lock_acquire(&one, WEFT_FOREVER) == WEFT_OK;
		ok &= weft_any_lock_acquire(&two, WEFT_FOREVER) == WEFT_OK;
		ok &= count();
		ok &= weft_any_lock_release(crossed ? &one : &two) == WEFT_OK;
		ok &= weft_any_lock_release(crossed ? &two : &one) == WEFT_OK;
	}
	return counted(start + 4 * cores) && ok;
}

static bool errors(void)
{
	bool ok = weft_any_lock_acquire(NULL, 0) == WEFT_ERR_NULL;
	bool mine = me == 0;

	ok &= weft_any_lock_create(&two, &weft_lock_queue, cores) ==
	      WEFT_ERR_RANK;
	ok &= weft_any_lock_release(&one) == WEFT_ERR_STATE;
	if (mine) {
		ok &= weft_any_lock_acquire(&one, 0) == WEFT_OK;
		ok &= weft_any_lock_acquire(&one, 0) == WEFT_ERR_STATE;
		ok &= weft_any_lock_free(&one) == WEFT_ERR_STATE;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= mine || weft_any_lock_acquire(&one, 0) == WEFT_ERR_TIMEOUT;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= !mine || weft_any_lock_release(&one) == WEFT_OK;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok && weft_any_lock_free(&one) == WEFT_OK;
}

int main(void)
{
	tap_begin();
	two_counts_begin();
	if (weft_any_lock_create(&one, &weft_lock_queue, cores >> 1) ||
	    weft_any_lock_create(&two, &weft_lock_queue, cores - 1)) {
		weft_panic("no MPB space");
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(crowd(), "all at once, none lost");
	tap_ok(impatient(), "who gives up may come again");
	tap_ok(places(),
	       "who has given up keeps a place, until it is passed over");
	tap_ok(nested(), "one mutex within another");
	tap_ok(errors(), "bad calls are named errors");
	return tap_end();
}
