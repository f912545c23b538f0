/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A queue, a stack and counters for all cores: objects of one delegate.
 *
 * With 4 cores rank 0 says: a word each, one on the stack: yes; counter 0 has 4
 */
#include <stdio.h>

#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

enum which {
	QUEUE,
	STACK,
	COUNTERS
};
static struct weft_delegate delegate;

static uint32_t apply(uint32_t object, uint32_t operation, uint32_t argument)
{
	uint32_t result;

	need(weft_apply(&delegate, object, operation, argument, &result,
			WEFT_FOREVER));
	return result;
}

int main(void)
{
	struct weft_shared queue, stack, counters;
	uint32_t n = weft_size(), word;

	need(weft_shared_create(&queue, &weft_queue, 0, n));
	need(weft_shared_create(&stack, &weft_stack, 0, n));
	need(weft_shared_create(&counters, &weft_counters, 0, n));
	struct weft_object all[] = {queue.object, stack.object,
				    counters.object};
	need(weft_delegate_create(&delegate, &weft_under_queue, 0, all, 3));
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	apply(QUEUE, WEFT_QUEUE_PUT, weft_rank());
	word = apply(QUEUE, WEFT_QUEUE_TAKE, 0);
	apply(STACK, WEFT_STACK_PUSH, word);
	apply(COUNTERS, WEFT_COUNTERS_ADD_BELOW, word | 1u << 16);
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	if (weft_rank() == 0) {
		printf("a word each, one on the stack: %s; counter 0 has %u\n",
		       apply(STACK, WEFT_STACK_POP, 0) < n ? "yes" : "no",
		       (unsigned)apply(COUNTERS, WEFT_COUNTERS_ADD, 0));
	}
	return 0;
}
