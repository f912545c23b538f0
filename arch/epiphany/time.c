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
uint64_t epi_wait_at = ARCH_NEVER;     /* a deadline's */

/*
 * The timers have been off since the reset (boot/epiphany/start.S).  Before that they may
 * have run out, and be latched: that would count as a turn of the clock.
 */
ARCH_COLD void epi_time_init(void)
{
	EPI_SET(ctimer0, UINT32_MAX);
	EPI_SET(ctimer1, UINT32_MAX);
	EPI_SET(ilatcl, BOARD_STALE);
	EPI_SET(config, BOARD_CONFIG | BOARD_TIMERS);
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

/* Of less than 2^16 us: 600 MHz, the boards' usual clock, are 5 * (128 - 8). */
static uint32_t clocks(uint32_t us)
{
	uint32_t five = (us << 2) + us;

	return (five << 7) - (five << 3);
}

uint64_t arch_cycles_in_us(uint32_t us)
{
	return ((uint64_t)clocks(us >> 16) << 16) + clocks(us & 0xffff);
}

/*
 * Clocks until then: 0 if it is past, at most 2^32 - 1.  The half of all time that
 * is behind us reaches far enough; ARCH_NEVER, without its first bit, is before us.
 */
uint32_t epi_left(uint64_t deadline)
{
	uint64_t left = (deadline & INT64_MAX) - arch_cycles();
	int32_t high = (int32_t)(left >> 32);

	if (high < 0) {
		return 0;
	}
	return high ? UINT32_MAX : (uint32_t)left;
}

/*
 * GID is set: writing the counter clears its mode, so that is written again in the
 * same step.  A deadline that is past is its waiter's affair, who is told.
 */
static uint32_t set_alarm(void)
{
	uint32_t timer = epi_left(timer_at), wait = epi_left(epi_wait_at);
	uint32_t config;

	if (!timer) {
		epi_latch(0, BOARD_I_TICK);
	}
	/* 0 is the largest of all. */
	timer = timer - 1 < wait - 1 ? timer : wait;
	if (timer) {
		config = EPI_GET(config);
		EPI_SET(ctimer1, timer);
		EPI_SET(config, config);
	}
	return wait;
}

void arch_timer_set(uint64_t deadline)
{
	epi_gid();
	timer_at = deadline;
	set_alarm();
	epi_gie();
}

uint32_t epi_alarm(uint64_t deadline)
{
	epi_wait_at = deadline;
	return set_alarm();
}

/* The tick may be an earlier alarm's, or a wait's. */
uint32_t epi_until_due(void)
{
	uint32_t left;

	epi_gid();
	left = epi_left(timer_at);
	if (!left) {
		timer_at = ARCH_NEVER;
	}
	set_alarm();
	epi_gie();
	return left;
}
