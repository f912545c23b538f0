/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=3,17 time-out=120 */
/* weft-test: boards=scc-sim cores=3 time-out=120 env=WEFT_TICK_US=0 */
/* weft-test: boards=scc-sim cores=3 args=striped time-out=120 */
/*
 * Deadlines that are further off than 2^32 cycles, of every call that waits: none
 * is over before, none lasts much longer, and what comes after 2^32 cycles is not
 * missed.  Virtual time is free; the tick goes on beside and after them.
 *
 * Of the broadcasts by chunk buffers one waits (the argument: striped).  It is given up, so
 * the team is, and the other one ends at once.
 */
#include <weft/published/bcast.h>
#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/irq.h"
#include "runtime/timer.h"

#include "tests/target/tap.h"

enum {
	SECOND = 1000000,
	WITHIN = 9 * SECOND, /* 4.8 * 10^9 cycles of 533 MHz */
	LATE = 1000,         /* us; a lock is looked at now and then */
	TICKS = 10,
};

static uint32_t flags;
static char data[100];

static bool took(uint64_t since, uint32_t us)
{
	uint64_t cycles = arch_cycles() - since;

	return cycles >= arch_cycles_in_us(us) &&
	       cycles < arch_cycles_in_us(us + LATE);
}

static int flag(weft_us_t within)
{
	return weft_flag_wait_from(0, flags, 1, within);
}

static weft_event_t anyone;

static int event(weft_us_t within)
{
	return weft_event_wait(anyone, weft_event_stage(anyone), within);
}

static int lock(weft_us_t within)
{
	return weft_lock(0, within);
}

static int receive(weft_us_t within)
{
	return weft_recv(data, sizeof(data), 0, within);
}

static int broadcast(weft_us_t within)
{
	return weft_bcast_ocbcast(data, sizeof(data), 0, 2, within);
}

static int striped(weft_us_t within)
{
	return weft_bcast_striped(data, sizeof(data), 0, within);
}

static int tiny(weft_us_t within)
{
	return weft_bcast_tiny_push(data, 8, 0, within);
}

static int asynchronous(weft_us_t within)
{
	struct weft_message message;

	return weft_abcast_recv(data, sizeof(data), &message, within);
}

/* Rank 0 does not take part; the others' waits are for it. */
static const struct {
	const char *name;
	int (*wait)(weft_us_t within);
} waits[] = {
	{"a flag", flag},
	{"an event", event},
	{"a lock", lock},
	{"a message", receive},
	{"asynchronous broadcast", asynchronous},
	{"dissemination", weft_barrier_dissemination},
	{"central barrier", weft_barrier_central},
#if ARCH_REMOTE_AWAIT
	{"barrier by lines", weft_barrier_lines},
#endif
	{"tiny broadcast", tiny},
};

/* Beside the ticks, the end of a wait is one interrupt, or two. */
static bool few_since(uint64_t since, uint32_t before)
{
	uint64_t period = rt_tick_cycles(), cycles = arch_cycles() - since;
	uint64_t ticks = period > 0 ? cycles / period + 1 : 0;

	return rt_irq_taken(ARCH_IRQ_TIMER) - before <= ticks + 2;
}

static bool ends_at(int (*wait)(weft_us_t within))
{
	uint64_t since = arch_cycles();
	uint32_t before = rt_irq_taken(ARCH_IRQ_TIMER);

	return weft_rank() == 0 ||
	       (wait(WITHIN) == WEFT_ERR_TIMEOUT && took(since, WITHIN) &&
		few_since(since, before));
}

/* It comes when 2^32 cycles are over, and the wait is not. */
static bool comes_late(void)
{
	uint64_t since = arch_cycles();

	if (weft_rank() == 0) {
		weft_flag_wait(weft_flag_at(flags, 1), 1, WITHIN);
		for (weft_rank_t to = 1; to < weft_size(); to++) {
			weft_flag_write(to, flags, 1);
		}
		return took(since, WITHIN);
	}
	/* Rank 0 may have begun a little earlier, or later. */
	return flag(2 * WITHIN) == WEFT_OK &&
	       took(since - arch_cycles_in_us(LATE / 2), WITHIN);
}

/* The tick is as it was: neither gone nor twice as many. */
static bool ticks(void)
{
	uint64_t period = rt_tick_cycles(), since = arch_cycles();
	uint32_t before = rt_irq_taken(ARCH_IRQ_TIMER), n;

	tap_await(weft_flag_at(flags, 1), 1, since + TICKS * period);
	n = rt_irq_taken(ARCH_IRQ_TIMER) - before;
	return period == 0 ? n == 0 : n >= TICKS - 1 && n <= TICKS;
}

/* A sleep that ends before its deadline leaves no interrupt for it behind. */
static bool ends_early(void)
{
	if (weft_rank() == 0) { /* the others come at about the same time */
		tap_await(weft_flag_at(flags, 1), 1,
			  arch_cycles() + arch_cycles_in_us(LATE));
		for (weft_rank_t to = 1; to < weft_size(); to++) {
			weft_notify(to);
		}
		return true;
	}
	return event(2 * LATE) == WEFT_OK && rt_wake_at == ARCH_NEVER;
}

static bool at_once(int (*call)(weft_us_t within))
{
	uint64_t since = arch_cycles();

	return weft_rank() == 0 ||
	       (call(WITHIN) == WEFT_ERR_TIMEOUT && took(since, 0));
}

static void given_up(bool by_striped)
{
	const char *what = by_striped ? "striped broadcast" : "OC-Bcast";

	tap_ok(ends_at(by_striped ? striped : broadcast),
	       "%s: not before 9 s, not after", what);
	tap_ok(ticks(), "the tick, after that");
	tap_ok(at_once(by_striped ? broadcast : striped),
	       "the team is given up: another one ends at once");
}

int main(int argc, char **argv)
{
	(void)argv;
	tap_begin();
	if (weft_flags_alloc(2, &flags) ||
	    weft_event_open(WEFT_ANYONE, &anyone)) {
		weft_panic("no flags, or no event");
	}
	if (weft_rank() == 0) {
		weft_lock(0, WEFT_FOREVER);
	}
	tap_ok(ticks(), "the tick, before");
	for (size_t i = 0; i < sizeof(waits) / sizeof(waits[0]); i++) {
		tap_ok(ends_at(waits[i].wait), "%s: not before 9 s, not after",
		       waits[i].name);
		tap_ok(ticks(), "the tick, after that");
	}
	given_up(argc > 1);
	tap_ok(ends_early(), "what comes in time ends a sleep, and its timer");
	tap_ok(comes_late(), "what comes after 9 s is not missed");
	if (weft_rank() == 0) {
		weft_unlock(0);
	}
	return tap_end();
}
