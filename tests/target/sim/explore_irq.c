/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 args=sleeper tap=no time-out=30 */
/*
 * Interrupts, timers and sleep in small, for the explorer: see explore.h.
 */
#include "explore.h"

static bool come(void)
{
	return arch_flag_read(arch_rank(), flag(0)) == 1;
}

/* Rank 1 sleeps until its flag is there; planted: it looks, then masks. */
static void sleeper(void)
{
	arch_irq_state state;

	if (arch_rank() == 0) {
		arch_flag_write(1, flag(0), 1);
		arch_raise(1, 1);
	} else if (arch_rank() == 1 && planted) {
		while (!come()) {
			state = arch_irq_save();
			arch_sleep();
			arch_irq_restore(state);
		}
	} else if (arch_rank() == 1) {
		state = arch_irq_save();
		while (!come()) {
			arch_sleep();
		}
		arch_irq_restore(state);
	}
}

/* Two call rank 0, one with news; planted: it does not look again. */
static void callers(void)
{
	arch_irq_state state;

	if (arch_rank() > 0) {
		if (arch_rank() == 1) {
			arch_flag_write(0, flag(0), 1);
		}
		arch_raise(0, 1);
		return;
	}
	state = arch_irq_save();
	if (planted && !come()) {
		arch_sleep();
	}
	while (!planted && !come()) {
		arch_sleep();
	}
	wrong = !come();
	arch_irq_restore(state);
}

/* A handler and its thread count together; planted: unmasked. */
static volatile uint32_t counted;

static void count_irq(enum arch_irq cause)
{
	(void)cause;
	counted++;
}

static const struct rt_part part = {
	.name = "explore",
	.interrupted = count_irq,
};
RT_PART(part);

static void counter(void)
{
	arch_irq_state state = ARCH_IRQ_ON;
	uint32_t n;

	if (arch_rank() == 1) {
		arch_raise(0, 1);
		return;
	}
	if (arch_rank() > 1) {
		return;
	}
	if (!planted) {
		state = arch_irq_save();
	}
	n = counted;
	/* Blocks of their own, in which an interrupt may come. */
	if (arch_rank() == 0) {
		n++;
	}
	counted = n;
	if (!planted) {
		arch_irq_restore(state);
	}
	state = arch_irq_save();
	while (rt_irq_taken(ARCH_IRQ_NOTIFY) == taken_before) {
		arch_sleep();
	}
	arch_irq_restore(state);
	wrong = counted != 2;
}

/* A timer ends a sleep, or rank 0's interrupt does. */
static void timer(void)
{
	arch_irq_state state;

	if (arch_rank() == 0) {
		arch_raise(1, 1);
	} else if (arch_rank() == 1) {
		state = arch_irq_save();
		arch_timer_set(arch_cycles() + arch_cycles_in_us(100));
		arch_sleep();
		arch_timer_set(ARCH_NEVER);
		result = rt_irq_taken(ARCH_IRQ_NOTIFY) - taken_before;
		arch_irq_restore(state);
	}
}

static weft_event_t event;

/* Rank 0 notifies rank 1, which waits for that. */
static void notify(void)
{
	if (arch_rank() == 0) {
		weft_notify(1);
	} else if (arch_rank() == 1) {
		uint32_t staged = 0;

		wrong = weft_event_wait(event, staged, WEFT_FOREVER) < 0;
	}
}

static void open_event(void)
{
	if (arch_rank() == 1) {
		wrong = weft_event_open(0, &event) != WEFT_OK;
	}
}

static const struct explore_case cases[] = {
	{"sleeper", sleeper, NULL, NULL},     {"callers", callers, NULL, NULL},
	{"counter", counter, NULL, NULL},     {"timer", timer, NULL, NULL},
	{"notify", notify, open_event, NULL},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, cases,
			    sizeof(cases) / sizeof(cases[0]));
}
