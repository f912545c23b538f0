/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Regions of a team's cores, each with a hub: the core in whose MPB all cores of
 * the region look.  News goes from a root along a tree over the hubs; what a hub
 * gets, its region pulls from there at once.
 *
 * Pull: regions of cores that are close together, so many and so large that the last core of
 * each is done at the same time; needs waiting for words of other cores'
 * windows.  Push: each core is its own hub, and the tree is all there is.
 *
 * A region has several hubs, cores side by side in its middle, its banks, so that
 * more can be under way than one core's MPB keeps.
 */
#ifndef COLLECTIVES_HUBS_H
#define COLLECTIVES_HUBS_H

#include <stdbool.h>
#include <stdint.h>

#include "collectives/team/team.h"
#include "topology/shape.h"

enum {
	HUBS_BANKS = ARCH_REMOTE_AWAIT ? 8 : 1,
};

struct hubs {
	uint32_t regions; /* 0: not made, or not possible */
	uint32_t banks;
	uint32_t mine;            /* my region */
	struct shape_node *place; /* of the tree over regions */
	uint16_t
		*first; /* hub of each region, a rank of the team; null: push */
	const uint16_t *cores; /* the team's list */
	void *room;            /* for these tables, of hubs_room() bytes */
	uint32_t cost; /* until the last core has it; collectives/cost.h */
};

/*
 * Makes the hubs of a team, for news of one line, or of so many, with so many banks
 * at most, 8.  Their tables are in hubs->room, which is there before, so this
 * cannot fail.  Thread.
 */
ARCH_COLD uint32_t hubs_room(uint32_t cores);
/* The room of n hubs, for the rest of the run; no memory for it is a panic.  Start. */
ARCH_COLD void hubs_place(struct hubs *hubs, uint32_t n, uint32_t cores);
ARCH_COLD void hubs_push(struct hubs *hubs, const struct team *team);
ARCH_COLD void hubs_pull(struct hubs *hubs, const struct team *team,
			 uint32_t lines, uint32_t banks);

/* What the way between cores of the team that are far apart adds to a line. */
ARCH_COLD uint32_t hubs_way(const struct team *team);

/* Do cores watch hubs that are not their own? */
static inline bool hubs_pulled(const struct hubs *hubs)
{
	return ARCH_REMOTE_AWAIT && hubs->first;
}

/* The hub of a region; where each core is its own, regions are ranks of the team. */
static inline uint32_t hubs_rank(const struct hubs *hubs, uint32_t bank,
				 uint32_t region)
{
	uint32_t rank = hubs_pulled(hubs) ? hubs->first[region] + bank : region;

	return hubs->cores ? hubs->cores[rank] : rank;
}

#endif
