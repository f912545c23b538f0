/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: boards=scc-sim cores=17 env=WEFT_TICK_US=0,WEFT_EPOCH=0xfffefff0
   time-out=60 */
/*
 * Two parts that look share a channel, beside one that counts: a ring for either reaches
 * both, and the count of the third stays its own.  A bell is one word.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/bell.h"
#include "runtime/part.h"
#include "runtime/progress.h"

#include "tests/target/tap.h"

enum {
	TURNS = 30,
	SOON = 20000000, /* us */
};

/* What a part has been told, and the word at which it looks. */
static struct looker {
	uint32_t channel, word;
	volatile uint32_t seen, rung;
} lookers[2];

static weft_event_t notified, looked;

static void look(struct looker *l)
{
	l->rung++;
	l->seen = arch_flag_read(weft_rank(), l->word);
	weft_event_post(looked);
	rt_worked = true;
}

static void first_rung(uint32_t from, uint32_t times)
{
	(void)from;
	(void)times;
	look(&lookers[0]);
}

static void second_rung(uint32_t from, uint32_t times)
{
	(void)from;
	(void)times;
	look(&lookers[1]);
}

static const struct rt_part first_part = {
	.name = "first-looker",
	.notified = first_rung,
	.channel = &lookers[0].channel,
	.looks = 1,
};
RT_PART(first_part);

static const struct rt_part second_part = {
	.name = "second-looker",
	.notified = second_rung,
	.channel = &lookers[1].channel,
	.looks = 1,
};
RT_PART(second_part);

static uint32_t bell_bytes(void)
{
	for (RT_EACH_PART(p)) {
		if (strcmp((*p)->name, "bells") == 0) {
			return (*p)->bytes(&rt_run, 0);
		}
	}
	return 0;
}

/* Tells the next core by its word for that looker, and rings. */
static void tell(uint32_t next, struct looker *l, uint32_t n)
{
	arch_irq_state state;

	arch_flag_write(next, l->word, n);
	state = arch_irq_save();
	rt_bell_ring(next, l->channel);
	arch_irq_restore(state);
	arch_raise(next, 1);
}

/* Stage, look, wait. */
static bool both_have(uint32_t n)
{
	for (;;) {
		uint32_t staged = weft_event_stage(looked);

		if (lookers[0].seen == n && lookers[1].seen == n) {
			return true;
		}
		if (weft_event_wait(looked, staged, SOON)) {
			return false;
		}
	}
}

static bool turn(uint32_t next, uint32_t n)
{
	bool ok;

	tell(next, &lookers[n & 1], n);
	weft_notify(next);
	tell(next, &lookers[~n & 1], n);
	ok = weft_event_wait(notified, n - 1, SOON) == WEFT_OK && both_have(n);
	ok &= weft_event_stage(notified) == n;
	return weft_barrier(WEFT_WORLD, SOON) == WEFT_OK && ok;
}

int main(void)
{
	uint32_t me = weft_rank(), cores = weft_size(), word;
	uint32_t next = me + 1 < cores ? me + 1 : 0;
	bool ok;

	tap_begin();
	ok = !weft_flags_alloc(2, &word) &&
	     !weft_event_open(WEFT_NOBODY, &looked) &&
	     !weft_event_open(me > 0 ? me - 1 : cores - 1, &notified);
	lookers[0].word = word;
	lookers[1].word = weft_flag_at(word, 1);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(ok && lookers[0].channel == lookers[1].channel,
	       "two that look have one channel");
	tap_ok(bell_bytes() == rt_flag_bytes(cores), "a bell is one word");
	ok = true;
	for (uint32_t n = 1; n <= TURNS && ok; n++) {
		ok = turn(next, n);
	}
	tap_ok(ok, "%d turns: both are told, each notification counts", TURNS);
	tap_ok(lookers[0].rung >= TURNS && lookers[1].rung >= TURNS,
	       "each ring reaches both");
	return tap_end();
}
