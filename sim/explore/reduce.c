/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Partial-order reduction: of schedules that differ only in the order of steps
 * that have nothing to do with each other, one is played.
 *
 * Dynamic, with source sets and sleep sets (P. Abdulla, S. Aronis, B. Jonsson,
 * K. Sagonas, "Optimal dynamic partial order reduction", POPL 2014, algorithm
 * "source"; after C. Flanagan and P. Godefroid, POPL 2005).  When a step is in a
 * race with an earlier one, that is, depends on it and on nothing that came
 * after that, then something must also be tried in its place that can lead to
 * their other order.
 *
 * Two things here are not in the books.  A wait for a word depends on a landing
 * only if that makes the word reached, or no longer; and what a wait needs is no
 * race with it.  And a core, its interrupts and its timers are one thread that
 * may have several choices: all are tried where they are possible, and where
 * they would have been but for what others did later, that is a race.
 */
#include <string.h>

#include "sim/explore/tape.h"

static uint32_t thread_of(uint32_t choice)
{
	if (choice_kind(choice) != CHOICE_LAND) {
		return choice_core(choice);
	}
	return engine.count + choice - choice_of(CHOICE_LAND, 0);
}

static bool overlap(const struct visible *a, const struct visible *b)
{
	return a->rank == b->rank && a->offset < b->offset + b->bytes &&
	       b->offset < a->offset + a->bytes;
}

static bool reached(const uint8_t *line, const struct visible *wait)
{
	uint32_t word;

	memcpy(&word, line + wait->offset % engine.profile.line_bytes,
	       sizeof(word));
	return (int32_t)(word - wait->value) >= 0;
}

static bool is_tas(const struct visible *op)
{
	return op->kind == VISIBLE_TAS || op->kind == VISIBLE_TAS_CLEAR;
}

static bool is_window(const struct visible *op)
{
	return op->kind == VISIBLE_READ || op->kind == VISIBLE_LAND ||
	       op->kind == VISIBLE_AWAIT;
}

static bool waits_for_landing(const struct visible *op)
{
	return op->kind == VISIBLE_DRAIN || op->kind == VISIBLE_ROOM;
}

/* A landing that happened, and any other operation. */
static bool depends_on_landing(const struct step *land,
			       const struct visible *op)
{
	if (waits_for_landing(op)) {
		return op->core == land->op.core;
	}
	if (!is_window(op) || !overlap(&land->op, op)) {
		return false;
	}
	return op->kind != VISIBLE_AWAIT ||
	       reached(land->was, op) != reached(land->became, op);
}

/* Would the order of this step and that operation matter? */
static bool depends(const struct step *step, uint32_t choice,
		    const struct visible *op)
{
	const struct visible *did = &step->op;

	if (step->forced || thread_of(step->choice) == thread_of(choice) ||
	    (did->pins & op->pins)) {
		return true;
	}
	if (is_tas(did) && is_tas(op)) {
		return did->rank == op->rank;
	}
	if (did->kind == VISIBLE_LAND) {
		return depends_on_landing(step, op);
	}
	return false;
}

static bool conflict(const struct step *a, const struct step *b)
{
	return b->forced || depends(a, b->choice, &b->op) ||
	       (b->op.kind == VISIBLE_LAND && depends(b, a->choice, &a->op));
}

/* `then` could have been done just before `first` was. */
static bool could_precede(const struct step *first, const struct step *then)
{
	const struct visible *op = &then->op;

	if (first->forced || then->forced) {
		return false;
	}
	switch (op->kind) {
	case VISIBLE_DRAIN:
	case VISIBLE_ROOM:
	case VISIBLE_RELAX:
		return false;
	case VISIBLE_AWAIT:
		return then->late || first->op.kind != VISIBLE_LAND ||
		       reached(first->was, op);
	case VISIBLE_SLEEP:
	case VISIBLE_TAKE:
		return then->both || (first->pending & bit(op->core));
	default:
		return true;
	}
}

/* .. or a deadline could have come before it. */
static bool could_time_out(const struct step *first, const struct step *then)
{
	return stepwise.any_time && first->op.kind == VISIBLE_LAND &&
	       then->op.kind == VISIBLE_AWAIT && then->op.deadline != SIM_NEVER;
}

static bool after(const uint16_t *clock, const struct step *step)
{
	return clock[step->thread] >= step->index;
}

static void join_clock(uint16_t *clock, const uint16_t *other)
{
	for (uint32_t i = 0; i < THREADS; i++) {
		clock[i] = clock[i] < other[i] ? other[i] : clock[i];
	}
}

static void join(uint16_t *clock, const struct step *step)
{
	join_clock(clock, step->clock);
}

/*
 * A step that comes to be after `clock` is in a race with step `first`.  Without
 * that one it could be reached by what came later and did not need it: by any
 * choice among them with which such a way can begin.  `choice`: the racing one's
 * own, or NO_STEP if it cannot be the first.
 */
static void reverse(uint32_t first, uint32_t at, const uint16_t *clock,
		    uint32_t choice)
{
	struct step *there = &tape->steps[first];
	uint16_t begun[THREADS] = {0};
	uint64_t initial = 0, can;

	for (uint32_t j = first + 1; j <= at; j++) {
		const struct step *step = &tape->steps[j];
		const uint16_t *known = j < at ? step->clock : clock;
		bool leads = true;

		if (j < at && after(known, there)) {
			continue;
		}
		for (uint32_t i = 0; i < THREADS && leads; i++) {
			leads = !begun[i] || known[i] < begun[i];
		}
		if (j < at) {
			if (leads) {
				initial |= bit(step->choice);
			}
			if (!begun[step->thread]) {
				begun[step->thread] = step->index;
			}
		} else if (leads && choice != NO_STEP) {
			initial |= bit(choice);
		}
	}
	can = initial & there->enabled;
	if (!initial || ((there->backtrack | there->sleep) & initial)) {
		return;
	}
	if (choice != NO_STEP && (can & bit(choice))) {
		there->backtrack |= bit(choice);
	} else if (can) {
		there->backtrack |= can & -can;
	} else {
		there->backtrack |= there->enabled;
	}
}

/* What an interrupt held up, and what could then have come before it. */
static void reverse_takes(uint32_t at)
{
	const struct step *step = &tape->steps[at];

	for (uint32_t i = at; i-- > 0;) {
		const struct step *take = &tape->steps[i];

		if (take->thread != step->thread) {
			continue;
		}
		if (take->stop < step->stop) {
			break;
		}
		if (take->stop == step->stop && take->op.kind == VISIBLE_TAKE &&
		    !(take->enabled & bit(step->choice))) {
			reverse(i, at, step->clock, NO_STEP);
		}
	}
}

/* The choices of one core exclude each other. */
static void try_all_of_core(struct step *step)
{
	uint32_t rank = choice_core(step->choice);
	uint64_t own = bit(choice_of(CHOICE_CORE, rank)) |
		       bit(choice_of(CHOICE_TAKE, rank)) |
		       bit(choice_of(CHOICE_DUE, rank));

	if (choice_kind(step->choice) != CHOICE_LAND) {
		step->backtrack |= own & step->enabled;
	}
}

/* Give the step its place; on the way, latest first, are the races. */
static void find_races(uint32_t at)
{
	struct step *step = &tape->steps[at];
	uint16_t needed[THREADS] = {0}; /* what it could not be without */
	uint16_t known[THREADS];

	if (step->since != NO_STEP && !step->both) {
		join(step->clock, &tape->steps[step->since]);
	}
	if (step->heard != NO_STEP) {
		join(step->clock, &tape->steps[step->heard]);
	}
	for (uint32_t i = at; i-- > 0;) {
		const struct step *other = &tape->steps[i];

		if (after(step->clock, other) || !conflict(other, step)) {
			continue;
		}
		if (other->thread == step->thread || other->forced) {
			join(step->clock, other);
		} else if (could_precede(other, step)) {
			memcpy(known, step->clock, sizeof(known));
			join_clock(known, needed);
			reverse(i, at, known, step->choice);
			join(step->clock, other);
		} else {
			if (could_time_out(other, step)) {
				reverse(i, at, step->clock,
					choice_of(CHOICE_DUE, step->op.core));
			}
			join(needed, other);
		}
	}
	join_clock(step->clock, needed);
}

void reduce_step(uint32_t at)
{
	struct step *step = &tape->steps[at];

	memset(step->clock, 0, sizeof(step->clock));
	step->thread = thread_of(step->choice);
	step->index = 1;
	for (uint32_t i = at; i-- > 0;) {
		if (tape->steps[i].thread == step->thread) {
			step->index = tape->steps[i].index + 1;
			break;
		}
	}
	find_races(at);
	step->clock[step->thread] = step->index;
	try_all_of_core(step);
	if (choice_kind(step->choice) == CHOICE_CORE) {
		reverse_takes(at);
	}
}

void reduce_pending(uint32_t at, uint32_t rank)
{
	const struct step *step = &tape->steps[at];

	for (uint32_t i = at; i-- > 0;) {
		const struct step *other = &tape->steps[i];

		if (other->thread == rank && other->unmasked) {
			if (!after(step->clock, other)) {
				reverse(i, at + 1, step->clock, NO_STEP);
			}
			return;
		}
	}
}

uint64_t reduce_sleep(uint32_t at, const struct visible *ops)
{
	const struct step *step = &tape->steps[at];
	uint64_t asleep = (step->sleep | step->done) & ~bit(step->choice);
	uint64_t still = 0;

	for (; asleep; asleep &= asleep - 1) {
		uint32_t choice = (uint32_t)__builtin_ctzll(asleep);
		const struct visible *op = &ops[choice];
		bool lands = op->kind == VISIBLE_LAND;

		if ((step->enabled & bit(choice)) &&
		    !depends(step, choice, op) &&
		    !(lands &&
		      (waits_for_landing(&step->op) ||
		       (is_window(&step->op) && overlap(&step->op, op))))) {
			still |= bit(choice);
		}
	}
	return still;
}
