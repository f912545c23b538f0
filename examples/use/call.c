/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls: ask another core for something, and get its reply, whatever it computes.
 *
 * With 4 cores rank 0 says: core 3 says: 7 squared is 49
 */
#include <stdio.h>

#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static void square(struct weft_called *call, void *unused)
{
	uint32_t result = call->word[0] * call->word[0];

	(void)unused;
	weft_call_reply(call, &result, sizeof(result));
}

int main(void)
{
	static const struct weft_calls_shape shape = {
		.endpoint = 1, .slots = 1, .bytes = 4};
	static struct weft_calls calls;
	uint32_t question = 7, answer = 0, last = weft_size() - 1;
	size_t bytes = sizeof(answer);

	need(weft_am_begin(WEFT_AM_INTERRUPT));
	need(weft_calls_open(&calls, &shape, square, NULL));
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	need(weft_call(&calls, last, &question, 1, &answer, &bytes,
		       WEFT_FOREVER));
	if (weft_rank() == 0) {
		printf("core %u says: %u squared is %u\n", (unsigned)last,
		       (unsigned)question, (unsigned)answer);
	}
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	return answer == 49 ? 0 : 1;
}
