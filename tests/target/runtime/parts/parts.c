/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 seeds=2 env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=3,17 env=WEFT_TICK_US=0,WEFT_EPOCH=0xfffefff8 time-out=60 */
/*
 * Two invented parts that use all that runtime/part.h offers, beside events: three
 * channels, so a bell is two words.  A third one says that it does not take part in
 * the run, and a part that nobody links is not there.
 */
#include <stdio.h>
#include <string.h>

#include <weft/event.h>
#include <weft/sendrecv.h>
#include <weft/weft.h>

#include "runtime/bell.h"
#include "runtime/console.h"
#include "runtime/context.h"
#include "runtime/irq.h"
#include "runtime/park.h"
#include "runtime/part.h"
#include "runtime/progress.h"

#include "tests/target/runtime/parts/parts.h"
#include "tests/target/tap.h"

enum {
	TURNS = 40, /* rings in a row, beyond where halves of a word wrap */
	WORDS = 5,  /* of the fixed part's MPB */
	LEAST = 64, /* bytes of the elastic part's */
	MOST = 160,
	FINISHED = 9, /* its check is the ninth */
};

extern int weft_send(const void *data, size_t bytes, weft_rank_t to,
		     weft_us_t within) __attribute__((weak));

static struct seen fixed, elastic;
static uint32_t me, cores, next, prev;
static volatile uint32_t more; /* rounds that the fixed part still asks for */
static volatile uint32_t
	calls; /* of rt_progress, by the elastic part's rounds */
static uint32_t inside, deepest;

static uint32_t fixed_bytes(const struct rt_run *run, uint32_t offered)
{
	(void)run;
	(void)offered;
	return WORDS * sizeof(uint32_t);
}

static uint32_t elastic_bytes(const struct rt_run *run, uint32_t offered)
{
	(void)run;
	return offered < LEAST ? LEAST : offered < MOST ? offered : MOST;
}

static void placed(struct seen *seen, uint32_t offset, uint32_t bytes)
{
	seen->placed++;
	seen->offset = offset;
	seen->bytes = bytes;
}

static void fixed_placed(const struct rt_run *run, uint32_t offset,
			 uint32_t bytes)
{
	(void)run;
	placed(&fixed, offset, bytes);
	rt_bells_used = true;
}

static void elastic_placed(const struct rt_run *run, uint32_t offset,
			   uint32_t bytes)
{
	(void)run;
	placed(&elastic, offset, bytes);
	fixed.placed <<= 4; /* it came first */
}

static bool fixed_round(enum rt_round why)
{
	(void)why;
	fixed.rounds++;
	if (more == 0) {
		return false;
	}
	more--;
	return true;
}

static bool elastic_round(enum rt_round why)
{
	(void)why;
	elastic.rounds++;
	if (calls > 0) {
		calls--;
		inside++;
		deepest = inside > deepest ? inside : deepest;
		rt_progress();
		inside--;
	}
	return false;
}

static void rung(struct seen *seen, uint32_t from, uint32_t times)
{
	seen->rung += times;
	seen->from_others += from != prev;
	rt_worked = true;
}

static void fixed_rung(uint32_t from, uint32_t times)
{
	rung(&fixed, from, times);
}

static void elastic_rung(uint32_t from, uint32_t times)
{
	rung(&elastic, from, times);
}

static void fixed_interrupted(enum arch_irq cause)
{
	fixed.interrupts += cause == ARCH_IRQ_NOTIFY;
	fixed.in_thread += rt_context != RT_HANDLER;
}

static void elastic_interrupted(enum arch_irq cause)
{
	elastic.interrupts += cause == ARCH_IRQ_NOTIFY;
}

/*
 * The last of the two has the last word: without it there is no plan.  The end of that line
 * is what the runtime writes after all parts.
 */
static void finish(struct seen *seen)
{
	char text[80];

	seen->finished++;
	if (fixed.finished + elastic.finished != 2) {
		return;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == 0) {
		int n = snprintf(
			text, sizeof(text),
			"%sok %d - all finish, once\n1..%d",
			fixed.finished == 1 && !absent.finished ? "" : "not ",
			FINISHED, FINISHED);

		rt_console_write(text, (size_t)n);
	}
}

static void fixed_finish(void)
{
	finish(&fixed);
}

static void elastic_finish(void)
{
	finish(&elastic);
}

static const struct rt_part fixed_part = {
	.name = "invented",
	.bytes = fixed_bytes,
	.placed = fixed_placed,
	.round = fixed_round,
	.notified = fixed_rung,
	.channel = &fixed.channel,
	.interrupted = fixed_interrupted,
	.finish = fixed_finish,
};
RT_PART(fixed_part);

static const struct rt_part elastic_part = {
	.name = "invented-too",
	.last = 1,
	.bytes = elastic_bytes,
	.placed = elastic_placed,
	.round = elastic_round,
	.notified = elastic_rung,
	.channel = &elastic.channel,
	.interrupted = elastic_interrupted,
	.finish = elastic_finish,
};
RT_PART_DEALT(elastic_part);

static uint32_t on_list(const char *name)
{
	uint32_t n = 0;

	for (RT_EACH_PART(p)) {
		n += strcmp((*p)->name, name) == 0;
	}
	return n;
}

static bool list(void)
{
	return on_list("invented") == 1 && on_list("invented-too") == 1 &&
	       on_list("status") == 1 && on_list("events") == 1;
}

static bool not_linked(void)
{
	return !weft_send && on_list("sendrecv") == 0 && on_list("abcast") == 0;
}

static bool places(void)
{
	return fixed.placed == 1 << 4 && elastic.placed == 1 &&
	       fixed.bytes >= WORDS * sizeof(uint32_t) &&
	       elastic.bytes - MOST < ARCH_LINE &&
	       fixed.offset % ARCH_LINE == 0 &&
	       fixed.offset + fixed.bytes <= elastic.offset &&
	       elastic.offset + elastic.bytes <= rt_heap.offset;
}

/* A part's share is the same on all cores: what I write there is next's. */
static bool own_bytes(void)
{
	uint32_t words[WORDS], found[WORDS];

	for (uint32_t i = 0; i < WORDS; i++) {
		words[i] = me << 8 | i;
	}
	arch_put(next, ARCH_WINDOW_MPB, fixed.offset, words, sizeof(words));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	arch_get(found, me, ARCH_WINDOW_MPB, fixed.offset, sizeof(found));
	for (uint32_t i = 0; i < WORDS; i++) {
		if (found[i] != (prev << 8 | i)) {
			return false;
		}
	}
	return true;
}

struct counts {
	weft_event_t event;
	uint32_t fixed, elastic, posted;
};

static bool all_came(void *what)
{
	const struct counts *counts = what;

	return fixed.rung >= counts->fixed && elastic.rung >= counts->elastic &&
	       weft_event_stage(counts->event) >= counts->posted;
}

/* One ring for each of both, in one step; the application's beside them. */
static void ring(uint32_t posts)
{
	arch_irq_state state = arch_irq_save();

	rt_bell_ring(next, fixed.channel);
	rt_bell_ring(next, elastic.channel);
	arch_irq_restore(state);
	arch_raise(next, 1);
	for (uint32_t i = 0; i < posts; i++) {
		weft_notify(next);
	}
}

static bool told_apart(void)
{
	struct counts counts = {.fixed = TURNS, .elastic = TURNS};
	bool ok = !weft_event_open(WEFT_ANYONE, &counts.event);

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < TURNS; i++) {
		uint32_t posts = tap_below(tap_random(), 3);

		counts.posted += posts;
		ring(posts);
		tap_delay(tap_below(tap_own_random(), 2000));
	}
	ok &= !rt_park(all_came, &counts, ARCH_NEVER, prev, "all rings");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok && fixed.rung == TURNS && elastic.rung == TURNS &&
	       weft_event_stage(counts.event) == counts.posted &&
	       fixed.from_others == 0 && elastic.from_others == 0 &&
	       fixed.channel != elastic.channel;
}

static bool rounds(void)
{
	uint32_t before = fixed.rounds, other = elastic.rounds;

	more = 3;
	rt_progress();
	return more == 0 && fixed.rounds >= before + 4 &&
	       fixed.rounds - before == elastic.rounds - other;
}

/* Who calls from inside is heard of, by another round, and goes round itself never. */
static bool gate(void)
{
	arch_irq_state state;

	calls = 2;
	rt_progress();
	if (calls > 0) {
		return false;
	}
	state = arch_irq_save();
	calls = 2;
	weft_notify(me);
	while (calls > 0) {
		arch_sleep();
	}
	arch_irq_restore(state);
	return deepest == 1;
}

static bool interrupts(void)
{
	arch_irq_state state = arch_irq_save();
	uint32_t taken = rt_irq_taken(ARCH_IRQ_NOTIFY);
	bool ok = fixed.interrupts == taken && elastic.interrupts == taken &&
		  taken > 0 && fixed.in_thread == 0;

	arch_irq_restore(state);
	return ok;
}

int main(void)
{
	me = weft_rank();
	cores = weft_size();
	next = me + 1 < cores ? me + 1 : 0;
	prev = me > 0 ? me - 1 : cores - 1;
	tap_begin();
	tap_ok(list() && not_linked(), "what is linked is there, once");
	tap_ok(places(), "the fixed part is placed, then the elastic one");
	tap_ok(own_bytes(), "its bytes are its own");
	tap_ok(told_apart(), "rings are told apart, and counted");
	tap_ok(rounds(), "rounds go on while a part wants more");
	tap_ok(gate(), "a round within a round there is none");
	tap_ok(interrupts(), "both are told of every interrupt");
	tap_ok(absent_has_no_part(), "who wants no bytes takes no part");
	return 0; /* the parts' end is the last check */
}
