/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "runtime/timer.h"
#include "runtime/variables.h"

static uint64_t period;
static uint64_t tick_at = ARCH_NEVER;
uint64_t rt_wake_at = ARCH_NEVER;

static void set(void)
{
	arch_timer_set(tick_at < rt_wake_at ? tick_at : rt_wake_at);
}

void rt_timer_start(void)
{
	uint32_t us = rt_variable_TICK_US();

	if (us > 0 && tick_at == ARCH_NEVER) {
		period = arch_cycles_in_us(us);
		tick_at = arch_cycles() + period;
		set();
	}
}

uint64_t rt_tick_cycles(void)
{
	return period;
}

void rt_timer_wake(uint64_t at)
{
	if (at != rt_wake_at) {
		rt_wake_at = at;
		set();
	}
}

bool rt_timer_taken(void)
{
	uint64_t now = arch_cycles();
	bool tick = now >= tick_at;

	if (tick) {
		tick_at = now + period; /* a late one does not hurry the next */
	}
	if (now >= rt_wake_at) {
		rt_wake_at = ARCH_NEVER;
	}
	set();
	return tick;
}
