/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fibers: one waits for a flag while main computes, and main goes on meanwhile.
 *
 * With 4 cores rank 0 says: the fiber has heard 42
 */
#include <stdio.h>
#include <stdlib.h>

#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static uint32_t flag;

static int listen(void *unused)
{
	uint32_t value;

	(void)unused;
	if (weft_flag_wait(flag, 1, WEFT_FOREVER) ||
	    weft_flag_read(weft_rank(), flag, &value)) {
		return -1;
	}
	return (int)value;
}

int main(void)
{
	static struct weft_fiber fiber;
	uint32_t me = weft_rank(), next = me + 1 < weft_size() ? me + 1 : 0;
	size_t bytes = weft_fiber_stack(512);
	void *stack = malloc(bytes);
	int heard;

	need(weft_flags_alloc(1, &flag));
	need(weft_fiber_create(&fiber, listen, NULL, stack, bytes,
			       WEFT_FIBER_NORMAL));
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	need(weft_flag_write(next, flag, 42));
	need(weft_fiber_join(&fiber, &heard, WEFT_FOREVER));
	if (me == 0) {
		printf("the fiber has heard %d\n", heard);
	}
	free(stack);
	return heard == 42 ? 0 : 1;
}
