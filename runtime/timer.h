/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The core's one timer.  The watchdog's tick and a thread that sleeps until a
 * deadline share it.  These functions are called with interrupts masked, or by
 * a handler.
 */
#ifndef RUNTIME_TIMER_H
#define RUNTIME_TIMER_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/small.h"

/* Starts the tick: every WEFT_TICK_US (10000) microseconds; 0: never. */
ARCH_COLD void rt_timer_start(void);

/* Cycles from tick to tick; 0 if there is no tick. */
uint64_t rt_tick_cycles(void);

/* Interrupts also at that time, on arch_cycles' scale; ARCH_NEVER: never. */
void rt_timer_wake(uint64_t at);

/* That time, which tools read by this name. */
extern uint64_t rt_wake_at;

/*
 * Called on the timer's interrupt: sets the timer again, and tells whether it
 * was a tick.
 */
bool rt_timer_taken(void);

#endif
