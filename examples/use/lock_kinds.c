/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Locks of papers, one after the other: each lets all cores in once.
 *
 * With 4 cores rank 0 says: 3 kinds, 4 cores each
 */
#include <stdio.h>

#include <weft/published/lock.h>
#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

#define KINDS 3
static const struct weft_lock_kind *const kinds[KINDS] = {
	&weft_lock_ticket, &weft_lock_clh, &weft_lock_token};

int main(void)
{
	uint32_t words, n[KINDS] = {0};

	need(weft_mpb_alloc(sizeof(n), &words));
	need(weft_put(weft_at(weft_rank(), words), n, sizeof(n)));
	for (uint32_t i = 0; i < KINDS; i++) {
		struct weft_any_lock lock;
		struct weft_addr word = weft_at(0, words + 4 * i);

		need(weft_any_lock_create(&lock, kinds[i], 0));
		need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
		need(weft_any_lock_acquire(&lock, WEFT_FOREVER));
		need(weft_get(&n[i], word, sizeof(n[i])));
		n[i]++;
		need(weft_put(word, &n[i], sizeof(n[i])));
		need(weft_any_lock_release(&lock));
		need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
		need(weft_get(&n[i], word, sizeof(n[i])));
		if (n[i] != weft_size()) {
			weft_panic(weft_lock_name(kinds[i]));
		}
		need(weft_any_lock_free(&lock));
	}
	if (weft_rank() == 0) {
		printf("%d kinds, %u cores each\n", KINDS, (unsigned)n[0]);
	}
	return 0;
}
