/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3,17 time-out=60 */
/* weft-test: cores=3 args=published time-out=60 */
/* weft-test: cores=17 args=published full=1 time-out=60 */
/* weft-test: cores=3,5 boards=scc-sim args=published modes=relaxed seeds=5 full=1 */
/*
 * Locks in whose queue a core keeps its place when its deadline has passed: it computes on and
 * does not call the lock, and the lock comes to it and past it.  While rank 0 holds the lock all
 * but the last core give up; then the last one must get it, and all others, when they ask again.
 * A core that computes is the home of two of these locks, so it lets handlers in now and then:
 * on boards that poll they run only inside calls (docs/handlers.md).
 */
#include <weft/published/lock.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	KINDS = 3,
	GAVE_UP = 0, /* words: how many have */
	GOT = 4,     /* the last core has had the lock */
	COUNT = 8,   /* what only the holder changes */
	NEVER = 12,  /* nobody writes it */
	SHORT_US = 20,
};

static const struct weft_lock_kind *const kinds[KINDS] = {
	&weft_lock_queue, &weft_lock_server, &weft_lock_token};
static struct weft_any_lock lock;
static uint32_t words, me, cores;

/* Until that word of rank 0 is n: no call of the lock. */
static void compute_until(uint32_t word, uint32_t n)
{
	uint32_t value = 0;

	while (value != n) {
		tap_delay(200);
		weft_flag_wait(words + NEVER, 1, 0);
		weft_flag_read(0, words + word, &value);
	}
}

/* One more, by the holder. */
static void count(void)
{
	uint32_t value;

	weft_get(&value, weft_at(0, words + COUNT), sizeof(value));
	value++;
	weft_put(weft_at(0, words + COUNT), &value, sizeof(value));
}

static bool hold(weft_us_t within)
{
	if (weft_any_lock_acquire(&lock, within)) {
		return false;
	}
	count();
	return weft_any_lock_release(&lock) == WEFT_OK;
}

/* What each core does while others have the lock, or want it. */
static bool turns(void)
{
	uint32_t was;
	bool ok = true;

	if (me == 0) {
		ok &= weft_any_lock_acquire(&lock, WEFT_FOREVER) == WEFT_OK;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == 0) {
		compute_until(GAVE_UP, cores - 2);
		ok &= weft_any_lock_release(&lock) == WEFT_OK;
		compute_until(GOT, 1);
	} else if (me == cores - 1) {
		compute_until(GAVE_UP, cores - 2);
		ok &= hold(WEFT_FOREVER);
		weft_flag_write(0, words + GOT, 1);
	} else {
		ok &= weft_any_lock_acquire(&lock, SHORT_US) ==
		      WEFT_ERR_TIMEOUT;
		weft_atomic_fetch_add(0, words + GAVE_UP, 1, &was);
		compute_until(GOT, 1);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

static bool gave_up(const struct weft_lock_kind *kind)
{
	weft_rank_t home = cores > 3 ? 1 : 0;
	uint32_t count_of, zeroes[4] = {0};
	bool ok = weft_any_lock_create(&lock, kind, home) == WEFT_OK;

	weft_put(weft_at(me, words), zeroes, sizeof(zeroes));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= turns();
	/* All have a place no more once they have had the lock. */
	ok &= hold(WEFT_FOREVER);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	weft_get(&count_of, weft_at(0, words + COUNT), sizeof(count_of));
	ok &= count_of == cores + 1;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= weft_any_lock_free(&lock) == WEFT_OK;
	return ok;
}

/* The published kinds by an argument. */
int main(int argc, char **argv)
{
	uint32_t n = argc > 1 ? KINDS : 1;

	(void)argv;
	tap_begin();
	me = weft_rank();
	cores = weft_size();
	if (weft_mpb_alloc(32, &words)) {
		weft_panic("no MPB space");
	}
	for (uint32_t k = 0; k < n; k++) {
		tap_ok(gave_up(kinds[k]), "%s: who has given up is passed by",
		       weft_lock_name(kinds[k]));
	}
	return tap_end();
}
