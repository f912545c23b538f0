/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time.  CTIMER0 counts all clocks down from 2^32 - 1; when it has run out, an
 * interrupt adds one to the upper half and starts it again.  CTIMER1 is the
 * alarm: for arch_timer_set, and for the deadline of a wait, whichever is
 * sooner.  An alarm too early does no harm, so it is only ever set, not taken
 * back.
 */
#include <board.h>

volatile uint32_t epi_clock_high; /* boot/epiphany/start.S counts it up */

static uint64_t timer_at = ARCH_NEVER; /* arch_timer_set's */
static uint64_t wait_at = ARCH_NEVER;  /* a deadline's */

void epi_time_init(void)
{
	EPI_SET(ctimer0, UINT32_MAX);
	EPI_SET(config, BOARD_CONFIG);
}

/* While GID is set the clock may stand at the end of a turn, but not go back. */
uint64_t arch_cycles(void)
{
	uint32_t high, low;

	do {
		high = epi_clock_high;
		low = ~EPI_GET(ctimer0);
	} while (high != epi_clock_high);
	return (uint64_t)high << 32 | low;
}

/* 600 MHz, the boards' usual clock: 512 + 64 + 16 + 8 clocks. */
uint64_t arch_cycles_in_us(uint32_t us)
{
	uint64_t n = us;

	return (n << 9) + (n << 6) + (n << 4) + (n << 3);
}

/* Clocks until then: 0 if it is past, at most 2^32 - 1. */
uint32_t epi_left(uint64_t deadline)
{
	uint64_t now = arch_cycles();

	if (deadline <= now) {
		return 0;
	}
	deadline -= now;
	return deadline >> 32 ? UINT32_MAX : (uint32_t)deadline;
}

/* Writing the counter clears its mode: in one step with writing that again. */
static void start_alarm(uint32_t clocks)
{
	uint32_t config;

	epi_gid();
	config = EPI_GET(config);
	EPI_SET(ctimer1, clocks);
	EPI_SET(config, config);
	epi_gie();
}

/*
 * The library's interrupts are masked.  A deadline that is past is its waiter's
 * affair, who looks at the clock himself.
 */
static void set_alarm(void)
{
	uint32_t timer = epi_left(timer_at), wait = epi_left(wait_at);

	if (!timer) {
		epi_latch(0, BOARD_I_TICK);
	}
	if (!timer || (wait && wait < timer)) {
		timer = wait;
	}
	if (timer) {
		start_alarm(timer);
	}
}

void arch_timer_set(uint64_t deadline)
{
	arch_irq_state state = arch_irq_save();

	timer_at = deadline;
	if (deadline != ARCH_NEVER) {
		set_alarm();
	}
	arch_irq_restore(state);
}

void epi_alarm(uint64_t deadline)
{
	arch_irq_state state = arch_irq_save();

	wait_at = deadline;
	if (deadline != ARCH_NEVER) {
		set_alarm();
	}
	arch_irq_restore(state);
}

/* The tick may be an earlier alarm's, or a wait's. */
bool epi_due(void)
{
	if (!epi_left(timer_at)) {
		timer_at = ARCH_NEVER;
		return true;
	}
	set_alarm();
	return false;
}
