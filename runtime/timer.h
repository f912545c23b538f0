/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The core's one timer, shared by the watchdog's tick and by a thread that sleeps
 * until a deadline.  Both ask with interrupts masked, or from a handler.
 */
#ifndef RUNTIME_TIMER_H
#define RUNTIME_TIMER_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/small.h"

/* Start the tick: every WEFT_TICK_US microseconds, 10000 if unset, 0 never. */
ARCH_COLD void rt_timer_start(void);

/* Cycles from tick to tick; 0: there is none. */
uint64_t rt_tick_cycles(void);

/* Also interrupt at that time, on arch_cycles' scale; ARCH_NEVER: not. */
void rt_timer_wake(uint64_t at);

/* That time; read from outside by name. */
extern uint64_t rt_wake_at;

/* From the timer's interrupt: is it (also) a tick?  Sets the timer again. */
bool rt_timer_taken(void);

#endif
