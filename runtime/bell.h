/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bells: who has something for me.
 *
 * An interrupt says that somebody has called, not who, and several merge into one.
 * So every core has a word in every other core's MPB, its bell there, and
 * counts up in it before it raises the interrupt: one writer a word, nothing is
 * lost when interrupts merge, and a lost interrupt leaves the bell rung for
 * the next look.  The lower half counts for the library's engines, the upper
 * half for the application (weft/event.h).
 *
 * MPB: a flag a core, 6 lines for 48.  Cost of a look: a line read for every
 * 8 cores; it begins with the line in which it last found something, and what it
 * finds is served at once, before the other lines.  Up to RT_BELLS cores.
 */
#ifndef RUNTIME_BELL_H
#define RUNTIME_BELL_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"

enum {
	RT_BELLS = ARCH_CORES_MAX < 255 ? ARCH_CORES_MAX : 255,
	RT_BELL_SETS = (RT_BELLS + 31) / 32, /* words of a bit a core */
};

/*
 * Ring at that core, for the library's engines: inside the gate.  The interrupt
 * is the caller's work, so that one can serve many bells.  Order: as a flag
 * write, so data for others than this core must be settled before.
 */
void rt_bell_ring(uint32_t rank);

/* Ring for the user.  Thread, handler. */
void rt_bell_ring_user(uint32_t rank);

/*
 * Look at my bells, and call rt_bell_library and rt_bell_user, where they are
 * set, for each that has been rung since.  Inside the gate.  Returns how many.
 */
uint32_t rt_bells_look(void);

/* Is there anybody yet who wants to know?  Till then they are not looked at. */
extern bool rt_bells_used;

/* Core `from` has something for the engine; has called `times` times more. */
extern void (*rt_bell_library)(uint32_t from);
extern void (*rt_bell_user)(uint32_t from, uint32_t times);

#endif
