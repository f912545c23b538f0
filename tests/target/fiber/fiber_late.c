/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=1,3 env=WEFT_TICK_US=0 */
/* weft-test: boards=scc-sim cores=2 modes=strict */
/* weft-test: boards=scc-qemu,mpi cores=1 env=WEFT_TICK_US=0 args=end */
/*
 * How late fibers go on that wait for different things until different times: one after the
 * other at its deadline, whoever has begun first, whether the core rests or others run.  And
 * what comes between a deadline and the next look has come.
 *
 * Without a tick nothing but its deadline ends a core's rest.  Where time is the host's,
 * how late that is says nothing: there they need only end (`end`).
 */
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/timer.h"

#include "tests/target/tap.h"

enum {
	FIBERS = 3,
	OWN = 600,
	LATE_US = 20, /* at most */
	EACH_US = 300,
};

enum kind {
	FLAG,
	EVENT,
	PARK,
	KINDS
};

static struct weft_fiber fiber[FIBERS];
static void *stack[FIBERS];
static size_t bytes;
static uint32_t flags, turn, ended;
static bool end_only;
static weft_event_t event[FIBERS];

static struct wait {
	enum kind kind;
	uint32_t i;
	weft_us_t us;
	int error;
	uint32_t place; /* how many had ended before */
	bool in_time;
} waits[FIBERS];

static int wait_as(const struct wait *wait)
{
	switch (wait->kind) {
	case FLAG:
		return weft_flag_wait(weft_flag_at(flags, wait->i), turn,
				      wait->us);
	case EVENT:
		return weft_event_wait(event[wait->i],
				       weft_event_stage(event[wait->i]),
				       wait->us);
	default:
		return weft_fiber_park(weft_fiber_stage(), wait->us);
	}
}

static int grant(const struct wait *wait)
{
	switch (wait->kind) {
	case FLAG:
		return weft_flag_write(weft_rank(),
				       weft_flag_at(flags, wait->i), turn);
	case EVENT:
		return weft_event_post(event[wait->i]);
	default:
		return weft_fiber_wake(&fiber[wait->i]);
	}
}

static int waiter(void *arg)
{
	struct wait *wait = arg;
	uint64_t due = weft_cycles() + weft_cycles_in_us(wait->us), now;

	wait->error = wait_as(wait);
	now = weft_cycles();
	wait->in_time = now >= due && now < due + weft_cycles_in_us(LATE_US);
	wait->place = ended++;
	return 0;
}

/* The order of their deadlines is one of six, what they wait for one of 3^3. */
static bool start(uint32_t order, uint32_t kinds)
{
	static const uint8_t orders[][FIBERS] = {{1, 2, 3}, {1, 3, 2},
						 {2, 1, 3}, {2, 3, 1},
						 {3, 1, 2}, {3, 2, 1}};
	bool ok = true;

	turn++;
	ended = 0;
	for (uint32_t i = 0; i < FIBERS; i++, kinds /= KINDS) {
		waits[i] = (struct wait){
			.kind = (enum kind)(kinds % KINDS),
			.i = i,
			.us = (weft_us_t)(EACH_US * orders[order][i]),
		};
		ok &= !weft_fiber_create(&fiber[i], waiter, &waits[i], stack[i],
					 bytes, WEFT_FIBER_NORMAL);
	}
	weft_fiber_yield(); /* all wait now */
	return ok;
}

static bool join_all(void)
{
	bool ok = true;

	for (uint32_t i = 0; i < FIBERS; i++) {
		ok &= !weft_fiber_join(&fiber[i], NULL, WEFT_FOREVER);
	}
	return ok;
}

static bool all_late(void)
{
	bool ok = join_all();

	for (uint32_t i = 0; i < FIBERS; i++) {
		ok &= waits[i].error == WEFT_ERR_TIMEOUT &&
		      (end_only ||
		       (waits[i].in_time &&
			waits[i].place == waits[i].us / EACH_US - 1));
	}
	return ok;
}

static bool for_all(bool (*try)(uint32_t order, uint32_t kinds))
{
	bool ok = true;

	for (uint32_t kinds = 0; kinds < KINDS * KINDS * KINDS; kinds++) {
		ok &= try(kinds % 6, kinds);
	}
	return ok;
}

static bool at_rest(uint32_t order, uint32_t kinds)
{
	return start(order, kinds) && all_late();
}

/* Main yields all the while. */
static bool beside(uint32_t order, uint32_t kinds)
{
	bool ok = start(order, kinds);

	while (ended < FIBERS) {
		weft_fiber_yield();
	}
	return all_late() && ok;
}

/* Main keeps the core beyond all deadlines; then, still before it yields, comes what they
 * wait for. */
static bool granted_late(uint32_t order, uint32_t kinds)
{
	bool ok = start(order, kinds);

	tap_delay((uint32_t)weft_cycles_in_us(EACH_US * (FIBERS + 1)));
	for (uint32_t i = 0; i < FIBERS; i++) {
		ok &= !grant(&waits[i]);
	}
	weft_quiet();
	ok &= join_all();
	for (uint32_t i = 0; i < FIBERS; i++) {
		ok &= waits[i].error == WEFT_OK;
	}
	return ok;
}

/* What comes to one of them leaves the others their deadlines. */
static bool one_granted(uint32_t order, uint32_t kinds)
{
	bool ok = start(order, kinds);
	uint32_t which = kinds % FIBERS;

	ok &= !grant(&waits[which]) && join_all();
	for (uint32_t i = 0; i < FIBERS; i++) {
		ok &= i == which ? waits[i].error == WEFT_OK
				 : waits[i].error == WEFT_ERR_TIMEOUT &&
					   waits[i].in_time;
	}
	return ok;
}

static int woken(void *arg)
{
	weft_event_t *by = arg;

	return weft_event_wait(*by, weft_event_stage(*by), FIBERS * EACH_US) !=
	       WEFT_OK;
}

/* Another core ends a rest before its deadline, which then interrupts nobody. */
static bool no_deadline_left(void)
{
	weft_event_t by;
	int failed = 0;

	if (weft_event_open(WEFT_ANYONE, &by)) {
		weft_panic("no event");
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() > 0) {
		weft_fiber_create(&fiber[0], woken, &by, stack[0], bytes,
				  WEFT_FIBER_NORMAL);
		weft_fiber_join(&fiber[0], &failed, WEFT_FOREVER);
		return !failed && rt_wake_at == ARCH_NEVER;
	}
	tap_delay((uint32_t)weft_cycles_in_us(EACH_US));
	for (weft_rank_t to = 1; to < weft_size(); to++) {
		weft_notify(to);
	}
	return true;
}

int main(int argc, char **argv)
{
	(void)argv;
	end_only = argc > 1;
	bytes = weft_fiber_stack(OWN);
	tap_begin();
	if (weft_flags_alloc(FIBERS, &flags)) {
		weft_panic("no room");
	}
	for (uint32_t i = 0; i < FIBERS; i++) {
		stack[i] = tap_room(bytes);
		if (weft_event_open(WEFT_NOBODY, &event[i])) {
			weft_panic("no event");
		}
	}
	tap_ok(for_all(at_rest), "each at its deadline, while the core rests");
	if (end_only) {
		return tap_end();
	}
	tap_ok(for_all(beside), "and while another fiber runs");
	tap_ok(for_all(granted_late),
	       "what comes before the next look is there");
	tap_ok(for_all(one_granted),
	       "one has what it waits for, the others go on");
	tap_ok(no_deadline_left(), "a rest that ends early leaves no deadline");
	return tap_end();
}
