/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-qemu,arm-qemu modes=mttcg cores=1 */
/*
 * A wait of more than a second, where time is the host's and a timer's ticks may be
 * longer than a core's cycles: it ends when it should, or else the host was busy;
 * but not each time.
 */
#include <weft/weft.h>

#include "arch/arch.h"

#include "tests/target/tap.h"

enum {
	US = 1200000,
	LATE_US = 500000,
	TRIES = 8,
};

int main(void)
{
	uint64_t least = arch_cycles_in_us(US), took = 0;
	uint64_t most = least + arch_cycles_in_us(LATE_US);
	bool early = false;
	uint32_t flags;

	tap_begin();
	if (weft_flags_alloc(1, &flags)) {
		weft_panic("no MPB space");
	}
	for (int i = 0; i < TRIES && (i == 0 || took > most); i++) {
		uint64_t since = arch_cycles();

		weft_flag_wait(flags, 1, US);
		took = arch_cycles() - since;
		early |= took < least;
	}
	tap_ok(!early, "never early");
	tap_ok(took <= most, "1.2 s");
	return tap_end();
}
