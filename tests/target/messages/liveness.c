/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 boards=scc-sim env=WEFT_HOP_US=30000 */
/* weft-test: cores=3 boards=scc-qemu,arm-qemu modes=icount env=WEFT_HOP_US=30000
   time-out=120 */
/* weft-test: cores=3 boards=epiphany-emu env=WEFT_HOP_US=30000 time-out=120 */
/*
 * Two invented clients of messages/liveness.h, which know nothing of each other.  The
 * last core masks its interrupts until it is told that it has been given up.  One
 * client waits for it on every core; the other does so on core 0 alone, where it is
 * more patient, and its first wait goes on for a while.  It ends all the same though
 * the last core goes on as soon as it has been given up.  Both are told once, on all
 * cores, and so is the application.  A core that only does not do what it is waited
 * for is not given up.
 */
#include <weft/weft.h>

#include "messages/liveness.h"
#include "runtime/context.h"
#include "runtime/park.h"
#include "runtime/part.h"
#include "runtime/progress.h"
#include "runtime/wait.h"

#include "tests/target/tap.h"

enum {
	STEPS = 4, /* of what the second client waits for first */
};

struct client {
	struct liveness_watch watch, idle_watch;
	uint32_t lost[2]; /* .. of the last core; of others */
	uint32_t step;
	bool given_up, moves;
};

static struct client first, second;
static uint32_t me, last, word; /* offset: it has been given up */
static volatile bool watching;
static uint32_t told, told_early, told_wrongly; /* the application */

static uint32_t bytes(const struct rt_run *run, uint32_t left)
{
	(void)run;
	(void)left;
	return rt_flag_bytes(1);
}

static void placed(const struct rt_run *run, uint32_t offset, uint32_t size)
{
	(void)run;
	(void)size;
	word = offset;
}

static bool first_round(enum rt_round why)
{
	if (why != RT_TICK || !watching || me == last || !liveness_watches()) {
		return false;
	}
	if (!first.given_up) {
		first.given_up = liveness_look(&first.watch, last, 0, 0) ==
				 LIVENESS_LOST;
	}
	if (last > 1 && !first.moves) {
		/* Core 0 for core 1, core 1 for the others. */
		first.moves = liveness_look(&first.idle_watch, me == 0, 7, 0) ==
			      LIVENESS_MOVES;
	}
	return false;
}

static bool second_round(enum rt_round why)
{
	if (why != RT_TICK || !watching || me != 0 || second.given_up ||
	    !liveness_watches()) {
		return false;
	}
	second.step += second.step < STEPS;
	second.given_up = liveness_look(&second.watch, last, second.step, 1) ==
			  LIVENESS_LOST;
	return false;
}

static void first_lost(uint32_t core)
{
	first.lost[core != last]++;
}

static void second_lost(uint32_t core)
{
	second.lost[core != last]++;
}

static const struct rt_part first_part = {
	.name = "first",
	.bytes = bytes,
	.small = 1, /* in front of the words of signs of life */
	.placed = placed,
	.round = first_round,
	.lost = first_lost,
};
RT_PART(first_part);

static const struct rt_part second_part = {
	.name = "second",
	.round = second_round,
	.lost = second_lost,
};
RT_PART(second_part);

static void lost(uint32_t core, void *arg)
{
	(void)arg;
	told += core == last;
	told_early += first.lost[0] == 0 || second.lost[0] == 0;
	told_wrongly += rt_context != RT_HANDLER;
}

static bool over(void *none)
{
	(void)none;
	return told > 0 && (me != 0 || second.given_up) &&
	       (me == last || (first.given_up && (last < 2 || first.moves)));
}

static bool wait_until_over(void)
{
	return !rt_park(over, NULL, ARCH_NEVER, last, "a core to be given up");
}

/* What is waited for does not come, and no tick of mine either. */
static bool stand_still(void)
{
	arch_irq_state state = arch_irq_save();
	bool ok = !tap_await(word, 1, ARCH_NEVER) && liveness_in_doubt() &&
		  !liveness_is_dead(me) && liveness_news() == 0;

	arch_irq_restore(state);
	return ok && wait_until_over() && !liveness_watches();
}

static bool given_up(void *none)
{
	(void)none;
	return first.given_up;
}

static bool look_on(void)
{
	bool ok = !rt_park(given_up, NULL, ARCH_NEVER, last, "a verdict");

	if (me == 0) {
		arch_flag_write(last, word, 1);
	}
	ok &= wait_until_over();
	return ok && liveness_watches() && liveness_news() == last + 1 &&
	       liveness_news() == last + 1 && !liveness_is_dead(me);
}

int main(void)
{
	bool ok;

	me = weft_rank();
	last = weft_size() - 1;
	tap_begin();
	tap_ok(!liveness_is_dead(me) && liveness_news() == 0, "all live");
	liveness_on_lost(lost, NULL);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	watching = true;
	if (me == last) {
		ok = stand_still();
	} else {
		ok = look_on();
	}
	/* Nothing else is written over the flag. */
	ok &= arch_flag_read(me, word) == (me == last);
	tap_ok(ok, "a core is given up, and no other");
	tap_ok(first.lost[0] == 1 && first.lost[1] == 0 &&
		       second.lost[0] == 1 && second.lost[1] == 0,
	       "both clients are told of it, once");
	tap_ok(told == 1 && told_early == 0 && told_wrongly == 0 &&
		       rt_context == RT_THREAD,
	       "the application is told then, as a handler");
	tap_ok(liveness_is_dead(last) && (me == last || !liveness_is_dead(me)),
	       "it stays so");
	return tap_end();
}
