/* SPDX-License-Identifier: Apache-2.0 */
/*
 * When a door takes a turn (door.h), for ports that have no better way.
 *
 * An interrupt of the link is one of three: another core rings, a frame has come, or an
 * alarm's time has.  All mean the same: a turn is due.  It is taken at once if the door
 * waits, or if nothing holds it back; otherwise when that time has come, or the door waits.
 * arch_link_alarm and arch_link_hold are here, too (arch/links.h).
 *
 * All are the door's, with interrupts masked.
 */
#ifndef ARCH_COMMON_FAR_CHIP_DUE_H
#define ARCH_COMMON_FAR_CHIP_DUE_H

#include <stdbool.h>
#include <stdint.h>

/* Something may be due; with `rung`, something is. */
void far_due_take(bool rung);

/* From now on the door waits, or does not any more. */
void far_due_rest(bool does);

/* Takes a turn that is due, even if it is held back.  False: none is. */
bool far_due_now(void);

/* The port's: far_due_take is to be called then, or before. */
void far_due_at(uint64_t at);

#endif
