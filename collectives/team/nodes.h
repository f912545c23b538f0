/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Some cores of the run, by nodes (arch/nodes.h).
 *
 * The first of these cores that is in a node is its leader there; the nodes are in the
 * order of their leaders.  Ranks of a node need not follow each other, nodes may have any
 * numbers of the cores, and those that have none of them do not count.  All cores compute
 * equal results.
 */
#ifndef COLLECTIVES_TEAM_NODES_H
#define COLLECTIVES_TEAM_NODES_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/nodes.h"
#include "topology/cores.h"

struct nodes {
	uint32_t count; /* that have some of the cores */
	uint32_t mine;  /* this core's, of them */
	uint32_t mates; /* cores that are in mine */
	uint32_t fewest; /* cores of a node, if they are in rows; else 1 */
	bool in_rows;   /* the cores of each node follow each other */
	uint32_t me;    /* this core's place among those; 0: the leader */
	const uint16_t *leader; /* rank of each node's */
	const uint16_t *mate;   /* ranks of the cores in mine, in their order */
};

/* Half words that nodes_find has its lists in. */
static inline uint32_t nodes_room(uint32_t cores)
{
	return cores << 1;
}

/* This core is one of the cores.  Cost: some instructions for each core and node. */
ARCH_COLD void nodes_find(struct nodes *nodes, const struct cores *cores,
			  uint16_t *room);

/* Which of the nodes a core is in, one of the cores. */
ARCH_COLD uint32_t nodes_with(const struct nodes *nodes, uint32_t rank);

/* A core's place among those in my node, one of them. */
ARCH_COLD uint32_t nodes_place(const struct nodes *nodes, uint32_t rank);

/*
 * Of so many cores of a node the first ones are its banks: pieces for the node may lie in
 * their chunk buffers, by turns.  Returns how many, log2.
 */
static inline uint32_t nodes_banks_log2(uint32_t cores)
{
	return cores >= 8 ? 3 : cores >= 4 ? 2 : cores >= 2;
}

/*
 * The same for pieces that come from another node, for every node alike.  `world`: these are
 * all cores, so the banks' ranks follow that of their leader.
 */
static inline uint32_t nodes_far_banks_log2(const struct nodes *nodes,
					    bool world)
{
	return ARCH_NODE_ORDER && world ? nodes_banks_log2(nodes->fewest) : 0;
}

/*
 * Bytes for a core of another node, which a flag told (arch/barrier.h) to it, or to another core
 * there, follows.  Of whole words at a word no later arch_quiet need cover them.
 */
void nodes_tell(uint32_t rank, uint32_t at, const char *from, uint32_t n);

#endif
