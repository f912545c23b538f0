/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "runtime/bell.h"
#include "runtime/irq.h"
#include "runtime/panic.h"
#include "runtime/progress.h"
#include "runtime/timer.h"

enum {
	MOST_ENGINES = 4
};

uint32_t rt_merged, rt_spurious;
bool rt_worked;

static rt_engine *engine[MOST_ENGINES];
static uint32_t engines;

static volatile bool busy;  /* somebody is inside the gate */
static volatile bool again; /* who is inside: go round once more */
static volatile bool ticked;

void rt_engine_add(rt_engine *added)
{
	if (engines == MOST_ENGINES) {
		rt_panic("too many progress engines are linked");
	}
	engine[engines++] = added;
	rt_engines_start();
}

void rt_engines_start(void)
{
	rt_irq_engines = rt_progress_irq;
	rt_timer_start();
}

/* Inside the gate: who has rung?  That is served at once. */
static void look(void)
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
		look();
	}
	if (ticked) {
		/* Not read, then cleared: a tick in between would be lost. */
		ticked = false;
		why = RT_TICK;
	}
	for (uint32_t i = 0; i < engines; i++) {
		more |= engine[i](why);
	}
	return more;
}

static __attribute__((noinline)) void go_round(enum rt_round why)
{
	bool more;

	if (busy) {
		again = true; /* GATE: I am called from inside */
		return;
	}
	do {
		busy = true;
		do {
			again = false;
			more = drive(why);
			why = RT_ROUND;
		} while (more || again);
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

void rt_progress_irq(enum arch_irq cause)
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
