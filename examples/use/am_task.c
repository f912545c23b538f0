/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Remote enqueue: another core runs a function, as a thread, and what it returns comes
 * back.
 *
 * With 4 cores rank 0 says: rank 3 says: 6 by 7 is 42
 */
#include <stdio.h>

#include <weft/published/am_task.h>
#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static uint32_t area(const uint32_t *words, uint32_t count, weft_rank_t from)
{
	(void)from;
	return count == 2 ? words[0] * words[1] : 0;
}

static weft_am_function *const functions[] = {area};

int main(void)
{
	static struct weft_am_counter mine;
	static uint32_t result;
	const uint32_t sides[2] = {6, 7};
	uint32_t last = weft_size() - 1;

	need(weft_am_begin(WEFT_AM_POLL));
	need(weft_am_functions(functions, 1));
	need(weft_am_barrier(WEFT_FOREVER));
	if (weft_rank() == 0) {
		need(weft_am_enqueue(last, 0, sides, 2, &result, &mine,
				     WEFT_FOREVER));
	}
	if (weft_rank() == last) {
		need(weft_am_run_next(WEFT_FOREVER));
	}
	need(weft_am_sync(&mine, WEFT_FOREVER));
	if (weft_rank() == 0) {
		printf("rank %u says: %u by %u is %u\n", (unsigned)last,
		       (unsigned)sides[0], (unsigned)sides[1],
		       (unsigned)result);
	}
	need(weft_am_barrier(WEFT_FOREVER));
	return 0;
}
