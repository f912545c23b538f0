/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3,17,48 seeds=2 env=WEFT_TICK_US=0,WEFT_ABCAST_K=1 time-out=60 */
/* weft-test: cores=17 env=WEFT_TICK_US=0,WEFT_ABCAST_K=1,WEFT_EPOCH=0xfffefff0
   time-out=60 */
/*
 * One core's bell at another, rung by its thread and its engine at once: relays
 * notify the next core without end until a broadcast has come to them, which their
 * handlers pass on to the same core.  So the interrupt comes during a
 * notification, and no later one makes good what that has overwritten.
 */
#include <weft/weft.h>

#include "arch/arch.h"

#include "tests/target/tap.h"

enum {
	TURNS = 40
};

static uint32_t me, cores, word;
static volatile uint32_t come;
static weft_event_t arrived;

static void handle(const struct weft_chunk *chunk, void *arg)
{
	(void)chunk;
	(void)arg;
	come++;
	weft_event_post(arrived);
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

static bool reaches(weft_event_t event, uint32_t count)
{
	uint32_t staged = weft_event_stage(event);

	while (staged != count) {
		weft_event_wait(event, staged, WEFT_FOREVER);
		staged = weft_event_stage(event);
	}
	return true;
}

static bool turns(weft_event_t notified)
{
	bool ok = true;

	for (uint32_t turn = 1; turn <= TURNS; turn++) {
		uint32_t sent, told = 0;

		weft_barrier(WEFT_FOREVER);
		if (me == 0) {
			tap_delay(tap_below(tap_own_random(), 2000));
			ok &= !weft_abcast(&turn, sizeof(turn), WEFT_FOREVER);
		}
		sent = notify_until(turn);
		if (me + 1 < cores) {
			ok &= !weft_flag_write(me + 1, word, sent);
		}
		weft_barrier(WEFT_FOREVER);
		ok &= !weft_flag_read(me, word, &told);
		ok &= reaches(notified, told);
	}
	return ok;
}

int main(void)
{
	weft_event_t notified;
	bool ok;

	me = weft_rank();
	cores = weft_size();
	tap_begin();
	ok = !weft_flags_alloc(1, &word) &&
	     !weft_event_open(WEFT_NOBODY, &arrived) &&
	     !weft_event_open(me > 0 ? me - 1 : cores - 1, &notified) &&
	     !weft_abcast_on_chunk(handle, NULL, WEFT_IN_HANDLER);
	tap_ok(ok, "ready");
	tap_ok(turns(notified), "%d turns: all broadcasts, all notifications",
	       TURNS);
	tap_ok(me == 0 || come == TURNS, "each once");
	return tap_end();
}
