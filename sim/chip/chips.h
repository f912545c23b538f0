/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several chips in a run: meshes of the profile's size, side by side.  The only ways from
 * one mesh to another are links between their doors.
 *
 * The door of a chip is the first of its cores.  Only the door reaches the link's device, a
 * medium that joins all chips (links/wire.h), with faults that a seed decides.  The door has
 * an interrupt line for the link.  A frame that comes raises it, and so do other cores of its
 * chip and an alarm.
 */
#ifndef SIM_CHIP_CHIPS_H
#define SIM_CHIP_CHIPS_H

#include "sim/chip/engine.h"

#define CHIPS_MOST 64

struct chips {
	uint64_t n;       /* 1: there is no link */
	uint64_t columns; /* of a chip's mesh */
	uint32_t firsts[CHIPS_MOST + 1]; /* ranks; of the doors */
};

extern struct chips chips;

/* "key=value,..": see docs/links.md. */
void link_option(const char *text);

void chips_lay_out(void); /* after profile_read: makes the plane of all meshes */
void chips_count(void);   /* after boot_read: which ranks are whose */
struct place chips_place(uint32_t number); /* of a core, on that plane */
uint64_t chips_cores(void); /* of each, and chip after chip */
uint32_t chips_of(uint32_t rank);
_Noreturn void chips_crossed(const struct core *from, const struct core *to);

/* No wire leads from a core to another chip's. */
static inline void chips_same(const struct core *from, const struct core *to)
{
	if (from->chip != to->chip) {
		chips_crossed(from, to);
	}
}

/*
 * On chips that go on without some others, the current core's numbers, counts and boot record
 * are those of a run that has none but these.  The engine keeps its own.
 */
void chips_leave(const uint32_t *set);

void link_create(void); /* as fifo_create */
void link_ops(struct sim_host *host);

#endif
