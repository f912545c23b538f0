/* SPDX-License-Identifier: Apache-2.0 */
/* Which engine a run has. */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/wide.h"
#include "arch/nodes.h"

/* So many cores at most have a tree for each root.  Tests' images may have fewer. */
#ifndef ABCAST_TREES_MOST
#define ABCAST_TREES_MOST RT_BELLS
#endif

/* Linked where a program posts buffers. */
int weft_abcast_post(weft_rank_t root, void *buffer, size_t size)
	__attribute__((weak));

/*
 * In several nodes data enter each node once by the engine of large runs.  But a program that
 * posts buffers has the one that knows them, where each core copies from the root.
 */
static ARCH_COLD bool has_trees(uint32_t count)
{
	return count <= ABCAST_TREES_MOST &&
	       (arch_nodes() == 1 || weft_abcast_post);
}

ARCH_COLD const struct abcast_engine *abcast_choose(uint32_t count)
{
	if (count == 1 || has_trees(count)) {
		return &abcast_trees;
	}
#if ABCAST_WIDE
	if (count <= WIDE_CORES) {
		return &wide_engine;
	}
#endif
	return NULL;
}
