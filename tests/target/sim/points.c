/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2 seeds=2 modes=strict boards=scc-sim args=all time-out=60 */
/*
 * Where interrupts are taken: rank 1 interrupts rank 0 again and again while
 * that goes round a routine of some basic blocks, and the handler looks in which
 * it was met.  With the argument "all", in each at least once: a seed
 * makes interrupts late by any amount.
 */
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/part.h"

#include "tests/target/tap.h"

enum {
	BLOCKS = 16,
	ROUNDS = 1000
};

static volatile uint32_t at, never, met[BLOCKS + 1], taken;
static uint32_t flags;

static void look(enum arch_irq cause)
{
	(void)cause;
	met[at]++;
	taken++;
}

static const struct rt_part part = {
	.name = "points",
	.interrupted = look,
};
RT_PART(part);

/* The condition ends a block. */
#define BLOCK(k)                                                               \
	at = (k);                                                              \
	if (never) {                                                           \
		at = BLOCKS;                                                   \
	}
#define FOUR(k) BLOCK(k) BLOCK((k) + 1) BLOCK((k) + 2) BLOCK((k) + 3)

static void routine(void)
{
	FOUR(0)
	FOUR(4)
	FOUR(8)
	FOUR(12)
	at = BLOCKS;
}

static void rounds(void)
{
	for (uint32_t n = 1; n <= ROUNDS; n++) {
		if (arch_rank() == 1) {
			(void)tap_await(flags, n, ARCH_NEVER);
			arch_raise(0, 1);
		} else if (arch_rank() == 0) {
			arch_flag_write(1, flags, n);
			while (taken < n) {
				routine();
			}
		}
	}
}

int main(int argc, char **argv)
{
	bool all = argc > 1 && strcmp(argv[1], "all") == 0;
	uint32_t blocks = 0;

	tap_begin();
	if (weft_flags_alloc(1, &flags)) {
		weft_panic("no MPB space");
	}
	at = BLOCKS;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	rounds();
	for (uint32_t k = 0; arch_rank() == 0 && k < BLOCKS; k++) {
		blocks += met[k] > 0;
	}
	if (arch_rank() == 0) {
		printf("# %u of %u blocks\n", (unsigned)blocks,
		       (unsigned)BLOCKS);
	}
	tap_ok(!all || blocks == BLOCKS || arch_rank() > 0,
	       "interrupts are taken in every block");
	return tap_end();
}
