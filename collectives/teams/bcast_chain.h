/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Long broadcasts of a team that has cores of several nodes: a chain of the nodes' leaders.
 *
 * The root's leader sends pieces to the leader of the next node, that one to the next, and so
 * on, each piece as soon as it has come.  So a leader sends each byte once, however many
 * nodes there are, and all links carry pieces at the same time.  In its node a leader puts no
 * byte again: the piece lies in a chunk buffer of one of its node's first cores, the banks,
 * and all cores of the node take it from there when they have met at a barrier.
 *
 * Each barrier says that a piece is there, and that all cores have the one before, whose
 * buffer is free then.  A leader grants the one before it as many pieces as there are
 * buffers, and again when half of them are free.  So the way to the next node and back costs
 * no time as long as it is shorter than half of the buffers.
 *
 * The pipeline over a chain is in W. Gropp, E. Lusk, A. Skjellum's and others' broadcasts since
 * J. Watts and R. van de Geijn, "A Pipelined Broadcast for Multidimensional Meshes"
 * (Parallel Processing Letters, 1995).
 *
 * MPB: the flags of the leaders' binomial tree, and chunk buffers.
 */
#ifndef COLLECTIVES_BCAST_CHAIN_H
#define COLLECTIVES_BCAST_CHAIN_H

#include "collectives/teams/bcast_nodes.h"

#if ARCH_NODES

struct bcast_chain {
	struct bcast_nodes *own;
	char *data;
	size_t size;
	uint32_t node; /* the root's */
	bool has;      /* in the root's node all cores have the data */
	uint64_t deadline;
};

/* Is a broadcast of so many bytes sooner over by a chain than by a tree?  Equal on all cores. */
bool bcast_chain_pays(const struct bcast_nodes *own, size_t size);

/* The root's leader has the data.  WEFT_OK or WEFT_ERR_TIMEOUT.  Thread. */
int bcast_chain(const struct bcast_chain *job);

#endif

#endif
