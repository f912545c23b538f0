/* SPDX-License-Identifier: Apache-2.0 */
/* Timers count down to 0.  Writing one stops it, so the mode is written after the count. */
#include "compat/elib/elib_own.h"

static volatile unsigned *elib_timer(e_ctimer_id_t timer)
{
	return (volatile unsigned *)(uintptr_t)(timer == E_CTIMER_0
							? E_REG_CTIMER0
							: E_REG_CTIMER1);
}

static void elib_mode(e_ctimer_id_t timer, unsigned mode)
{
	unsigned shift = timer == E_CTIMER_0 ? 4 : 8;
	unsigned config = e_reg_read(E_REG_CONFIG) & ~(15u << shift);

	e_reg_write(E_REG_CONFIG, config);
	if (mode != E_CTIMER_OFF) {
		e_reg_write(E_REG_CONFIG, config | mode << shift);
	}
}

unsigned e_ctimer_get(e_ctimer_id_t timer)
{
	return *elib_timer(timer);
}

unsigned e_ctimer_set(e_ctimer_id_t timer, unsigned count)
{
	*elib_timer(timer) = count;
	return count;
}

unsigned e_ctimer_start(e_ctimer_id_t timer, e_ctimer_config_t counted)
{
	elib_mode(timer, counted);
	return e_ctimer_get(timer);
}

unsigned e_ctimer_stop(e_ctimer_id_t timer)
{
	elib_mode(timer, E_CTIMER_OFF);
	return e_ctimer_get(timer);
}

void e_wait(e_ctimer_id_t timer, unsigned clocks)
{
	elib_mode(timer, E_CTIMER_OFF);
	e_ctimer_set(timer, clocks);
	e_ctimer_start(timer, E_CTIMER_CLK);
	while (e_ctimer_get(timer)) {
	}
}
