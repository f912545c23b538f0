/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bells: who has something for me, and for which part.
 *
 * An interrupt says that somebody has called, not who, and several merge into one.
 * So every core has a word in every other core's MPB, its bell there, and
 * counts up in it before it raises the interrupt: one writer a word, nothing is
 * lost when interrupts merge, and a lost interrupt leaves the bell rung for
 * the next look.
 *
 * Every part that has a notified() (runtime/part.h) has a channel: 16 bits of the
 * bell.  A bell is one word for up to two channels, and two, four, .. words for up
 * to four, eight, ..  Channels are the linked parts' only, so a part costs nothing
 * where it is not linked.  A part sees to it that no core rings it 65536 times before
 * the core looks once.
 *
 * MPB: with one or two channels a flag a core, 6 lines for 48.  Cost of a look: a line
 * read for every 8 words; it begins with the line in which it last found something,
 * and what it finds is served at once, before the other lines.  Up to RT_BELLS
 * cores.
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
 * Ring that core's bell for the part with this channel.  Inside the gate, or with
 * interrupts masked.  The interrupt is the caller's work, so that one can serve many
 * bells.  Order: as a flag write, so data for others than this core must be settled
 * before.
 */
void rt_bell_ring(uint32_t rank, uint32_t channel);

/*
 * Look at my bells, and call notified() of the part, for each channel that has been
 * rung since.  Inside the gate.  Returns how many bells had been.
 */
uint32_t rt_bells_look(void);

/*
 * Does any part want to be notified yet?  Set by the first that does, for good; till
 * then bells ring, but are not looked at.
 */
extern bool rt_bells_used;

#endif
