/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Turns: which cores have something for this one, and which is served when.
 *
 * A part's round does a bounded amount of work (runtime/part.h), and many cores may
 * have something at once.  A client keeps one struct turns: cores are marked as they
 * announce something, and served one after another, as far as one round's burst goes;
 * the others' turn comes in the next round.  Cores are taken in the order of their
 * ranks, counted from this core, so that not all cores are at the same one at a time;
 * a core that is marked again waits until all that were marked before have been
 * served, so nobody starves.
 *
 * All inside the gate, or with interrupts masked, no waiting.  Memory: two bits a core.
 */
#ifndef MESSAGES_TURNS_H
#define MESSAGES_TURNS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "runtime/bell.h"
#include "runtime/unit.h"

/*
 * Serve that core: all that it has, one turns_take() for each piece of work.  False:
 * turns_take() has said no; the core's turn comes again.
 */
typedef bool turns_server(uint32_t core);

struct turns {
	turns_server *serve;
	uint32_t me, count, sets; /* sets: words of a bit a core */
	uint32_t burst, taken;    /* pieces of work: of a round, of this one */
	bool any_marked, any_left;
	uint32_t marked[RT_BELL_SETS]; /* counted from this core, as is .. */
	uint32_t left[RT_BELL_SETS];   /* .. what is left of this turn */
};

/* At start; burst > 0. */
SHARED ARCH_COLD void turns_init(struct turns *turns, turns_server *serve,
				 uint32_t burst);

/* The core has something: it is served in turn. */
SHARED void turns_mark(struct turns *turns, uint32_t core);

/* It is served now, or else in turn.  For one that comes while nobody waits. */
SHARED void turns_serve(struct turns *turns, uint32_t core);

/* Does anybody wait? */
static inline bool turns_any(const struct turns *turns)
{
	return turns->any_left || turns->any_marked;
}

/* May one more piece of work be done in this round? */
static inline bool turns_take(struct turns *turns)
{
	if (turns->taken == turns->burst) {
		return false;
	}
	turns->taken++;
	return true;
}

/*
 * Those that wait, as far as the burst goes: what is left of the last turn, and then
 * a new one, once.  True: the burst is over, and there may be more.
 */
SHARED bool turns_next(struct turns *turns);

static inline bool turns_go_on(struct turns *turns)
{
	return turns_any(turns) ? turns_next(turns)
				: turns->taken == turns->burst;
}

/* The round is over. */
static inline void turns_end(struct turns *turns)
{
	turns->taken = 0;
}

#endif
