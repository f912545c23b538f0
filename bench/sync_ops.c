/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-qemu,arm-qemu cores=48 count=instructions */
/*
 * Instructions of locks and combiners while nobody else wants them, the home being another
 * core: a lock taken and released; an operation that adds to a word of private memory,
 * applied by the core that then combines.
 */
#include <stdio.h>

#include <weft/published/delegate.h>
#include <weft/weft.h>

#include "common.h"

enum {
	OPS = 32
};

static struct weft_any_lock lock;
static struct weft_delegate delegate;
static uint32_t counter;

static uint32_t add(void *state, uint32_t n)
{
	uint32_t *word = state;

	*word += n;
	return *word;
}

static weft_operation *const operations[] = {add};
static const struct weft_object object = {operations, 1, &counter};

static void do_nothing(void)
{
	__asm__ volatile("" ::: "memory");
}

static void do_lock(void)
{
	weft_any_lock_acquire(&lock, WEFT_FOREVER);
	weft_any_lock_release(&lock);
}

static void do_home_lock(void)
{
	weft_lock(weft_size() - 1, WEFT_FOREVER);
	weft_unlock(weft_size() - 1);
}

static void do_apply(void)
{
	weft_apply(&delegate, 0, 0, 1, NULL, WEFT_FOREVER);
}

/* Rank 0 does it, and the others are at a barrier. */
static void count(const char *op, void (*once)(void))
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		printf("weft-bench: sync op=%s ops=%d cores=one\n", op, OPS);
		once(); /* what is different the first time */
		bench_begin();
		for (int i = 0; i < OPS; i++) {
			once();
		}
		bench_end();
	} else {
		bench_begin();
		bench_end();
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

static void count_lock(const struct weft_lock_kind *kind)
{
	if (weft_any_lock_create(&lock, kind, weft_size() - 1)) {
		weft_panic("no MPB space");
	}
	count(weft_lock_name(kind), do_lock);
	weft_any_lock_free(&lock);
}

static void count_combiner(const struct weft_delegation *how)
{
	if (weft_delegate_create(&delegate, how, weft_size() - 1, &object, 1)) {
		weft_panic("no MPB space");
	}
	count(weft_delegation_name(how), do_apply);
	weft_delegate_free(&delegate);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	count("nothing", do_nothing);
	count("lock", do_home_lock);
	count_lock(&weft_lock_tas);
	count_lock(&weft_lock_ticket);
	count_lock(&weft_lock_clh);
	count_lock(&weft_lock_queue);
	count_lock(&weft_lock_hyblock);
	count_lock(&weft_lock_token);
	count_combiner(&weft_hybcomb);
	count_combiner(&weft_dsm_synch);
	count_combiner(&weft_cc_synch);
	count_combiner(&weft_h_synch);
	return 0;
}
