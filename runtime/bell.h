/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bells: which cores have something for this core, and for which part.
 *
 * An interrupt does not say who raised it, and several may merge into one.  So
 * every core has a bell in every other core's MPB: a word that it counts up
 * before it raises the interrupt.  Each word has one writer.  Nothing is lost
 * when interrupts merge, and if one is lost the next look finds the bell.
 *
 * Every linked part that has a notified() (runtime/part.h) has a channel: 16
 * bits of each bell.  A bell is one word for up to two channels, two words for
 * four, four for eight, and so on.  A part must see to it that no core rings it
 * 65536 times between two looks.  Where there are more than two such parts, those
 * that `look` share a channel: whoever rings one of them rings all.
 *
 * MPB: with one or two channels a flag for each core, 6 lines for 48.  Cost of
 * a look:  it reads a line for every 8 words.  It begins with the line in which
 * the last look found something, and serves what it finds before it reads the
 * other lines.  Up to RT_BELLS cores.
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
 * Rings the bell at core `rank` for the part that has this channel.  The caller
 * raises the interrupt, so that one can serve many bells.  Inside the gate, or
 * with interrupts masked.  Order: as a flag write; data that other cores are to
 * read must have landed before (arch_settle).
 */
void rt_bell_ring(uint32_t rank, uint32_t channel);

/*
 * Looks at this core's bells, and calls the part's notified() for each channel
 * that has been rung since the last look.  Returns how many bells had been
 * rung.  Inside the gate.
 */
uint32_t rt_bells_look(void);

/*
 * Whether some part wants to be notified.  The first part that does sets it,
 * for good; until then bells are rung but not looked at.
 */
extern bool rt_bells_used;

#endif
