/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2 args=any tap=no time-out=30 */
#include "explore.h"

/*
 * Anything, by WEFT_SEED: a few operations of each of two cores, in any order
 * that may be, with handlers that take part.  What each core has read is what is
 * seen.  It is for the explorer's own sake: with and without reduction, the
 * same must be seen.
 */
enum {
	OPERATIONS = 3
};

static void see(uint32_t value)
{
	result = (result << 2 | (value & 3)) + (result >> 20);
}

static bool seeing;

static void any_irq(enum arch_irq cause)
{
	if (!seeing) {
		return;
	}
	see(cause + arch_flag_read(arch_rank(), flag(1)));
}

static const struct rt_part part = {
	.name = "explore",
	.interrupted = any_irq,
};
RT_PART(part);

static void any_before(void)
{
	seeing = true;
}

static void any_of(uint32_t kind, uint32_t n)
{
	uint32_t me = arch_rank(), other = me ^ 1;
	arch_irq_state state;

	switch (kind) {
	case 0:
		see(arch_flag_read(me, flag(n & 1)));
		break;
	case 1:
		see(word(other, area));
		break;
	case 2:
		arch_flag_write(other, flag(n & 1), me + 1);
		break;
	case 3:
		arch_flag_write(0, flag(1), me + 1);
		break;
	case 4:
		arch_put(other, ARCH_WINDOW_MPB, area, &n, sizeof(n));
		arch_quiet();
		break;
	case 5:
		arch_raise(other, 1);
		break;
	case 6:
		state = arch_irq_save();
		see(arch_flag_read(me, flag(1)));
		see(arch_flag_read(me, flag(1)));
		arch_irq_restore(state);
		break;
	case 7:
		see(arch_tas(0));
		break;
	case 8:
		arch_tas_clear(0);
		break;
	case 9:
		arch_timer_set(arch_cycles() + arch_cycles_in_us(20));
		break;
	case 10:
		state = arch_irq_save();
		arch_timer_set(arch_cycles() + arch_cycles_in_us(20));
		arch_sleep();
		see(arch_flag_read(me, flag(0)));
		arch_irq_restore(state);
		break;
	case 11:
		see(tap_await(flag(0), 1,
			      arch_cycles() + arch_cycles_in_us(20)));
		break;
	default:
		arch_settle(other);
	}
}

static void any(void)
{
	for (uint32_t i = 0; i < OPERATIONS && arch_rank() < 2; i++) {
		any_of(tap_below(tap_own_random(), 13), i + 1);
	}
}

static void any_after(void)
{
	arch_tas_clear(0);
}

static const struct explore_case cases[] = {
	{"any", any, any_before, any_after},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, cases,
			    sizeof(cases) / sizeof(cases[0]));
}
