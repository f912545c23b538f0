/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tape: the steps of one schedule, in memory that the explorer shares with
 * the processes in which it plays them.
 *
 * A choice is a number, see stepwise.h; sets of choices are bits of a word.  For
 * what happens before what, a core, its interrupts and its timers are one
 * thread, and the writes from each core to each other are one more.
 */
#ifndef SIM_EXPLORE_TAPE_H
#define SIM_EXPLORE_TAPE_H

#include "sim/explore/stepwise.h"

#define THREADS    (STEPWISE_CORES * (STEPWISE_CORES + 1))
#define TAPE_STEPS 60000 /* indices within a thread are 16 bits */

struct step {
	/* Before it: what could be done, and what is known of that. */
	uint64_t enabled;
	uint64_t backtrack; /* must be tried here .. */
	uint64_t done;      /* .. and has been */
	uint64_t sleep;     /* need not be: another order of what was tried */
	uint64_t pending;   /* cores with an interrupt, by rank */
	bool unmasked;      /* its core would take one */

	/* What was done. */
	uint32_t choice;
	uint32_t usual, nth; /* what is done untold; how many times before */
	struct visible op;
	bool forced;    /* nothing else could be: it comes after all before */
	bool late;      /* a wait whose deadline has come */
	bool both;      /* interrupts of a core and a timer were pending */
	uint32_t since; /* the step that made it possible, or NO_STEP */
	uint32_t heard; /* and the one that it was trying for */
	uint32_t stop;  /* of its core, see stepwise_stop */
	uint32_t path;  /* the calls by which it came there */
	uint64_t time;  /* its core's, after it */

	/* A landing: its line before and after. */
	uint8_t was[PROFILE_LINE_MAX], became[PROFILE_LINE_MAX];

	/* Which of its thread's steps it is, from 1; and of each thread, the
	 * last that happened before it. */
	uint32_t thread;
	uint16_t index;
	uint16_t clock[THREADS];
};

struct tape {
	uint32_t told;   /* so many choices are given .. */
	uint32_t length; /* .. of so many */
	uint32_t most;   /* no more steps than that */
	bool search;     /* for what else is to be tried .. */
	bool reduce;     /* .. and it is left out what need not be */
	bool ended;      /* what is explored was played to its end */
	struct step steps[TAPE_STEPS];
};

extern struct tape *tape;

static inline uint64_t bit(uint32_t choice)
{
	return UINT64_C(1) << choice;
}

/* How a play ends, beside the statuses of host.h. */
enum {
	PLAY_PRUNED = 90, /* all that could be done need not be */
	PLAY_CUT = 91,    /* it has become too long */
};

/* play.c: up to what is explored; then by the tape, to the end of the run. */
void play_to_begin(void);
_Noreturn void play_on(bool say);

/*
 * reduce.c: what this step's place among those before it asks to be tried; the
 * same, if it has raised an interrupt at that core; what need not be tried next.
 */
void reduce_step(uint32_t at);
void reduce_pending(uint32_t at, uint32_t rank);
uint64_t reduce_sleep(uint32_t at, const struct visible *ops);

#endif
