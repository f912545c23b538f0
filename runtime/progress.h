/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gate to the progress engines.
 *
 * An engine is a part of the library that is driven by what other cores do:
 * it looks at what has come, does a bounded amount of work, and never waits.  It
 * runs when a handler calls, so it goes on while the application computes, and
 * when a thread calls that has given it something to do.  Both may come at any
 * instruction of each other, but engines do not nest: a handler that finds the
 * gate busy leaves word, and who is inside goes round once more.
 *
 * First in a round the bells are looked at (runtime/bell.h), which tells an
 * engine who has rung before its own turn comes.
 */
#ifndef RUNTIME_PROGRESS_H
#define RUNTIME_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"

/* Why there is a round. */
enum rt_round {
	RT_ROUND, /* something may have come */
	RT_TICK,  /* .. and the watchdog's time has: do others still move? */
	RT_BEGUN, /* this core has begun something; what comes interrupts */
};

/*
 * One round.  True: it ended because it had done enough for one handler, and
 * there is more to do.
 */
typedef bool rt_engine(enum rt_round why);

/* From a feature's place(): have this engine driven, and the tick started. */
ARCH_COLD void rt_engine_add(rt_engine *engine);

/* The same without an engine, where bells are all that is to be looked at. */
ARCH_COLD void rt_engines_start(void);

/*
 * Rounds until there is nothing to do.  Thread; within an engine's callback it
 * only leaves word.  Interrupts stay as they are.
 */
void rt_progress(void);

/*
 * The same for what the caller has begun just now: what others have done
 * is not looked at, as it interrupts, or will when interrupts are on again.
 */
void rt_progress_begun(void);

/* One round from the interrupt entry. */
void rt_progress_irq(enum arch_irq cause);

/* Bells found rung beyond the first of a look: so many interrupts merged. */
extern uint32_t rt_merged;

/* Interrupts taken in which no engine found anything to do. */
extern uint32_t rt_spurious;

/* An engine says that this round was not for nothing. */
extern bool rt_worked;

#endif
