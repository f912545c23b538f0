/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim modes=strict cores=3 time-out=120 args=2000 */
/* weft-test: boards=scc-sim modes=strict cores=17 time-out=120 args=2000 full=1 */
/* weft-test: boards=scc-sim modes=strict cores=3 time-out=600 args=100000 full=1 */
/* weft-image: starve published/hybcomb.c -include tests/target/sync/starve.h */
/*
 * An adversary's schedule starves a core in HybComb, and not with swap_after.  Rank 1 is late:
 * it finds each node closed, and makes its compare-and-swap when another core has made
 * itself the last one.  So others do as many operations as the argument says, and rank 1
 * none.  With swap_after 3 it is served after the fourth look, within two rounds of the others.
 */
#include <stdlib.h>

#include <weft/published/delegate.h>
#include <weft/weft.h>

#include "arch/arch.h"
#define STARVE_LATE
#include "tests/target/sync/starve.h"
#include "tests/target/tap.h"

enum {
	VICTIM = 1,
	MAX_OPS = 1,
	SWAP_AFTER = 3,
	STEPS = 20, /* tries of the victim while others do all that */
};

static struct weft_delegate by;
static uint32_t counter, words, me, cores;
static uint32_t most;       /* operations of others; then they let rank 1 in */
static bool hostile;        /* rank 1: it is late */
static uint32_t swapped_at; /* what others had done when rank 1 swapped */

/* At rank 0: operations of the others; and they may stop. */
static uint32_t others(void)
{
	uint32_t n;

	weft_flag_read(0, words, &n);
	return n;
}

int late_compare_swap(uint32_t rank, uint32_t offset, uint32_t expected,
		      uint32_t value, uint64_t deadline, uint32_t *was)
{
	uint32_t until = others() + most / STEPS;

	while (hostile && (arch_flag_read(rank, offset) == expected ||
			   (int32_t)(others() - until) < 0)) {
		tap_delay(500);
	}
	hostile &= others() < most;
	return sync_compare_swap(rank, offset, expected, value, deadline, was);
}

/* While the node is open, not yet. */
int late_fetch_add(uint32_t rank, uint32_t offset, uint32_t addend,
		   uint64_t deadline, uint32_t *was)
{
	uint32_t ops;

	if (!hostile) {
		return sync_fetch_add(rank, offset, addend, deadline, was);
	}
	do {
		ops = arch_flag_read(rank, offset);
		*was = ops + 1;
		if (ops >= MAX_OPS) {
			sync_compare_swap(rank, offset, ops, ops + addend,
					  deadline, was);
		}
	} while (*was != ops);
	return WEFT_OK;
}

int late_swap(uint32_t rank, uint32_t offset, uint32_t value, uint64_t deadline,
	      uint32_t *was)
{
	if (hostile && rank == by.home) {
		swapped_at = others();
		hostile = false;
	}
	return sync_swap(rank, offset, value, deadline, was);
}

/* Runs one at a time, at any core. */
static uint32_t add(void *state, uint32_t is_other)
{
	uint32_t n;

	(void)state;
	arch_settle(0);
	n = arch_flag_read(0, words) + is_other;
	arch_flag_write(0, words, n);
	return n;
}

static weft_operation *const operations[] = {add};
static const struct weft_object object = {operations, 1, &counter};

static void work(void)
{
	uint32_t end = 0;

	while (!end) {
		weft_apply(&by, 0, 0, 1, NULL, WEFT_FOREVER);
		weft_flag_read(me, words + 4, &end);
	}
}

/* What others did before rank 1's only operation; tries: its compare-and-swaps. */
static uint32_t only_one(uint32_t *tries)
{
	uint32_t did = 0;

	hostile = true;
	weft_apply(&by, 0, 0, 0, &did, WEFT_FOREVER);
	*tries = by.tries;
	return did;
}

static bool starve(uint32_t swap_after)
{
	uint32_t tries = 0, did, round = (cores - 1) * (1 + MAX_OPS);
	bool ok = !weft_delegate_create(&by, &weft_hybcomb, 0, &object, 1);

	by.max_ops = MAX_OPS;
	by.swap_after = swap_after;
	weft_flag_write(me, words, 0);
	weft_flag_write(me, words + 4, 0);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me != VICTIM) {
		work();
	} else {
		did = only_one(&tries);
		ok &= swap_after ? tries == SWAP_AFTER : tries >= STEPS / 2;
		ok &= swap_after ? did - swapped_at <= 2 * round : did >= most;
		for (uint32_t core = 0; core < cores; core++) {
			weft_flag_write(core, words + 4, 1);
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return !weft_delegate_free(&by) && ok;
}

int main(int argc, char **argv)
{
	tap_begin();
	most = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 2000;
	me = weft_rank();
	cores = weft_size();
	if (weft_mpb_alloc(32, &words)) {
		weft_panic("no MPB space");
	}
	tap_ok(starve(0), "a core that is always late waits for %u others",
	       (unsigned)most);
	tap_ok(starve(SWAP_AFTER), "with swap_after: for two rounds");
	return tap_end();
}
