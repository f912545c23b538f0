/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Liveness: which cores have stopped.
 *
 * A core that waits for another one may wait for a core that will never move again.
 * Every core shows a word that moves at each tick of its timer.  Whoever waits for a
 * core looks at that word at its own ticks, by a *watch* of its own.  A word that
 * stands still is no death yet: the core may not have been given a processor, where
 * cores share a host's.  So two clocks must have run for WEFT_HOP_US before a core is
 * given up: that of the core that waits, and the work of all the others, which is
 * the sum of the ticks that they have taken.  A run that hardly gets on gives nobody
 * up; and since the core that waits ticks itself, it does not wait for ever.
 *
 * The core that gives another one up writes its *verdict* into the MPB of the core
 * itself, where it stays.  Whoever watches the core looks there, too, so that all
 * come to the same end even if the core moves again.  The core itself looks at
 * each of its ticks: if it finds a verdict it is *evicted*, and takes no part any more.
 *
 * Each part is told, by its lost() (runtime/part.h), once about each core that this
 * core knows to be dead, and about this core itself.  Parts that pass messages on
 * also pass on the *news*: one dead core with each message, in turn.
 *
 * MPB: two words a core.  Up to LIVENESS_CORES cores; WEFT_TICK_US=0 or WEFT_HOP_US=0:
 * nobody is given up.  Cost: a word written and a word read at each tick; what a watch
 * costs is said below.  Where not said otherwise: inside the gate.
 */
#ifndef MESSAGES_LIVENESS_H
#define MESSAGES_LIVENESS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"

enum {
	LIVENESS_CORES = ARCH_CORES_MAX < 255 ? ARCH_CORES_MAX : 255,
};

/*
 * A client's watch on one core after the other: zeroes at first.  A client that waits
 * for several cores at once has several watches.
 */
struct liveness_watch {
	uint32_t core;
	uint32_t counter, alive; /* what has been seen of it, since .. */
	uint64_t since;
	bool counts; /* from the second look on, as most waits need but one: */
	uint32_t work; /* what the others had done then */
};

enum liveness_sight {
	LIVENESS_EARLY, /* this has not lasted long enough to say anything */
	LIVENESS_MOVES, /* it has, and the core shows life */
	LIVENESS_LOST, /* the core has been given up, by this core or by others */
};

/* Will anybody be given up, by this core?  False: it is evicted, or nobody is. */
ARCH_COLD bool liveness_watches(void);

/*
 * This core still waits for that one.  `counter` is what it is to change: as long as it
 * changes, the wait begins anew.  The core is given up after 2^hops_shift times
 * WEFT_HOP_US.  To be called at each tick while the wait lasts.  Cost: two words
 * read; from the second look on, if the counter has not moved, one a core.
 */
ARCH_COLD enum liveness_sight liveness_look(struct liveness_watch *watch,
					    uint32_t core, uint32_t counter,
					    uint32_t hops_shift);

/* Others say that this core, or another one, has been given up. */
ARCH_COLD void liveness_hear(uint32_t core);

/* Is there a verdict on that core?  If so it has been heard of.  One word read. */
ARCH_COLD bool liveness_verdict(uint32_t core);

/* Is there one on this core?  The same. */
ARCH_COLD bool liveness_judged(void);

/*
 * Has that core been given up, as far as this core knows; this core itself: does it
 * know that it is evicted?  Any context.
 */
ARCH_COLD bool liveness_is_dead(uint32_t core);

/* One of the dead, in turn, as rank + 1; 0: nobody is. */
ARCH_COLD uint32_t liveness_news(void);

/* Read by the function below only. */
extern struct liveness {
	bool doubt; /* this core was so slow once that it may be out, or soon */
	uint64_t half_hop;
	uint64_t moved; /* when this core's word did last, or before */
} liveness;

/*
 * Can it be that others take this core for dead by now?  Nobody does who has not seen
 * its word stand still for a hop; half of one is enough to doubt, from then on,
 * since the core that decides may be slow, too.  A core in doubt asks
 * liveness_judged() before it relies on what it has read.  Any context.
 */
static inline bool liveness_in_doubt(void)
{
	return liveness.doubt ||
	       arch_cycles() - liveness.moved >= liveness.half_hop;
}

/*
 * The application's handler: called for each core that is given up, after the
 * parts; null: none.  A core that finds itself evicted and has no handler panics,
 * as it might wait for what will not come.  Thread.
 */
typedef void liveness_handler(uint32_t core, void *arg);
ARCH_COLD void liveness_on_lost(liveness_handler *handler, void *arg);

#endif
