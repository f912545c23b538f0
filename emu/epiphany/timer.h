/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CTIMER0 and CTIMER1: they count down, stop at 0 and latch interrupt 3 or 4.
 *
 * A timer that counts clocks is a value and the clock at which it had it, and
 * an event for its end; one that counts anything else is looked at after every
 * instruction.  Writing the counter stops it: the mode is written afterwards.
 */
#ifndef EMU_EPIPHANY_TIMER_H
#define EMU_EPIPHANY_TIMER_H

#include <stdbool.h>
#include <stdint.h>

struct core;

struct timer {
	uint32_t value; /* at `since` */
	uint64_t since; /* in what the mode counts */
	unsigned mode;
	uint32_t generation; /* events of an earlier life are stale */
};

uint32_t timer_read(const struct core *core, unsigned index);
void timer_write(struct core *core, unsigned index, uint32_t value);

/* CONFIG was written: take up the modes in it. */
void timers_configure(struct core *core);

/* Does one of them need a look after every instruction? */
bool timers_step(const struct core *core);
void timers_look(struct core *core);

/* The core has become idle, or is so no more: some count that. */
void timers_idle(struct core *core);

/* The event. */
void timer_event(struct core *core, unsigned index, uint32_t generation);

#endif
