/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cores in steps: another way to play them than by virtual time.
 *
 * A core stops before each visible operation and says what it would do; whoever
 * plays (play.c) lets one of the possible steps happen, then the core runs on
 * to the next.  What happens between two stops no other core can see.  Time
 * still passes on each core by what it does, but orders nothing.
 *
 * The choices at any moment, each by a number:
 *   a core's next operation, if what it waits for is there;
 *   an interrupt that a core takes, if one is pending and not masked;
 *   a timer or a deadline of a core that comes;
 *   the landing of the oldest write from one core to one other (mode strict; in
 *   mode fast a write lands as it is made).
 * Writes of one core to one core land in order, to different cores they do not:
 * rules (a) and (d) of the contract.  A flag read leaves nothing in L1.
 */
#ifndef SIM_EXPLORE_STEPWISE_H
#define SIM_EXPLORE_STEPWISE_H

#include "sim/chip/engine.h"
#include "sim/chip/visible.h"

#define STEPWISE_CORES 6 /* so that choices are bits of a word */
#define NO_STEP        UINT32_MAX

/* Kinds of choices, `count` of each but the last, which has count squared. */
enum choice_kind {
	CHOICE_CORE,
	CHOICE_TAKE,
	CHOICE_DUE,
	CHOICE_LAND,
};

static inline uint32_t choice_of(enum choice_kind kind, uint32_t rank)
{
	return (uint32_t)kind * engine.count + rank;
}

static inline uint32_t choice_land(uint32_t from, uint32_t to)
{
	return (CHOICE_LAND + from) * engine.count + to;
}

static inline uint32_t choices(void)
{
	return (CHOICE_LAND + engine.count) * engine.count;
}

enum choice_kind choice_kind(uint32_t choice);
uint32_t choice_core(uint32_t choice); /* for a landing, whose write it is */

struct stepwise {
	bool blocks;       /* interrupts at every basic block, not just steps */
	bool any_time;     /* timers at any moment, not just when all wait; */
	bool no_time;      /* .. or never: all must go on without */
	uint32_t step;     /* number of the step that is being taken */
	uintptr_t from_at; /* first blocks of the functions that bracket .. */
	uintptr_t to_at;   /* .. what is explored; 0: there is none */
};
extern struct stepwise stepwise;

void stepwise_create(void); /* after core_create_all */

/* What that choice would do; false if it cannot now. */
bool stepwise_can(uint32_t choice, struct visible *what);

/* Its core is stopped before an operation, and would be there still. */
void stepwise_next(uint32_t rank, struct visible *what);

/* Number of the step that made it possible; NO_STEP if none did. */
uint32_t stepwise_since(uint32_t choice);

/* A core that tries again and again: let it, though nothing has changed. */
bool stepwise_retry(uint32_t rank);
void stepwise_let(uint32_t rank);

/* Its deadlines may come at any moment; only the first few, as some timers are
 * set again and again. */
bool stepwise_early(uint32_t rank);

/* It waits for a word, and that has come too late. */
bool stepwise_late(uint32_t rank);

/* Numbers the stops of a core; an interrupt at a stop does not change it. */
uint32_t stepwise_stop(uint32_t rank);

/* The step at which it read first what has changed since; for VISIBLE_RELAX. */
bool stepwise_watched(uint32_t rank, const struct visible *change,
		      uint32_t step);

/* Take the step.  Returns when its core has stopped again. */
void stepwise_do(uint32_t choice);

/* An interrupt, or a timer's, has come to that core. */
void stepwise_pending(struct core *core);

/* What the chip asks of who plays its cores: sim/chip/mode.h. */
extern const struct player stepwise_player;
void stepwise_ops(struct sim_host *host);

#endif
