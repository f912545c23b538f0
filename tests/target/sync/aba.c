/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,scc-qemu cores=1,3 */
/* weft-image: aba published/treiber.c -Dsync_compare_swap=aba_compare_swap */
/*
 * A node that has gone and come again: between the look of a weft_treiber_pop and its
 * compare-and-swap two words are taken and two others put, so the head is the same node as
 * before, with another word.  Only the count of the head's changes tells.
 */
#include <weft/published/treiber.h>
#include <weft/weft.h>

#include "sync/atomic.h"
#include "tests/target/dirty.h"
#include "tests/target/tap.h"

static struct weft_treiber stack;
static bool between; /* the next compare-and-swap comes late */
static uint32_t first, second;

static void meanwhile(void)
{
	weft_treiber_pop(&stack, &first);
	weft_treiber_pop(&stack, &second);
	weft_treiber_push(&stack, 33);
	weft_treiber_push(&stack, 44);
}

/* In the place of the library's, in published/treiber.c. */
ARCH_CALL int aba_compare_swap(uint32_t rank, uint32_t offset,
			       uint32_t expected, uint32_t value,
			       uint64_t deadline, uint32_t *was);

ARCH_CALL int aba_compare_swap(uint32_t rank, uint32_t offset,
			       uint32_t expected, uint32_t value,
			       uint64_t deadline, uint32_t *was)
{
	if (between) {
		between = false;
		meanwhile();
	}
	return sync_compare_swap(rank, offset, expected, value, deadline, was);
}

static bool again(void)
{
	uint32_t value = 0, last = 0;
	bool ok = true;

	ok &= !weft_treiber_push(&stack, 11);
	ok &= !weft_treiber_push(&stack, 22);
	between = true;
	ok &= !weft_treiber_pop(&stack, &value);
	ok &= !between && first == 22 && second == 11;
	ok &= !weft_treiber_pop(&stack, &last);
	ok &= weft_treiber_pop(&stack, &last) == WEFT_ERR_STATE;
	return ok && value == 44 && last == 33;
}

int main(void)
{
	bool ok;

	tap_begin();
	dirty_heap();
	ok = !weft_treiber_create(&stack, weft_size() - 1, 4);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= weft_rank() != 0 || again();
	tap_ok(ok, "a head that looks as before, and has changed");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(!weft_treiber_free(&stack), "freed");
	return tap_end();
}
