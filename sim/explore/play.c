/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Playing cores in steps: which of the possible ones is taken next.
 *
 * The usual choice makes few switches: a core goes on while it can, then writes
 * land, interrupts are taken, and the next core that can goes on.  Before and
 * after what is explored that is all there is.
 */
#include <unistd.h>

#include "sim/chip/host.h"
#include "sim/explore/narrate.h"
#include "sim/explore/schedule.h"
#include "sim/explore/tape.h"

#define PAUSE   UINT64_C(100000000) /* ps between vain tries */
#define PATIENT 1000                /* of these: it will not come */
#define TIMES   100                 /* nor after so many deadlines */

struct tape *tape;

static uint32_t last_core, vain, times;

struct state {
	uint64_t enabled;
	bool forced;
	struct visible ops[64]; /* of each choice, where there is one */
};

static uint64_t bits_of(enum choice_kind kind)
{
	uint32_t n = kind == CHOICE_LAND ? engine.count * engine.count
					 : engine.count;

	return (bit(n) - 1) << choice_of(kind, 0);
}

static uint32_t lowest(uint64_t set)
{
	return (uint32_t)__builtin_ctzll(set);
}

static uint32_t usual(uint64_t enabled)
{
	uint64_t lands = enabled & bits_of(CHOICE_LAND);
	uint64_t takes = enabled & bits_of(CHOICE_TAKE);
	uint64_t cores = enabled & bits_of(CHOICE_CORE);
	uint64_t behind = cores & ~(bit(last_core + 1) - 1);

	if (cores & bit(last_core)) {
		return last_core;
	}
	if (lands | takes) {
		return lowest(lands ? lands : takes);
	}
	return lowest(behind ? behind : cores ? cores : enabled);
}

/* The deadline that comes first, if that is before `by`. */
static bool pass_time(struct state *s, uint64_t by)
{
	uint64_t first = by;

	if (stepwise.no_time && stepwise.step != NO_STEP) {
		return false;
	}
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		uint32_t choice = choice_of(CHOICE_DUE, rank);

		if (stepwise_can(choice, &s->ops[choice]) &&
		    s->ops[choice].deadline < first) {
			first = s->ops[choice].deadline;
			s->enabled = bit(choice);
		}
	}
	if (first < by && stepwise.step != NO_STEP && ++times > TIMES) {
		report_limit("time passes again and again, and no more");
	}
	return first < by;
}

/* Or the next try of a core that tries again and again, which takes a pause. */
static bool pass(struct state *s)
{
	uint32_t rank = NO_STEP;
	uint64_t next = SIM_NEVER;

	for (uint32_t i = 0; i < engine.count && vain < PATIENT; i++) {
		uint64_t clock = engine.cores[i].cpu->clock + PAUSE;

		if (stepwise_retry(i) && clock < next) {
			rank = i;
			next = clock;
		}
	}
	if (pass_time(s, next)) {
		return true;
	}
	if (rank == NO_STEP) {
		return false;
	}
	vain++;
	stepwise_let(rank);
	engine.cores[rank].cpu->clock = next;
	s->enabled = bit(rank);
	return stepwise_can(rank, &s->ops[rank]);
}

static bool all_before(enum visible_kind kind)
{
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		struct visible next;

		stepwise_next(rank, &next);
		if (next.kind != kind) {
			return false;
		}
	}
	return true;
}

/* What can be done; false when all have come to `end` and all has landed. */
static bool look(struct state *s, enum visible_kind end)
{
	s->enabled = 0;
	s->forced = false;
	for (uint32_t choice = 0; choice < choices(); choice++) {
		if ((choice_kind(choice) != CHOICE_DUE ||
		     stepwise_early(choice_core(choice))) &&
		    stepwise_can(choice, &s->ops[choice])) {
			s->enabled |= bit(choice);
		}
	}
	if (all_before(end) && !(s->enabled & ~bits_of(CHOICE_DUE))) {
		return false;
	}
	if (s->enabled) {
		vain = 0;
		return true;
	}
	s->forced = true;
	if (!pass(s)) {
		report_deadlock();
	}
	return true;
}

static void take(uint32_t choice)
{
	enum choice_kind kind = choice_kind(choice);

	if (kind == CHOICE_CORE || kind == CHOICE_TAKE) {
		last_core = choice_core(choice);
	}
	stepwise_do(choice);
	engine.now =
		later(engine.now, engine.cores[choice_core(choice)].cpu->clock);
}

static void let_all(void)
{
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		stepwise_let(rank);
	}
}

void play_to_begin(void)
{
	struct state s;

	stepwise.step = NO_STEP;
	while (look(&s, VISIBLE_BEGIN)) {
		take(usual(s.enabled));
	}
	let_all();
	last_core = 0;
}

static uint64_t pending(void)
{
	uint64_t set = 0;

	for (uint32_t rank = 0; rank < engine.count; rank++) {
		if (engine.cores[rank].cpu->irq_next != SIM_NEVER) {
			set |= bit(rank);
		}
	}
	return set;
}

/* As the tape has it, or the schedule; else as usual. */
static uint32_t choose(const struct step *step, uint32_t at)
{
	uint64_t worth = step->enabled & ~step->sleep;

	if (at < tape->told) {
		if (!(step->enabled & bit(step->choice))) {
			die(STATUS_HOST, "step %u cannot be repeated", at);
		}
		return step->choice;
	}
	if (!tape->search) {
		return schedule_choice(step->usual, step->nth, step->enabled);
	}
	if (!worth) {
		_exit(PLAY_PRUNED);
	}
	return worth & bit(step->usual) ? step->usual : usual(worth);
}

static void line_of(const struct visible *op, uint8_t *bytes)
{
	uint64_t line = engine.profile.line_bytes;

	__builtin_memcpy(
		bytes, engine.cores[op->rank].window + op->offset / line * line,
		line);
}

/* All that is known of the step before it is taken. */
static void record(struct step *step, const struct state *s, uint32_t at)
{
	uint32_t rank = choice_core(step->choice);

	step->op = s->ops[step->choice];
	step->forced = s->forced;
	step->unmasked = !engine.cores[rank].cpu->masked;
	step->since = stepwise_since(step->choice);
	step->stop = stepwise_stop(rank);
	step->late = stepwise_late(rank);
	step->both = engine.cores[rank].irq_at[ARCH_IRQ_NOTIFY] != SIM_NEVER &&
		     engine.cores[rank].irq_at[ARCH_IRQ_TIMER] != SIM_NEVER;
	step->path = narrate_stopped(rank);
	step->heard = NO_STEP;
	if (step->op.kind == VISIBLE_SLEEP) {
		step->since = stepwise_since(choice_of(CHOICE_TAKE, rank));
	}
	for (uint32_t i = 0;
	     step->op.kind == VISIBLE_RELAX && i < at && step->heard == NO_STEP;
	     i++) {
		if (stepwise_watched(rank, &tape->steps[i].op, i)) {
			step->heard = i;
		}
	}
	if (step->op.kind == VISIBLE_LAND) {
		line_of(&step->op, step->was);
	}
}

/* What else should be tried; returns what need not be after it. */
static uint64_t search(uint32_t at, const struct state *s)
{
	struct step *step = &tape->steps[at];
	uint64_t raised = pending() & ~step->pending;

	if (!tape->reduce) {
		step->backtrack = step->enabled;
		return 0;
	}
	if (at + 1 < tape->told) {
		return reduce_sleep(at, s->ops); /* the rest is known */
	}
	reduce_step(at);
	for (; raised; raised &= raised - 1) {
		reduce_pending(at, lowest(raised));
	}
	return reduce_sleep(at, s->ops);
}

static void play_explored(bool say)
{
	static uint32_t taken[64];
	struct state s;
	uint64_t sleep = 0;

	for (uint32_t at = 0; look(&s, VISIBLE_DONE); at++) {
		struct step *step = &tape->steps[at];

		if (at >= tape->most) {
			_exit(PLAY_CUT);
		}
		stepwise.step = at;
		step->enabled = s.enabled;
		step->sleep = sleep;
		step->pending = pending();
		step->usual = usual(s.enabled);
		step->nth = taken[step->usual];
		step->choice = choose(step, at);
		if (at >= tape->told) {
			step->done = 0;
			step->backtrack = bit(step->choice);
		}
		record(step, &s, at);
		tape->length = at + 1;
		taken[step->choice]++;
		take(step->choice);
		step->time = engine.cores[choice_core(step->choice)].cpu->clock;
		if (step->op.kind == VISIBLE_LAND) {
			line_of(&step->op, step->became);
		}
		if (say) {
			narrate(at);
		}
		if (tape->search) {
			sleep = search(at, &s);
		}
	}
}

void play_on(bool say)
{
	struct state s;

	play_explored(say);
	tape->ended = true;
	stepwise.step = NO_STEP;
	let_all();
	while (look(&s, VISIBLE_KINDS)) {
		take(usual(s.enabled));
	}
	report_deadlock();
}
