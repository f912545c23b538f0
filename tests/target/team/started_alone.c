/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu,epiphany-emu cores=1,3,17 time-out=60 */
/*
 * Started collectives end by interrupts alone: nobody calls weft until the result is
 * there.  On the other boards nothing interrupts who does not.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	MOST = 17
};

static volatile uint32_t all[MOST];

/* Each core's number, from all to all. */
static bool blocks(uint32_t turn)
{
	uint32_t mine = weft_rank() + turn, size = weft_size();
	struct weft_request request;
	bool ok;

	for (uint32_t i = 0; i < size; i++) {
		all[i] = 0;
	}
	ok = weft_allgather_start(&mine, (void *)(uintptr_t)all, sizeof(mine),
				  WEFT_WORLD, &request) == WEFT_OK;
	for (uint32_t i = 0; ok && i < size; i++) {
		while (all[i] == 0) {
			tap_delay(100);
		}
		ok = all[i] == i + turn;
	}
	return weft_wait(&request, WEFT_COMPLETE, WEFT_FOREVER) == WEFT_OK &&
	       ok;
}

int main(void)
{
	uint32_t size, expected;
	bool ok = true;

	tap_begin();
	size = weft_size();
	expected = size * (size + 1) / 2;
	for (uint32_t turn = 0; turn < 10; turn++) {
		uint32_t mine = weft_rank() + 1;
		volatile uint32_t sum = 0;
		struct weft_request request;

		ok &= weft_allreduce_start(&mine, (void *)(uintptr_t)&sum, 1,
					   &weft_sum_uint32, WEFT_WORLD,
					   &request) == WEFT_OK;
		while (sum == 0) {
			tap_delay(100);
		}
		ok &= sum == expected;
		ok &= weft_wait(&request, WEFT_COMPLETE, WEFT_FOREVER) ==
		      WEFT_OK;
	}
	tap_ok(ok, "sums to all, while nobody calls weft");
	ok = true;
	for (uint32_t turn = 1; turn <= 10; turn++) {
		ok &= blocks(turn);
	}
	tap_ok(ok, "blocks, too");
	return tap_end();
}
