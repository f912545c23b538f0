/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stack of words for all cores: who pushes and then pops gets some word, and in the end
 * it is empty.
 *
 * With 4 cores rank 0 says: the stack is empty again
 */
#include <stdio.h>

#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

int main(void)
{
	struct weft_stack stack;
	struct weft_object object;
	struct weft_delegate delegate;
	uint32_t result;

	need(weft_stack_create(&stack, 0, weft_size()));
	object = weft_stack_object(&stack);
	need(weft_delegate_create(&delegate, &weft_under_queue, 0, &object, 1));
	need(weft_barrier(WEFT_FOREVER));
	need(weft_apply(&delegate, 0, WEFT_STACK_PUSH, weft_rank(), NULL,
			WEFT_FOREVER));
	need(weft_apply(&delegate, 0, WEFT_STACK_POP, 0, &result,
			WEFT_FOREVER));
	printf("I have popped %u\n", (unsigned)result);
	need(weft_barrier(WEFT_FOREVER));
	need(weft_apply(&delegate, 0, WEFT_STACK_POP, 0, &result,
			WEFT_FOREVER));
	if (weft_rank() == 0 && result == WEFT_NOTHING) {
		printf("the stack is empty again\n");
	}
	return 0;
}
