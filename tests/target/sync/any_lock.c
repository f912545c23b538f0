/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 time-out=120 */
/* weft-test: cores=3,17 args=published time-out=120 */
/* weft-test: cores=1,2,48 args=published full=1 time-out=120 */
/* weft-test: cores=3,17 boards=scc-sim args=published modes=relaxed seeds=3 full=1 */
/*
 * Kinds of lock, with "published" all of them: a counter that only the holder may change
 * (two_counts.h); deadlines; the order in which cores asked; locks of all kinds within each
 * other, released in any order; bad calls.
 */
#include <weft/published/lock.h>

#include "tests/target/sync/two_counts.h"
#include "tests/target/dirty.h"
#include "tests/target/tap.h"

enum {
	TURNS = 8,
	IMPATIENT_TURNS = 4,
	ARRIVAL = 0, /* a flag at the home that changes when a core comes */
	PRODUCT = 2, /* kinds; then the published ones */
	KINDS = 7,
};

static const struct weft_lock_kind *const kinds[KINDS] = {
	&weft_lock_tas,  &weft_lock_queue,   &weft_lock_ticket,
	&weft_lock_clh,  &weft_lock_hyblock, &weft_lock_server,
	&weft_lock_token};
static uint32_t n_kinds = PRODUCT;
static struct weft_any_lock locks[KINDS], *one;

/* All at once: with a time that is long enough, for ever, or again and again. */
static bool crowd(void)
{
	uint32_t start = count_so_far(), i = 0;
	bool ok = true;
	int error;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	while (i < TURNS + IMPATIENT_TURNS) {
		uint32_t within = (me * 7 + i * 13) & 63;

		error = weft_any_lock_acquire(one, i < TURNS ? WEFT_FOREVER
							     : within);
		if (error) {
			ok &= i >= TURNS && error == WEFT_ERR_TIMEOUT;
			pause_a_little();
			continue;
		}
		ok &= count();
		ok &= weft_any_lock_release(one) == WEFT_OK;
		i++;
	}
	return counted(start + (TURNS + IMPATIENT_TURNS) * cores) && ok;
}

/* While rank 0 holds it the others come one after the other, the last one first. */
static bool order(void)
{
	uint32_t start = count_so_far(), came, arrival;
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == 0) {
		arrival = weft_flag_at(one->at.flags, ARRIVAL);
		ok &= weft_any_lock_acquire(one, WEFT_FOREVER) == WEFT_OK;
		for (uint32_t i = cores; i-- > 1;) {
			uint32_t before;

			weft_flag_read(one->at.home, arrival, &before);
			came = before;
			weft_flag_write(i, words + 8, start + 1);
			while (came == before) {
				pause_a_little();
				weft_flag_read(one->at.home, arrival, &came);
			}
		}
	} else {
		weft_flag_wait(words + 8, start + 1, WEFT_FOREVER);
		ok &= weft_any_lock_acquire(one, WEFT_FOREVER) == WEFT_OK;
		ok &= count_so_far() == start + cores - 1 - me;
		ok &= count();
	}
	ok &= weft_any_lock_release(one) == WEFT_OK;
	return counted(start + cores - 1) && ok;
}

/* Some of them, taken in one order, given back in any; all have the first. */
static bool nested(void)
{
	uint32_t start = count_so_far();
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < TURNS; i++) {
		uint32_t which = tap_own_random() | 1, left, k;

		for (k = 0; k < n_kinds; k++) {
			ok &= !(which >> k & 1) ||
			      !weft_any_lock_acquire(&locks[k], WEFT_FOREVER);
		}
		ok &= count();
		left = which & ((1 << n_kinds) - 1);
		while (left) {
			k = tap_below(tap_own_random(), n_kinds);
			if (left >> k & 1) {
				left -= UINT32_C(1) << k;
				ok &= !weft_any_lock_release(&locks[k]);
			}
		}
	}
	return counted(start + TURNS * cores) && ok;
}

static bool by_handlers(const struct weft_lock_kind *kind)
{
	return kind == &weft_lock_server || kind == &weft_lock_token;
}

/*
 * Nobody has it.  But it may be on its way to a core that has given up, and hands it on; and a
 * token may be at another core, where the first try asks for it.
 */
static bool take_free(void)
{
	int error = weft_any_lock_acquire(one, 0);

	while (error == WEFT_ERR_TIMEOUT && by_handlers(one->kind)) {
		pause_a_little();
		error = weft_any_lock_acquire(one, 0);
	}
	return error == WEFT_OK;
}

/* Zeroes, one whose creation failed, one that has been freed. */
static bool dead(struct weft_any_lock *lock)
{
	return weft_any_lock_acquire(lock, 0) == WEFT_ERR_STATE &&
	       weft_any_lock_release(lock) == WEFT_ERR_STATE &&
	       weft_any_lock_free(lock) == WEFT_ERR_STATE;
}

static bool errors(void)
{
	struct weft_any_lock other = {.kind = NULL};
	bool mine = me == 0;
	bool ok = weft_any_lock_acquire(NULL, 0) == WEFT_ERR_NULL;

	ok &= weft_any_lock_release(NULL) == WEFT_ERR_NULL;
	ok &= weft_any_lock_create(&other, NULL, 0) == WEFT_ERR_NULL;
	ok &= weft_any_lock_create(NULL, one->kind, 0) == WEFT_ERR_NULL;
	ok &= dead(&other);
	ok &= weft_any_lock_create(&other, one->kind, cores) == WEFT_ERR_RANK;
	ok &= dead(&other);
	ok &= weft_any_lock_release(one) == WEFT_ERR_STATE;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (mine) {
		ok &= take_free();
		ok &= weft_any_lock_acquire(one, 0) == WEFT_ERR_STATE;
		ok &= weft_any_lock_free(one) == WEFT_ERR_STATE;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= mine || weft_any_lock_acquire(one, 0) == WEFT_ERR_TIMEOUT;
	ok &= mine || weft_any_lock_acquire(one, 20) == WEFT_ERR_TIMEOUT;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= !mine || weft_any_lock_release(one) == WEFT_OK;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	/* Nobody else wants it: given back, it is free at once. */
	for (uint32_t i = 0; me == cores - 1 && i < TURNS; i++) {
		ok &= take_free();
		ok &= weft_any_lock_release(one) == WEFT_OK;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	/* So that nobody has a place in a queue. */
	ok &= weft_any_lock_acquire(one, WEFT_FOREVER) == WEFT_OK;
	return weft_any_lock_release(one) == WEFT_OK && ok;
}

static bool create(uint32_t k)
{
	weft_rank_t home = k & 1 ? cores - 1 : cores >> 1;

	return weft_any_lock_create(&locks[k], kinds[k], home) == WEFT_OK;
}

static bool give_back(void)
{
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t k = 0; k < n_kinds; k++) {
		ok &= weft_any_lock_free(&locks[k]) == WEFT_OK;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

/* As after all tickets but a few have been drawn. */
static void soon_round(const struct weft_any_lock *ticket)
{
	for (uint32_t i = 0; i < 2; i++) {
		weft_flag_write(me, weft_flag_at(ticket->at.flags, i),
				UINT32_MAX - TURNS);
	}
}

/* Each where another kind has been; and tickets come round. */
static bool again(void)
{
	bool ok = give_back();

	for (uint32_t k = n_kinds; k-- > 0;) {
		ok &= create(k);
		if (kinds[k] == &weft_lock_ticket) {
			soon_round(&locks[k]);
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t k = 0; k < n_kinds; k++) {
		one = &locks[k];
		ok &= crowd();
	}
	return give_back() && ok;
}

int main(int argc, char **argv)
{
	(void)argv;
	n_kinds = argc > 1 ? KINDS : PRODUCT;
	tap_begin();
	dirty_heap();
	two_counts_begin();
	for (uint32_t k = 0; k < n_kinds; k++) {
		if (!create(k)) {
			weft_panic("no MPB space");
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t k = 0; k < n_kinds; k++) {
		const char *name = weft_lock_name(kinds[k]);

		one = &locks[k];
		tap_ok(crowd(), "%s: all at once, none lost", name);
		/* Which requests for a token are on their way no word says. */
		tap_ok(kinds[k] == &weft_lock_tas ||
			       kinds[k] == &weft_lock_token || order(),
		       "%s: in the order in which they came", name);
		tap_ok(errors(), "%s: bad calls are named errors", name);
	}
	tap_ok(nested(), "locks of all kinds within each other");
	tap_ok(again(), "freed, and created where another kind has been");
	return tap_end();
}
