/* SPDX-License-Identifier: Apache-2.0 */
/*
 * When a core is given up, and what it does if it was only slow.
 *
 * Every core shows a word that moves at each tick.  Who waits for a child's copy,
 * or for a core to free chunks of its own stream, sees that word stand still.  That
 * is no death yet: a core may not have been given a processor, where cores share the
 * host's.  So two clocks must have run for WEFT_HOP_US: mine, and that of all the
 * others' work, which is the ticks that they have taken, summed up.  A run that
 * hardly gets on gives nobody up, however long its host takes; and since I tick, I
 * do not wait for ever, even if of all others none is left.
 *
 * Then the verdict is written into the MPB of the core itself, and stays.  Who waits
 * for that core looks there, too, so that all come to the same end, even if it moves
 * again; and the core itself looks at each tick.  One that finds itself given up
 * says so, and takes no part any more: all it waits for ends in WEFT_ERR_DEAD.
 *
 * A word that moves means that the core only has its interrupts masked, or that
 * its application does not take its messages; that is waited for.
 *
 * A core that was slow may be in the middle of a copy when it goes on, and its
 * parent may have taken the buffer for other data.  So who was slow once reads the
 * header again after each copy (abcast_may_be_out).
 */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "topology/arith.h"
#include "runtime/boot.h"
#include "runtime/console.h"
#include "runtime/context.h"
#include "runtime/panic.h"
#include "runtime/text.h"
#include "runtime/timer.h"

enum {
	HOP_US = 5000000,
	ROOT_HOPS_SHIFT = 2, /* a root is more patient than parents */
	MOST_TICKS = 1 << 20,
};

/* A core that is waited for, and what has been seen of it. */
struct watch {
	uint32_t core;
	uint32_t counter, alive;
	uint64_t since;
	bool counts;   /* .. from the second look on, as most need but one: */
	uint32_t work; /* what the others had done then */
};

/* What a look at a core that is waited for says. */
enum sight {
	NOT_YET, /* it has not been long */
	MOVES,   /* it has, and the core shows life */
	STANDS,  /* .. and it does not, though the others work */
	GONE,    /* others have given it up */
};

static struct watch child_watch[ABCAST_BUFFERS], root_watch;
static uint32_t ticks;     /* my word */
static uint32_t hop_ticks; /* of each of the others, that make a hop */

static weft_lost_handler *lost_handler;
static void *lost_arg;

/* Three quarters of those in a hop, as each is a little late. */
static ARCH_COLD void count_hop_ticks(uint64_t left)
{
	uint64_t period = rt_tick_cycles();

	for (; left >= period && hop_ticks < MOST_TICKS; left -= period) {
		hop_ticks++;
	}
	hop_ticks -= hop_ticks >> 2;
}

UNIT void abcast_failure_init(void)
{
	abcast.moved = arch_cycles();
	abcast.hop = arch_cycles_in_us(rt_env_u32("WEFT_HOP_US", HOP_US));
	if (rt_tick_cycles() == 0 || abcast.hop == 0) {
		abcast.hop = ARCH_NEVER;
	} else {
		count_hop_ticks(abcast.hop);
	}
	abcast.half_hop = abcast.hop >> 1;
}

/* A line: what has become of that core, by whom, as rank + 1, or nobody. */
static ARCH_COLD void say(uint32_t core, const char *what, uint32_t by)
{
	char text[128];
	struct text t = text_in(text, sizeof(text) - 1);

	text_str(&t, "weft: rank ");
	text_u64(&t, core);
	text_str(&t, what);
	if (by > 0) {
		text_str(&t, " by rank ");
		text_u64(&t, by - 1);
	}
	*t.at = 0;
	rt_console_control(text);
}

static ARCH_COLD void tell_application(uint32_t core)
{
	enum rt_context before = rt_context;

	if (lost_handler) {
		rt_context = RT_HANDLER;
		lost_handler(core, lost_arg);
		rt_context = before;
	} else if (core == abcast.me) {
		rt_panic("the others have given this core up");
	}
}

/* Nobody's chunks are mine any more. */
static ARCH_COLD void evict(uint32_t by)
{
	if (abcast.evicted) {
		return;
	}
	abcast.evicted = true;
	for (uint32_t root = 0; root < abcast.count; root++) {
		abcast.stream[root].parent = ABCAST_NOBODY;
	}
	say(abcast.me, " is alive, but has been given up", by);
	tell_application(abcast.me);
}

UNIT bool abcast_judged(void)
{
	uint32_t by = arch_flag_read(abcast.me, abcast_verdict(abcast.me));

	if (by > 0) {
		evict(by);
	}
	return abcast.evicted;
}

UNIT void abcast_hear(uint32_t core)
{
	if (core == abcast.me) {
		evict(arch_flag_read(core, abcast_verdict(core)));
	} else if (abcast_mark_dead(core)) {
		tell_application(core);
	}
}

/*
 * The run's own clock, as the others move it: the ticks that all but this core have
 * taken.  A difference of two counts, modulo 2^32.
 */
static ARCH_COLD uint32_t work_beside(uint32_t core)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < abcast.count; i++) {
		if (i != core) {
			sum += arch_flag_read(i, abcast_status(ABCAST_ALIVE));
		}
	}
	return sum;
}

/* What 2^hops_shift hops are by that clock, where so many can move it. */
static ARCH_COLD uint32_t work_of(uint32_t hops_shift)
{
	uint32_t others = abcast.count - 1;

	for (uint32_t i = 0; i < abcast.count; i++) {
		others -= abcast_is_dead(i);
	}
	return arith_mul(hop_ticks << hops_shift, others);
}

/* I have waited for this core, at this count of its, for how long? */
static ARCH_COLD enum sight look_out(struct watch *w, uint32_t core,
				     uint32_t counter, uint32_t hops_shift)
{
	uint32_t alive = arch_flag_read(core, abcast_status(ABCAST_ALIVE));
	uint64_t now = arch_cycles();

	if (arch_flag_read(core, abcast_verdict(core)) != 0) {
		return GONE;
	}
	if (w->core != core || w->counter != counter || w->since == 0) {
		*w = (struct watch){core, counter, alive, now, false, 0};
		return NOT_YET;
	}
	if (!w->counts) {
		w->counts = true;
		w->work = work_beside(core);
	}
	if (now - w->since < abcast.hop << hops_shift) {
		return NOT_YET;
	}
	if (alive != w->alive) {
		w->since = 0; /* the next look begins anew */
		return MOVES;
	}
	return work_beside(core) - w->work < work_of(hops_shift) ? NOT_YET
								 : STANDS;
}

/* It has stopped, as far as one can tell from here. */
static ARCH_COLD void give_up(uint32_t core)
{
	arch_flag_write(core, abcast_verdict(core), abcast.me + 1);
	arch_settle(core); /* before anything is done that relies on it */
	say(core, " shows no life while the others work: given up",
	    abcast.me + 1);
	abcast_hear(core);
}

/* A parent's part: buffer i waits for this child. */
static ARCH_COLD void watch_child(uint32_t i)
{
	struct abcast_buffer *b = &abcast.buffer[i];
	uint32_t core = abcast_awaited_child(b);
	enum sight sight = look_out(&child_watch[i], core, b->n, 0);

	if (sight == STANDS) {
		give_up(core);
	} else if (sight == GONE) {
		abcast_hear(core);
	}
	if (sight >= STANDS) {
		abcast_withdraw(i); /* should it wake up in the middle */
		abcast_announce_again(i);
	}
}

/*
 * A root's part: this core keeps my stream from going on.  It lives, but lacks a
 * chunk that died on its way; or it has got all that I have put, and its application
 * does not take it.
 */
static ARCH_COLD void watch_receiver(uint32_t core)
{
	uint32_t above = abcast_dead_above(core);
	bool below = above != ABCAST_NOBODY;
	uint32_t word = abcast_look(core, abcast.me);
	enum sight sight =
		look_out(&root_watch, core, word, below ? 0 : ROOT_HOPS_SHIFT);

	if (sight == STANDS) {
		give_up(core);
	} else if (sight == GONE) {
		abcast_hear(core);
	} else if (sight == MOVES && below &&
		   abcast_copied(word, abcast.stream[abcast.me].put) < 0) {
		abcast_leave_out(core, above);
	}
}

UNIT void abcast_watch(uint32_t lagging)
{
	abcast.doubt = abcast_may_be_out();
	abcast.moved = arch_cycles();
	arch_flag_write(abcast.me, abcast_status(ABCAST_ALIVE), ++ticks);
	if (abcast.hop == ARCH_NEVER || abcast_judged()) {
		return;
	}
	abcast_reclaim();
	for (uint32_t i = 0; i < ABCAST_BUFFERS; i++) {
		if (abcast.buffer[i].busy) {
			watch_child(i);
		}
	}
	if (lagging != ABCAST_NOBODY) {
		watch_receiver(lagging);
	}
}

ARCH_COLD bool weft_abcast_lost(weft_rank_t rank)
{
	return rank == abcast.me ? abcast.evicted
				 : rank < abcast.count && abcast_is_dead(rank);
}

ARCH_COLD int weft_abcast_on_lost(weft_lost_handler *handler, void *arg)
{
	arch_irq_state state;

	RT_THREAD_ONLY();
	if (abcast.chunk == 0) {
		return WEFT_ERR_LIMIT;
	}
	state = arch_irq_save();
	lost_handler = handler;
	lost_arg = arg;
	arch_irq_restore(state);
	return WEFT_OK;
}
