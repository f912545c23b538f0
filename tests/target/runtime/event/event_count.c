/* SPDX-License-Identifier: Apache-2.0 */
/* What is counted where: events of one core, of any, of none; merged interrupts. */
#include "arch/arch.h"

#include "tests/target/runtime/event/event.h"
#include "tests/target/tap.h"

enum {
	POSTS = 100, /* they last longer than a notification */
};

/* Everybody notifies everybody, itself too: each count is as it is bound. */
bool bound(void)
{
	weft_event_t from_prev, from_any, mine;
	bool ok = !weft_event_open(prev, &from_prev);

	ok &= !weft_event_open(WEFT_ANYONE, &from_any);
	ok &= !weft_event_open(WEFT_NOBODY, &mine);
	all_meet();
	for (uint32_t n = 0; n < MANY; n++) {
		for (uint32_t rank = 0; rank < cores; rank++) {
			ok &= !weft_notify(rank);
		}
	}
	ok &= reaches(from_prev, MANY);
	ok &= reaches(from_any, (cores - 1) * MANY);
	all_meet();
	ok &= weft_event_stage(from_prev) == MANY;
	ok &= weft_event_stage(from_any) == (cores - 1) * MANY;
	ok &= weft_event_stage(mine) == 0;
	ok &= !weft_event_close(from_prev) && !weft_event_close(from_any);
	return !weft_event_close(mine) && ok;
}

/* Many, from all, while interrupts are masked: they merge, the count does not. */
bool merged(void)
{
	weft_event_t e;
	bool ok = !weft_event_open(WEFT_ANYONE, &e);
	arch_irq_state state;
	uint32_t before;

	all_meet();
	state = arch_irq_save();
	before = weft_event_stage(e); /* some may have been faster */
	for (uint32_t n = 0; n < MANY; n++) {
		for (uint32_t rank = 0; rank < cores; rank++) {
			weft_notify(rank);
		}
	}
	ok &= weft_event_stage(e) == before;
	arch_irq_restore(state);
	ok &= reaches(e, cores * MANY);
	all_meet();
	ok &= weft_event_stage(e) == cores * MANY;
	return !weft_event_close(e) && ok;
}

/* What comes before anybody is bound is kept, for who it was from. */
bool replayed(void)
{
	weft_event_t e, any;
	bool ok = true;

	for (uint32_t round = 0; round < 3; round++) {
		all_meet();
		for (uint32_t n = 0; n < 3; n++) {
			weft_notify(next);
			weft_notify(prev);
		}
		all_meet();
		ok &= !weft_event_open(prev, &e) &&
		      !weft_event_open(WEFT_ANYONE, &any);
		/* With 1 or 2 cores next is prev. */
		ok &= reaches(e, next == prev ? 6 : 3);
		ok &= reaches(any, next == prev ? 0 : 3);
		all_meet();
		weft_notify(next);
		ok &= reaches(e, next == prev ? 7 : 4);
		all_meet();
		ok &= weft_event_stage(any) == (next == prev ? 0 : 3);
		ok &= !weft_event_close(e) && !weft_event_close(any);
	}
	return ok;
}

/*
 * The thread posts an entry over and over, and another core's notification posts it,
 * too, in an interrupt at any moment of that.
 */
bool posts_meet(void)
{
	uint32_t other = me ^ 1, count = 0;
	weft_event_t e;
	bool ok = !weft_event_open(WEFT_ANYONE, &e);

	all_meet();
	for (uint32_t n = 1; other < cores && n <= TURNS; n++) {
		if (me & 1) {
			ok &= !weft_flag_wait(word, n, WEFT_FOREVER);
			tap_delay(tap_below(tap_own_random(), 2000));
			ok &= !weft_notify(other);
			continue;
		}
		ok &= !weft_flag_write(other, word, n);
		for (uint32_t i = 0; i < POSTS; i++) {
			ok &= !weft_event_post(e);
		}
		count += POSTS + 1;
		ok &= reaches(e, count);
	}
	all_meet();
	ok &= weft_event_stage(e) == count;
	return !weft_event_close(e) && ok;
}

bool all_pairs(void)
{
	bool ok = true;

	for (uint32_t step = 0; step < cores; step++) {
		uint32_t from = me < step ? me + cores - step : me - step;
		uint32_t to = me + step < cores ? me + step : me + step - cores;
		weft_event_t e;

		ok &= !weft_event_open(from, &e) && !weft_notify(to);
		ok &= reaches(e, 1);
		all_meet();
		ok &= weft_event_stage(e) == 1 && !weft_event_close(e);
	}
	return ok;
}
