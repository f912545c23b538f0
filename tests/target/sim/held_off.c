/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=4 args=nothing tap=no time-out=30 */
/*
 * What holds interrupts off for too long, planted: tests/detect.t demands that the
 * simulator's detectors say where.  The argument says which.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/irq.h"
#include "runtime/part.h"

static volatile int turns; /* of the handler */

static void take_long(enum arch_irq cause)
{
	(void)cause;
	for (volatile int i = 0; i < turns; i++) {
	}
}

static const struct rt_part part = {.interrupted = take_long, .name = "slow"};
RT_PART(part);

static void handler(void)
{
	if (weft_rank() == 2) {
		turns = 100000;
		arch_raise(2, 1);
		while (rt_irq_taken(ARCH_IRQ_NOTIFY) == 0) {
			arch_relax(0);
		}
	}
}

static void masked(void)
{
	if (weft_rank() == 1) {
		arch_irq_state state = arch_irq_save();

		for (volatile int i = 0; i < 100000; i++) {
		}
		arch_irq_restore(state);
	}
}

/* For ever, as far as this run goes. */
static void masked_to_the_end(void)
{
	if (weft_rank() == 1) {
		arch_irq_save();
		weft_barrier(WEFT_WORLD, 1000000);
	}
}

static const struct {
	const char *name;
	void (*make)(void);
} kinds[] = {
	{"handler", handler},
	{"masked", masked},
	{"masked_to_the_end", masked_to_the_end},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (argc == 2 && strcmp(argv[1], kinds[i].name) == 0) {
			kinds[i].make();
		}
	}
	return 0;
}
