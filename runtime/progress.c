/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "runtime/bell.h"
#include "runtime/progress.h"
#include "runtime/table.h"
#include "runtime/timer.h"

uint32_t rt_merged, rt_spurious;
bool rt_worked;

static rt_round **round_of; /* all parts', and a null */

/* Words: some chips read bytes by more instructions. */
static volatile uint32_t busy;  /* somebody is inside the gate */
static volatile uint32_t again; /* who is inside: go round once more */
static volatile uint32_t ticked;

/* Inside the gate: who has rung?  That is served at once. */
static void progress_look(void)
{
	uint32_t rung = rt_bells_look();

	if (rung > 0) {
		rt_merged += rung - 1;
		rt_worked = true;
	}
}

/* One round of it. */
static __attribute__((noinline)) bool drive(enum rt_round why)
{
	bool more = false;

	if (rt_bells_used && why != RT_BEGUN) {
		progress_look();
	}
	if (ticked) {
		/* Not read, then cleared: a tick in between would be lost. */
		ticked = false;
		why = RT_TICK;
		rt_parts_ticked();
	}
	for (rt_round **round = round_of; *round; round++) {
		more |= (*round)(why);
	}
	return more;
}

static __attribute__((noinline)) void go_round(enum rt_round why)
{
	if (busy) {
		again = true; /* GATE: I am called from inside */
		return;
	}
	do {
		/*
		 * Cleared while the gate is open: what a handler says from then on
		 * counts, also if the first round looks at nothing (RT_BEGUN).
		 */
		again = false;
		busy = true;
		while (drive(why) || again) {
			again = false;
			why = RT_ROUND;
		}
		why = RT_ROUND;
		rt_worked = false; /* what interrupts find counts */
		busy = false;
		/* GATE: a handler may have come between the test and this. */
	} while (again);
}

void rt_progress(void)
{
	go_round(RT_ROUND);
}

void rt_progress_begun(void)
{
	go_round(RT_BEGUN);
}

/* One round from the interrupt entry. */
static void interrupted(enum arch_irq cause)
{
	if (cause == ARCH_IRQ_TIMER) {
		if (!rt_timer_taken()) {
			return; /* only the end of somebody's sleep */
		}
		ticked = true;
	}
	if (busy) {
		again = true;
		return;
	}
	busy = true;
	again = false;
	if ((drive(RT_ROUND) || again) && cause != ARCH_IRQ_EARLY) {
		/* Let the application have its turn between two rounds. */
		arch_raise(arch_rank(), 1);
	}
	if (cause != ARCH_IRQ_EARLY) {
		rt_spurious += !rt_worked;
		rt_worked = false;
	}
	busy = false;
}

static ARCH_COLD void progress_placed(const struct rt_run *run, uint32_t offset,
				      uint32_t bytes)
{
	uint32_t n = 0;

	(void)run;
	(void)offset;
	(void)bytes;
	for (RT_EACH_PART(p)) {
		n += (*p)->round && rt_part_runs(*p);
	}
	round_of = rt_table(n + 1, sizeof(*round_of), "no memory for rounds");
	n = 0;
	for (RT_EACH_PART(p)) {
		if ((*p)->round && rt_part_runs(*p)) {
			round_of[n++] = (*p)->round;
		}
	}
	rt_timer_start();
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "progress",
	.placed = progress_placed,
	.interrupted = interrupted,
};
RT_PART(part);
