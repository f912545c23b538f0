/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The broadcasts of a team that an application has made: their objects, and which is
 * used for which size.  They are those that weft_bcast chooses from.
 *
 * Words: those of OC-Bcast, or of the trees of puts, every team has.  Those of tiny,
 * short and striped broadcasts only a team in a wide slot has (collectives/team/
 * made.h); without them the choice is among the rest.
 */
#ifndef COLLECTIVES_TEAM_BCAST_H
#define COLLECTIVES_TEAM_BCAST_H

#include "collectives/bcast/bcast_choice.h"
#include "collectives/bcast/binomial_put.h"
#include "collectives/bcast/ocbcast.h"
#include "collectives/bcast/slots.h"
#include "collectives/bcast/striped.h"
#include "collectives/bcast/tree_put.h"

struct team_bcast {
	bcast_on *chosen[BCAST_CLASSES]; /* null: not yet */
#if ARCH_NODES
	struct bcast_nodes *nodes; /* in several nodes; else null */
#endif
#if BCAST_PUTS
	struct binomial_put binomial_put;
	struct tree_put tree_put;
#else
	struct slots tiny;
	struct hubs tiny_hubs;
#if ARCH_REMOTE_AWAIT
	struct slots brief;
	struct hubs brief_hubs;
#endif
	struct striped striped;
	struct ocbcast ocbcast;
#endif
};

/* Words of so many cores: of every slot, and what a wide one has more.  Start. */
ARCH_COLD uint32_t team_bcast_bytes(uint32_t count);
ARCH_COLD uint32_t team_bcast_wide_bytes(uint32_t count);

/* Private memory for the hubs of a team of at most so many cores. */
ARCH_COLD uint32_t team_bcast_room(uint32_t count);

/*
 * The objects, with their words at `offset`; `wide`: of the words for more of them, or
 * 0.  `room` is of team_bcast_room() bytes.  Thread.
 */
ARCH_COLD void team_bcast_place(struct team_bcast *own,
				struct barrier_best *barrier, void *room,
				uint32_t offset, uint32_t wide, uint32_t epoch);

/* `root` is a rank of the team of more than one core; size is not 0.  Thread. */
int team_bcast(struct team_bcast *own, struct barrier_best *barrier, void *data,
	       size_t size, uint32_t root, weft_us_t within);

#endif
