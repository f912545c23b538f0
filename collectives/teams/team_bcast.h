/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The broadcasts of a team that an application has made: their objects, and which is
 * used for which size.  They are those that bcast_forms lists, and an object each.
 *
 * Words that are not wide every team has.  Those of wide ones only a team in a wide slot has
 * (collectives/teams/made.h); without them the choice is among the rest.
 */
#ifndef COLLECTIVES_TEAM_BCAST_H
#define COLLECTIVES_TEAM_BCAST_H

#include "collectives/bcast/bcast_choice.h"

struct team_bcast {
	void **object; /* one a form of the list */
	uint8_t chosen
		[BCAST_CLASSES]; /* a place in the list, plus 1; 0: not yet */
};

/* Words of so many cores: of every slot, and what a wide one has more.  Start. */
ARCH_COLD uint32_t team_bcast_bytes(uint32_t count);
ARCH_COLD uint32_t team_bcast_wide_bytes(uint32_t count);

/* Private memory for the objects of a team of at most so many cores. */
ARCH_COLD uint32_t team_bcast_room(uint32_t count);

/*
 * The objects, with their words at `offset`; `wide`: of the words for more of them, or
 * 0.  `room` is of team_bcast_room() bytes, at whole TEAM_ALIGN.  Thread.
 */
enum {
	TEAM_ALIGN = 8
};
ARCH_COLD void team_bcast_place(struct team_bcast *own,
				struct barrier_best *barrier, void *room,
				uint32_t offset, uint32_t wide, uint32_t epoch);

/* The object of a form that has no place(): its user makes it. */
ARCH_COLD void team_bcast_object(struct team_bcast *own,
				 const struct bcast_form *form, void *object);

/* `root` is a rank of the team of more than one core; size is not 0.  Thread. */
int team_bcast(struct team_bcast *own, struct barrier_best *barrier, void *data,
	       size_t size, uint32_t root, weft_us_t within);

#endif
