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
 * 8 cores, about 8 instructions a core.  Up to RT_BELLS cores.
 */
#ifndef RUNTIME_BELL_H
#define RUNTIME_BELL_H

#include <stdbool.h>
#include <stdint.h>

enum {
	RT_BELLS = 256,
	RT_BELL_SETS = RT_BELLS / 32,
	RT_BELL_LIBRARY = 1,
	RT_BELL_USER = 0x10000,
};

/*
 * Ring at that core, for the library or the user; the interrupt is the
 * caller's work, so that one can serve many bells.  Order: as a flag write, so
 * data for other cores than this one must be settled before.  Thread, handler.
 */
void rt_bell_ring(uint32_t rank, uint32_t whose);

/*
 * Look at my bells: adds to rt_rung whoever has rung for the library since, and
 * reports the user's to rt_bell_user.  Only inside the gate.  Returns how many
 * words have changed.
 */
uint32_t rt_bells_look(void);

/* A bit for each core that has rung and has not been served; engines clear. */
extern uint32_t rt_rung[RT_BELL_SETS];

/* Set by who wants to know: core `from` has called `times` times more. */
extern void (*rt_bell_user)(uint32_t from, uint32_t times);

#endif
