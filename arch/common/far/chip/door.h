/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several chips: the door of a chip, and each core's channel to it.
 *
 * The door is a core of the chip (arch/links.h), and its node's server
 * (arch/common/far/far_serve.h).  It serves in turns, in the handler of the link's
 * interrupts.  Otherwise it runs the application, as all other cores do.  A turn takes a
 * bounded time, and waits for nothing.  A core that waits for an answer sleeps.  If it is
 * the door, it takes turns instead.  Turns do not nest: if a turn is due within another,
 * that one goes round once more.
 *
 * A channel has FAR_CHANNEL bytes at the end of each core's window, which arch_window_bytes
 * does not count:
 *
 *   a line        words that the door writes: taken, news, answers, value; and at start
 *                 that the roll is over, and which chips take part, a bit for each
 *   an answer     its bytes; the door writes them
 *   a ring        the core writes it, and the door reads it
 *   posted words  in the door's channel only: one for each core of the chip, which that
 *                 core writes
 *
 * So a core says something by writes into its own window, and one into the door's.
 */
#ifndef ARCH_COMMON_FAR_CHIP_DOOR_H
#define ARCH_COMMON_FAR_CHIP_DOOR_H

#include "arch/arch.h"
#include "arch/common/far/far_links.h"

#include <far_port.h>

/* The offset in a window of that place of the channel. */
static inline uint32_t far_at(uint32_t place)
{
	return arch_window_bytes(ARCH_WINDOW_MPB) + place;
}

/* Whether this core is its chip's door. */
static inline bool far_is_door(void)
{
	return arch_rank() == arch_link_door();
}

/* Begins.  Each core calls it before weft_start. */
void far_door_open(void);

/*
 * The roll (arch_link_roll), on the door.  While it is open only chip 0 is listened to, and
 * no chip is missed.  far_door_leave ends it: nodes are those chips from now on.
 */
void far_door_roll(void);
void far_door_leave(const uint32_t *chips);
void far_roll_take(uint32_t chip, const struct far_record *record);

/*
 * missed.c: ends the run if a chip has left many questions unanswered, of whatever kind.  A
 * chip that has said nothing for long is asked for a sign of life.  While the roll is open
 * none is missed.  It looks again at far_missed_at.  far_missed_due tells when to come back,
 * if nothing comes.
 */
extern uint64_t far_missed_at;

bool far_missed_look(uint64_t now, bool rolling); /* has it more to say? */
uint64_t far_missed_due(void);

/* The chip's number of a node: the two differ where a chip has not answered. */
uint32_t far_door_chip(uint32_t node);

#endif
