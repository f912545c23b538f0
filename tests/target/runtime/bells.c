/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=17,48 boards=scc-sim seeds=2 env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=17 boards=scc-sim env=WEFT_TICK_US=0,WEFT_EPOCH=0xfffefff0
   time-out=60 */
/*
 * One core's bell at another, rung by its thread and its engine at once: cores
 * notify the next one without end until a token has come to them, which a part
 * passes on to the same core in the interrupt.  So that comes in the middle of a
 * notification, and no later one makes good what has been overwritten.
 */
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/bell.h"
#include "runtime/part.h"
#include "runtime/progress.h"

#include "tests/target/tap.h"

enum {
	TURNS = 60
};

static uint32_t me, cores, word;
static uint32_t channel;
static volatile uint32_t come;
static weft_event_t arrived, notified;

/* Masked, or inside the gate. */
static void pass_on(void)
{
	if (me + 1 < cores) {
		rt_bell_ring(me + 1, channel);
		arch_raise(me + 1, 1);
	}
}

static void rung(uint32_t from, uint32_t times)
{
	(void)from;
	come += times;
	pass_on();
	weft_event_post(arrived);
	rt_worked = true;
}

static const struct rt_part part = {
	.name = "token",
	.notified = rung,
	.channel = &channel,
};
RT_PART(part);

static void begin_turn(void)
{
	arch_irq_state state;

	tap_delay(tap_below(tap_own_random(), 2000));
	state = arch_irq_save();
	pass_on();
	arch_irq_restore(state);
}

/* The number of notifications that I have sent by now. */
static uint32_t notify_until(uint32_t turn)
{
	static uint32_t sent;

	while (me > 0 && come < turn) {
		if (me + 1 < cores) {
			weft_notify(me + 1);
			sent++;
			arch_relax(0);
		} else {
			weft_event_wait(arrived, turn - 1, WEFT_FOREVER);
		}
	}
	return sent;
}

/* Until the count says so many; more of them would be seen later. */
static void reach(uint32_t count)
{
	uint32_t staged = weft_event_stage(notified);

	while (staged != count) {
		weft_event_wait(notified, staged, WEFT_FOREVER);
		staged = weft_event_stage(notified);
	}
}

static bool turns(void)
{
	bool ok = true;

	for (uint32_t turn = 1; turn <= TURNS; turn++) {
		uint32_t sent, told = 0;

		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		if (me == 0) {
			begin_turn();
		}
		sent = notify_until(turn);
		if (me + 1 < cores) {
			ok &= !weft_flag_write(me + 1, word, sent);
		}
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok &= !weft_flag_read(me, word, &told);
		reach(told);
	}
	return ok;
}

int main(void)
{
	bool ok;

	me = weft_rank();
	cores = weft_size();
	tap_begin();
	ok = !weft_flags_alloc(1, &word) &&
	     !weft_event_open(WEFT_NOBODY, &arrived) &&
	     !weft_event_open(me > 0 ? me - 1 : cores - 1, &notified);
	tap_ok(ok, "ready");
	tap_ok(turns(), "%d turns: each token, each notification", TURNS);
	tap_ok(come == (me > 0 ? TURNS : 0), "each token once");
	return tap_end();
}
