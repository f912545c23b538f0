/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The broadcast of a team that has cores of several nodes (arch/nodes.h), as an object.
 *
 * First the cores of the root's node have a broadcast of their own, then the leaders of
 * all nodes, then the cores of each other node; if the root is a leader, the leaders have
 * theirs first.  Within a node it is what the team
 * would choose if it were these cores alone.  The leaders have a binomial tree of puts, as
 * a get from another node is a question and an answer; so each chunk of data enters each
 * other node once, whoever the root is.  It is put where its leader has granted a
 * buffer.  Short broadcasts of the world ask for no leave where windows are large
 * (collectives/bcast/eager.h).
 */
#ifndef COLLECTIVES_BCAST_NODES_H
#define COLLECTIVES_BCAST_NODES_H

#include "collectives/barrier/barrier.h"
#include "collectives/bcast/binomial_put.h"
#include "collectives/bcast/eager.h"
#include "collectives/teams/team_bcast.h"

#if ARCH_NODES

struct bcast_nodes {
	struct team team;
	const struct nodes *nodes;   /* null: it is not placed */
	struct barrier_best barrier; /* of my node's cores */
	struct team_bcast mates;
	struct binomial_put leaders;
	struct eager eager; /* of the world's leaders */
	bool bulk;          /* the leaders may send each other memory */
};

/* Words of so many cores; for the mates, if these are to have all broadcasts, more. */
ARCH_COLD uint32_t bcast_nodes_bytes(uint32_t count);
ARCH_COLD uint32_t bcast_nodes_wide_bytes(uint32_t count);

/* As team_bcast_place.  Nothing is placed for a team within one node. */
ARCH_COLD void bcast_nodes_place(struct bcast_nodes *own,
				 const struct team *team, void *room,
				 uint32_t offset, uint32_t wide,
				 uint32_t epoch);

#endif

#endif
