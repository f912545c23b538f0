/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 time-out=60 */
/*
 * Whatever a program can spare for serving, weft_delegation_for names a kind that works:
 * each core counts once, by a delegate of it.  Bad calls of delegates are named errors.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	HOME = 0,
};

static uint32_t nothing(void *state, uint32_t n)
{
	(void)state;
	return n;
}

static weft_operation *const operations[] = {nothing, nothing};
static const struct weft_object objects[] = {
	{operations, 2, NULL},
	{operations, 1, NULL},
};

static bool counted(enum weft_service service)
{
	struct weft_shared counters;
	struct weft_delegate by;
	uint32_t one = 1 << 16, was = WEFT_NOTHING, all = 0;
	bool ok = weft_shared_create(&counters, &weft_counters, HOME, 1) ==
		  WEFT_OK;
	bool serves = service == WEFT_BY_A_CORE && weft_rank() == HOME;

	ok &= weft_delegate_create(&by, weft_delegation_for(service), HOME,
				   &counters.object, 1) == WEFT_OK;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= weft_apply(&by, 0, WEFT_COUNTERS_ADD, one, &was, WEFT_FOREVER) ==
		      WEFT_OK &&
	      was < weft_size();
	if (serves) {
		ok &= weft_delegate_serve(&by, WEFT_FOREVER) == WEFT_OK;
	} else if (service == WEFT_BY_A_CORE) {
		ok &= weft_delegate_leave(&by, WEFT_FOREVER) == WEFT_OK;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == HOME) {
		ok &= weft_apply(&by, 0, WEFT_COUNTERS_ADD, 0, &all,
				 WEFT_FOREVER) == WEFT_OK &&
		      all == weft_size();
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= weft_delegate_free(&by) == WEFT_OK;
	return weft_shared_free(&counters) == WEFT_OK && ok;
}

static bool errors(void)
{
	struct weft_object bad = {operations, 256, NULL};
	struct weft_object null = {NULL, 1, NULL};
	const struct weft_delegation *how = &weft_dsm_synch;
	struct weft_delegate d, by;
	uint32_t result;
	bool ok = weft_delegate_create(&by, how, 0, objects, 2) == WEFT_OK;

	ok &= weft_delegate_create(NULL, how, 0, objects, 2) == WEFT_ERR_NULL;
	ok &= weft_delegate_create(&d, NULL, 0, objects, 2) == WEFT_ERR_NULL;
	ok &= weft_delegate_create(&d, how, weft_size(), objects, 2) ==
	      WEFT_ERR_RANK;
	ok &= weft_delegate_create(&d, how, 0, objects, 0) == WEFT_ERR_SIZE;
	ok &= weft_delegate_create(&d, how, 0, &bad, 1) == WEFT_ERR_SIZE;
	ok &= weft_delegate_create(&d, how, 0, &null, 1) == WEFT_ERR_NULL;
	ok &= weft_apply(NULL, 0, 0, 0, &result, 0) == WEFT_ERR_NULL;
	ok &= weft_apply(&by, 2, 0, 0, &result, 0) == WEFT_ERR_NUMBER;
	ok &= weft_apply(&by, 1, 1, 0, &result, 0) == WEFT_ERR_NUMBER;
	ok &= weft_delegate_wait(&by, &result, 0) == WEFT_ERR_STATE;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return weft_delegate_free(&by) == WEFT_OK && ok;
}

int main(void)
{
	tap_begin();
	tap_ok(counted(WEFT_BY_A_CORE), "by a core that serves");
	tap_ok(counted(WEFT_BY_A_HANDLER), "by a handler");
	tap_ok(counted(WEFT_BY_CALLERS), "by callers");
	tap_ok(errors(), "bad calls are named errors");
	return tap_end();
}
