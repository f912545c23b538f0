/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A counter that all cores add to, in the MPB of the core in the middle: what sync.c and
 * sync_delegates.c share.  Between two additions of its own a core computes for a while (up to
 * 1024 cycles, or args=pause=N), so that no order of theirs settles.
 *
 * object=array (args=n=N): an addition is to N counters of 64, in a row.
 */
#ifndef BENCH_SYNC_COUNTER_H
#define BENCH_SYNC_COUNTER_H

#include <stdlib.h>

#include "sync/object.h"
#include "sync_way.h"

enum {
	COUNTERS = 64
};

static uint32_t word;
static uint32_t increments = 1; /* of an operation: of counters in a row */

static void add(void)
{
	uint32_t value;

#if ARCH_OWN_WRITES /* it is memory like any other: a load, a store */
	value = arch_flag_read(home, word);
	arch_flag_write(home, word, value + 1);
#else
	weft_get(&value, weft_at(home, word), sizeof(value));
	value++;
	weft_put(weft_at(home, word), &value, sizeof(value));
#endif
}

static void add_many(void)
{
	uint32_t first = word;

	for (uint32_t i = 0; i < increments; i++) {
		word = first + (i & (COUNTERS - 1)) * 4;
		add();
	}
	word = first;
}

static void counter_setup(int argc, char **argv)
{
	measure_setup(argc, argv);
	increments = (uint32_t)strtoul(bench_arg("n", "1"), NULL, 10);
	if (weft_mpb_alloc(many ? COUNTERS * 4 : 32, &word)) {
		weft_panic("no MPB space");
	}
}

#endif
