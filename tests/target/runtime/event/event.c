/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 seeds=2 env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=3,17 env=WEFT_TICK_US=0,WEFT_EPOCH=0xfffefff8 time-out=60 */
/* weft-test: cores=1,2,48 boards=scc-sim modes=strict,relaxed args=spin
   env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=257 boards=scc-sim modes=fast args=limit time-out=60 */
/*
 * Events: a post is sticky and counted, whenever it comes: before the stage,
 * between the stage and the look, while the waiter goes to sleep, while it
 * sleeps, while interrupts are masked, before anybody is bound.  No tick: a
 * wake-up that is lost is a hang.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"

#include "tests/target/runtime/event/event.h"
#include "tests/target/tap.h"

uint32_t me, cores, next, prev, word;
static bool exact;

/* Until the count says so many; one more would be seen by who calls. */
bool reaches(weft_event_t e, uint32_t count)
{
	uint32_t staged = weft_event_stage(e);
	int error = WEFT_OK;

	while (!error && staged != count) {
		error = weft_event_wait(e, staged, WEFT_FOREVER);
		staged = weft_event_stage(e);
	}
	return !error;
}

/*
 * Nobody has asked for notifications on any core yet, so interrupts have not looked
 * for them: the first entry has them all at once.
 */
static bool before_the_first(void)
{
	weft_event_t e;
	bool ok;

	for (uint32_t n = 0; n < MANY; n++) {
		weft_notify(next);
	}
	all_meet();
	ok = !weft_event_open(prev, &e) && weft_event_stage(e) == MANY;
	all_meet();
	return !weft_event_close(e) && ok;
}

static bool none_is_there(weft_event_t e)
{
	return weft_event_stage(e) == 0 &&
	       weft_event_post(e) == WEFT_ERR_STATE &&
	       weft_event_wait(e, 0, 0) == WEFT_ERR_STATE &&
	       weft_event_close(e) == WEFT_ERR_STATE;
}

static bool errors(void)
{
	weft_event_t e[WEFT_EVENTS], more;
	bool ok = weft_event_open(0, NULL) == WEFT_ERR_NULL;

	ok &= weft_event_open(cores, &more) == WEFT_ERR_RANK;
	ok &= weft_notify(cores) == WEFT_ERR_RANK;
	ok &= weft_notify(WEFT_ANYONE) == WEFT_ERR_RANK;
	ok &= none_is_there(0) && none_is_there(WEFT_EVENTS) &&
	      none_is_there(UINT32_MAX);
	ok &= !weft_event_open(prev, &e[0]) &&
	      !weft_event_open(WEFT_ANYONE, &e[1]);
	ok &= weft_event_open(prev, &more) == WEFT_ERR_STATE;
	ok &= weft_event_open(WEFT_ANYONE, &more) == WEFT_ERR_STATE;
	for (uint32_t i = 2; i < WEFT_EVENTS; i++) {
		ok &= !weft_event_open(WEFT_NOBODY, &e[i]);
	}
	ok &= weft_event_open(WEFT_NOBODY, &more) == WEFT_ERR_SPACE;
	for (uint32_t i = 0; i < WEFT_EVENTS; i++) {
		ok &= e[i] < WEFT_EVENTS && !weft_event_close(e[i]);
		ok &= none_is_there(e[i]);
	}
	return ok;
}

/* My own posts: the count is exact, and ends waits that were staged before. */
static bool own_posts(void)
{
	weft_event_t e;
	bool ok = !weft_event_open(WEFT_NOBODY, &e) && weft_event_stage(e) == 0;

	for (uint32_t i = 0; i < MANY; i++) {
		uint32_t staged = weft_event_stage(e);

		ok &= weft_event_wait(e, staged, 0) == WEFT_ERR_TIMEOUT;
		ok &= !weft_event_post(e) && !weft_event_post(e);
		ok &= !weft_event_wait(e, staged, 0); /* sticky: */
		ok &= !weft_event_wait(e, staged, WEFT_FOREVER);
		ok &= weft_event_stage(e) == staged + 2;
	}
	return !weft_event_close(e) && ok;
}

/* The post before the stage; then between the stage and the wait. */
static bool before_the_wait(weft_event_t e)
{
	uint32_t begin = weft_event_stage(e), staged;
	bool ok;

	all_meet();
	weft_notify(next);
	ok = reaches(e, begin + 1);
	staged = weft_event_stage(e);
	ok &= weft_event_wait(e, staged, 20) == WEFT_ERR_TIMEOUT;
	all_meet();
	weft_notify(next);
	all_meet(); /* it is here, or its interrupt is pending */
	ok &= !weft_event_wait(e, staged, WEFT_FOREVER);
	all_meet();
	return ok && weft_event_stage(e) == begin + 2;
}

/* To and fro, at any moment of each other; the data come before the post. */
static bool to_and_fro(weft_event_t e)
{
	uint32_t other = me ^ 1, value;
	bool ok = true;

	if (other >= cores) {
		return true;
	}
	for (uint32_t n = 1; n <= TURNS; n++) {
		if (me & 1) {
			ok &= reaches(e, n);
			ok &= !weft_flag_read(me, word, &value) && value == n;
		}
		tap_delay(tap_below(tap_own_random(), 3000));
		weft_put((struct weft_addr){other, 0, word}, &n, sizeof(n));
		weft_notify(other);
		if (!(me & 1)) {
			tap_delay(tap_below(tap_own_random(), 3000));
			ok &= reaches(e, n);
			ok &= !weft_flag_read(me, word, &value) && value == n;
		}
	}
	return ok;
}

static bool turns(void)
{
	static const weft_us_t spin[] = {0, 50, WEFT_FOREVER};
	weft_event_t e;
	bool ok = true;

	/* Where all of a board's cores share one processor, none should spin. */
	for (uint32_t i = 0; i < (exact ? 3 : 1); i++) {
		weft_spin(spin[i]);
		ok &= !weft_event_open(prev, &e) && before_the_wait(e);
		ok &= !weft_event_close(e);
		all_meet();
		ok &= !weft_event_open(WEFT_ANYONE, &e);
		all_meet();
		ok &= to_and_fro(e);
		all_meet();
		ok &= !weft_event_close(e);
	}
	weft_spin(0);
	return ok;
}

/* A wait ends at its deadline, not before it and soon after. */
static bool deadlines(void)
{
	static const weft_us_t spin[] = {0, 30, WEFT_FOREVER};
	weft_event_t e;
	bool ok = !weft_event_open(WEFT_NOBODY, &e);

	for (uint32_t i = 0; i < 9; i++) {
		static const weft_us_t within[] = {0, 1, 100};
		weft_us_t us = within[i < 3 ? i : i < 6 ? i - 3 : i - 6];
		uint64_t begin = weft_cycles(), took;

		weft_spin(spin[i < 3 ? 0 : i < 6 ? 1 : 2]);
		ok &= weft_event_wait(e, 0, us) == WEFT_ERR_TIMEOUT;
		took = weft_cycles() - begin;
		ok &= took >= arch_cycles_in_us(us);
		/* Where nothing else takes this core's time away. */
		ok &= !exact || took < arch_cycles_in_us(us + 20);
	}
	weft_spin(0);
	return !weft_event_close(e) && ok;
}

static bool refused(void)
{
	weft_event_t e;

	return weft_event_open(0, &e) == WEFT_ERR_LIMIT &&
	       weft_event_open(0, NULL) == WEFT_ERR_LIMIT &&
	       weft_notify(0) == WEFT_ERR_LIMIT;
}

int main(int argc, char **argv)
{
	bool limit = argc > 1 && !strcmp(argv[1], "limit");

	exact = argc > 1 && !limit;
	me = weft_rank();
	cores = weft_size();
	next = me + 1 < cores ? me + 1 : 0;
	prev = me > 0 ? me - 1 : cores - 1;
	tap_begin();
	if (limit) {
		tap_ok(refused(), "too many cores is a named error");
		return tap_end();
	}
	if (weft_flags_alloc(1, &word)) {
		weft_panic("no MPB space");
	}
	tap_ok(before_the_first(), "what came before anybody asked");
	tap_ok(errors(), "errors");
	tap_ok(own_posts(), "own posts");
	tap_ok(deadlines(), "waits end at their deadline");
	tap_ok(turns(), "posts before, between and after stage, look and wait");
	tap_ok(bound(), "bound to one core, to any, to none");
	tap_ok(merged(), "interrupts merge, counts do not");
	tap_ok(replayed(), "what came before it was open");
	tap_ok(all_pairs(), "every core notifies every core");
	weft_flag_write(me, word, 0);
	all_meet();
	tap_ok(posts_meet(), "own posts and notifications at once");
	return tap_end();
}
