/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A lock: cores get it in the order in which they asked, and each waits for a word of
 * its own MPB.
 *
 * With 4 cores rank 0 says: 4 updates, 8
 */
#include <stdio.h>

#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

/* Two words at rank 0 that change together. */
static void update(uint32_t words)
{
	uint32_t pair[2];

	need(weft_get(pair, weft_at(0, words), sizeof(pair)));
	pair[0] += 1;
	pair[1] += 2;
	need(weft_put(weft_at(0, words), pair, sizeof(pair)));
}

int main(void)
{
	struct weft_any_lock lock;
	uint32_t words, pair[2] = {0, 0};

	need(weft_mpb_alloc(sizeof(pair), &words));
	need(weft_any_lock_create(&lock, &weft_lock_queue, 0));
	if (weft_rank() == 0) {
		need(weft_put(weft_at(0, words), pair, sizeof(pair)));
	}
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));

	need(weft_any_lock_acquire(&lock, WEFT_FOREVER));
	update(words);
	need(weft_any_lock_release(&lock));

	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	need(weft_get(pair, weft_at(0, words), sizeof(pair)));
	if (weft_rank() == 0) {
		printf("%u updates, %u\n", (unsigned)pair[0],
		       (unsigned)pair[1]);
	}
	return pair[0] == weft_size() && pair[1] == 2 * pair[0] ? 0 : 1;
}
