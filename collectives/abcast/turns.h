/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Turns: which cores have something for this core, and in which order they are served.
 *
 * A part's round does a bounded amount of work (runtime/part.h), but many cores may
 * have something at the same time.  A client keeps one struct turns.  It marks the cores
 * that announce something.  A round serves marked cores one after another until its
 * burst, a number of pieces of work, is used up; the next round serves the others.
 *
 * The order is that of the ranks, beginning after this core's, so that different cores
 * serve different ones at a time.  A core that is marked again is served after all that
 * were marked before, so no core starves.
 *
 * All functions are called inside the gate, or with interrupts masked, and do not
 * wait.  Memory: two bits for each core.
 */
#ifndef COLLECTIVES_ABCAST_TURNS_H
#define COLLECTIVES_ABCAST_TURNS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "runtime/bell.h"

/*
 * By the client: serves all that the core has, with one turns_take() before each piece
 * of work.  False: turns_take() has refused one, and the core is served again later.
 */
typedef bool turns_server(uint32_t core);

struct turns {
	turns_server *serve;
	uint32_t me, count;
	uint32_t burst, taken; /* pieces of work: of a round, of this one */
	bool any_marked, any_left;
	uint32_t marked[RT_BELL_SETS]; /* counted from this core, as is .. */
	uint32_t left[RT_BELL_SETS];   /* .. what is left of this turn */
};

/* At start; burst > 0. */
ARCH_COLD void turns_init(struct turns *turns, turns_server *serve,
			  uint32_t burst);

/* Marks a core, which has something: it is served in turn. */
void turns_mark(struct turns *turns, uint32_t core);

/*
 * Serves the core at once as far as the burst goes, and the rest in turn.  For a core
 * that comes while no other is marked.
 */
static inline void turns_serve(struct turns *turns, uint32_t core)
{
	if (turns->taken == turns->burst || !turns->serve(core)) {
		turns_mark(turns, core);
	}
}

/* Tells whether any core is marked. */
static inline bool turns_any(const struct turns *turns)
{
	return turns->any_left || turns->any_marked;
}

/* Takes one piece of work of this round's burst; false: there is none left. */
static inline bool turns_take(struct turns *turns)
{
	if (turns->taken == turns->burst) {
		return false;
	}
	turns->taken++;
	return true;
}

/*
 * Serves marked cores as far as the burst goes: those left of the last turn, and then
 * one turn more.  True: the burst is used up, and there may be more to do.
 */
bool turns_next(struct turns *turns);

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
