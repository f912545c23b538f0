/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fibers: each core computes, and passes on what comes from its neighbour meanwhile.
 * A token goes round all cores some times; the fiber that passes it on costs the
 * computation nothing while it waits.
 */
#include <stdio.h>
#include <stdlib.h>

#include <weft/weft.h>

enum {
	ROUNDS = 10,
	OWN = 1024, /* bytes of stack that the fiber uses itself */
	WORK = 1000,
};

static uint32_t
	flag; /* written by the core before me: rounds that it has passed on */

static int passes_on(void *unused)
{
	uint32_t me = weft_rank(), next = me + 1 < weft_size() ? me + 1 : 0;
	int error = WEFT_OK;

	(void)unused;
	for (uint32_t n = 1; n <= ROUNDS && !error; n++) {
		if (me == 0) { /* which begins each round */
			error = weft_flag_write(next, flag, n);
		}
		if (!error) {
			error = weft_flag_wait(flag, n, WEFT_FOREVER);
		}
		if (!error && me != 0) {
			error = weft_flag_write(next, flag, n);
		}
	}
	return error;
}

/* Some of it, between two looks whether others have something to do. */
static uint32_t compute(uint32_t x)
{
	for (uint32_t i = 0; i < WORK; i++) {
		x ^= x << 13;
		x ^= x >> 17;
		x ^= x << 5;
	}
	return x;
}

int main(void)
{
	static struct weft_fiber fiber;
	size_t bytes = weft_fiber_stack(OWN);
	void *stack = malloc(bytes);
	uint32_t x = weft_rank() + 1, parts = 0;
	int error;

	if (weft_flags_alloc(1, &flag) ||
	    weft_fiber_create(&fiber, passes_on, NULL, stack, bytes,
			      WEFT_FIBER_HIGH)) {
		weft_panic("no fiber");
	}
	do {
		x = compute(x);
		parts++;
		weft_fiber_yield();
	} while (weft_fiber_join(&fiber, &error, 0) == WEFT_ERR_TIMEOUT);
	if (weft_rank() == 0) {
		printf("%u rounds of %u cores; rank 0 has computed %u parts "
		       "meanwhile\n",
		       (unsigned)ROUNDS, (unsigned)weft_size(),
		       (unsigned)parts);
	}
	free(stack);
	return error;
}
