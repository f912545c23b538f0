/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=gpu-emu,gpu cores=2,3,17 time-out=120 */
/*
 * Rule (a) for copies that others than the core itself carry out: who sees the last word of
 * a copy of any length sees what the same core wrote to that window before.
 */
#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "tests/target/tap.h"

enum {
	ROUNDS = 100,
	LONGEST = 2048,
};

static uint32_t flag, area;

/* Many words tell by the first and the last one in which order they came. */
static bool comes_behind(uint32_t bytes, uint32_t base)
{
	static uint32_t data[LONGEST / 4];
	uint32_t me = arch_rank(), last = bytes / 4 - 1;
	uint32_t next = me + 1 < arch_count() ? me + 1 : 0;
	bool ok = true;

	for (uint32_t n = base; n < base + ROUNDS; n++) {
		for (uint32_t i = 0; i <= last; i++) {
			data[i] = n;
		}
		arch_flag_write(next, flag, n);
		arch_put(next, ARCH_WINDOW_MPB, area, data, bytes);
		ok &= tap_await(area + 4 * last, n, ARCH_NEVER) == ARCH_OK;
		ok &= arch_flag_read(me, flag) == n;
		weft_barrier_tree(WEFT_FOREVER);
	}
	return ok;
}

int main(void)
{
	static const uint32_t sizes[] = {64, 208, 256, 1024, LONGEST};
	uint32_t base = 1;

	tap_begin();
	if (weft_flags_alloc(1, &flag) || weft_mpb_alloc(LONGEST, &area)) {
		weft_panic("no MPB space");
	}
	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		tap_ok(comes_behind(sizes[i], base), "%u bytes behind a flag",
		       (unsigned)sizes[i]);
		base += ROUNDS;
	}
	return tap_end();
}
