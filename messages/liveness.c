/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/annotate.h"
#include "messages/liveness.h"
#include "runtime/variables.h"
#include "topology/arith.h"
#include "topology/bits.h"
#include "runtime/console.h"
#include "runtime/context.h"
#include "runtime/panic.h"
#include "runtime/part.h"
#include "runtime/text.h"
#include "runtime/timer.h"
#include "runtime/trace.h"

enum {
	MOST_TICKS = 1 << 20,
	SETS = (LIVENESS_CORES + 31) / 32,
};

/* Words of a core in its MPB. */
enum {
	ALIVE,   /* moves at each tick */
	VERDICT, /* who has given the core up, as rank + 1; once there it stays */
	WORDS,
};

struct liveness liveness;

static uint32_t row;       /* offset of the words */
static uint64_t hop;       /* cycles; ARCH_NEVER: nobody is given up */
static uint32_t hop_ticks; /* of each of the others, that make a hop */
static uint32_t ticks;     /* my word */
static uint32_t dead[SETS];
static uint32_t last_news;
static bool any_dead, evicted;

static liveness_handler *lost_handler;
static void *lost_arg;

static ARCH_COLD uint32_t read_word(uint32_t core, uint32_t word)
{
	return arch_flag_read(core, rt_flag(row, word));
}

/* A line: what has become of that core, by whom, as rank + 1, or nobody. */
static ARCH_COLD void liveness_say(uint32_t core, const char *what, uint32_t by)
{
	rt_say(by > 0 ? "weft: rank %u%s by rank %u" : "weft: rank %u%s", core,
	       what, by - 1);
}

static ARCH_COLD void tell_parts(uint32_t core)
{
	for (RT_EACH_PART(p)) {
		if ((*p)->lost && rt_part_runs(*p)) {
			(*p)->lost(core);
		}
	}
}

static ARCH_COLD void tell_application(uint32_t core)
{
	enum rt_context before = rt_context;

	if (lost_handler) {
		rt_context = RT_HANDLER;
		lost_handler(core, lost_arg);
		rt_context = before;
	} else if (core == arch_rank()) {
		rt_panic("the others have given this core up");
	}
}

static ARCH_COLD void evict(uint32_t by)
{
	if (evicted) {
		return;
	}
	evicted = true;
	tell_parts(arch_rank());
	liveness_say(arch_rank(), " is alive, but has been given up", by);
	tell_application(arch_rank());
}

static ARCH_COLD void bury(uint32_t core)
{
	if (core >= rt_run.count || bits_has(dead, core)) {
		return;
	}
	bits_set(dead, core);
	any_dead = true;
	last_news = core;
	tell_parts(core);
	RT_TRACE("a core is dead", core, 0);
	tell_application(core);
}

void liveness_hear(uint32_t core)
{
	if (core == arch_rank()) {
		evict(read_word(core, VERDICT));
	} else {
		bury(core);
	}
}

bool liveness_verdict(uint32_t core)
{
	if (read_word(core, VERDICT) == 0) {
		return false;
	}
	liveness_hear(core);
	return true;
}

bool liveness_judged(void)
{
	return liveness_verdict(arch_rank());
}

bool liveness_is_dead(uint32_t core)
{
	return core == arch_rank() ? evicted : bits_has(dead, core);
}

uint32_t liveness_news(void)
{
	if (!any_dead) {
		return 0;
	}
	do {
		last_news = last_news + 1 == rt_run.count ? 0 : last_news + 1;
	} while (!bits_has(dead, last_news));
	return last_news + 1;
}

bool liveness_watches(void)
{
	return hop != ARCH_NEVER && !liveness_judged();
}

/*
 * The run's own clock, as the others move it: the ticks that all but this core have
 * taken.  A difference of two counts, modulo 2^32.
 */
static ARCH_COLD uint32_t work_beside(uint32_t core)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < rt_run.count; i++) {
		if (i != core) {
			sum += read_word(i, ALIVE);
		}
	}
	return sum;
}

/* What 2^hops_shift hops are by that clock, where so many can move it. */
static ARCH_COLD uint32_t work_of(uint32_t hops_shift)
{
	uint32_t others = rt_run.count - 1;

	for (uint32_t i = 0; i < rt_run.count; i++) {
		others -= bits_has(dead, i);
	}
	return arith_mul(hop_ticks << hops_shift, others);
}

/* It has stopped, as far as one can tell from here. */
static ARCH_COLD void give_up(uint32_t core)
{
	uint32_t by = arch_rank() + 1;

	arch_flag_write(core, rt_flag(row, VERDICT), by);
	arch_settle(core); /* before anything is done that relies on it */
	liveness_say(core, " shows no life while the others work: given up",
		     by);
	liveness_hear(core);
}

enum liveness_sight liveness_look(struct liveness_watch *w, uint32_t core,
				  uint32_t counter, uint32_t hops_shift)
{
	uint32_t alive = read_word(core, ALIVE);
	uint64_t now = arch_cycles();

	if (liveness_verdict(core)) {
		return LIVENESS_LOST;
	}
	if (w->core != core || w->counter != counter || w->since == 0) {
		*w = (struct liveness_watch){core, counter, alive,
					     now,  false,   0};
		return LIVENESS_EARLY;
	}
	if (!w->counts) {
		w->counts = true;
		w->work = work_beside(core);
	}
	if (now - w->since < hop << hops_shift) {
		return LIVENESS_EARLY;
	}
	if (alive != w->alive) {
		w->since = 0; /* the next look begins anew */
		return LIVENESS_MOVES;
	}
	if (work_beside(core) - w->work < work_of(hops_shift)) {
		return LIVENESS_EARLY;
	}
	give_up(core);
	return LIVENESS_LOST;
}

void liveness_on_lost(liveness_handler *handler, void *arg)
{
	arch_irq_state state = arch_irq_save();

	lost_handler = handler;
	lost_arg = arg;
	arch_irq_restore(state);
}

static ARCH_COLD void ticked(void)
{
	liveness.doubt = liveness_in_doubt();
	liveness.moved = arch_cycles();
	arch_flag_write(arch_rank(), rt_flag(row, ALIVE), ++ticks);
	liveness_watches();
}

/* Three quarters of those in a hop, as each is a little late. */
static ARCH_COLD void count_hop_ticks(uint64_t left)
{
	uint64_t period = rt_tick_cycles();

	for (; left >= period && hop_ticks < MOST_TICKS; left -= period) {
		hop_ticks++;
	}
	hop_ticks -= hop_ticks >> 2;
}

static ARCH_COLD uint32_t liveness_bytes(const struct rt_run *run,
					 uint32_t left)
{
	(void)left;
	return run->count > LIVENESS_CORES ? 0 : rt_flag_bytes(WORDS);
}

static ARCH_COLD void liveness_placed(const struct rt_run *run, uint32_t offset,
				      uint32_t size)
{
	(void)run;
	(void)size;
	row = offset;
	/* Two may give a core up at once: each writes who it is. */
	arch_annotate_marks(rt_flag(offset, VERDICT), rt_flag_bytes(1));
	rt_timer_start(); /* hops are counted by its ticks */
	liveness.moved = arch_cycles();
	hop = arch_cycles_in_us(rt_variable_HOP_US());
	if (rt_tick_cycles() == 0 || hop == 0) {
		hop = ARCH_NEVER;
	} else {
		count_hop_ticks(hop);
	}
	liveness.half_hop = hop >> 1;
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "liveness",
	.bytes = liveness_bytes,
	.small = 1,
	.placed = liveness_placed,
	.ticked = ticked,
};
RT_PART(part);
