/* SPDX-License-Identifier: Apache-2.0 */
/* The broadcast by puts of any team, as an object (collectives/team/team.h). */
#ifndef COLLECTIVES_TREE_PUT_H
#define COLLECTIVES_TREE_PUT_H

#include <stddef.h>
#include <stdint.h>

#include "collectives/barrier/barrier.h"

enum {
	TREE_PUT_CHILDREN = 2,
	TREE_PUT_FLAGS = 1 + TREE_PUT_CHILDREN,
};

struct tree_put {
	uint32_t news;  /* flag: my parent has put this chunk here */
	uint32_t rooms; /* flags: that child has room up to this chunk */
	uint32_t chunk; /* the last one of the last call */
	/* The tree of the last call: the root's rank in the team, others' in the run. */
	uint32_t root, parent, place, children;
	uint32_t child[TREE_PUT_CHILDREN];
	struct barrier_best *barrier; /* the team's */
};

/* The world's. */
extern struct tree_put tree_put_world;

ARCH_COLD void tree_put_place(void *object, struct barrier_best *barrier,
			      uint32_t offset, uint32_t epoch);

/*
 * `root` is a rank of the team of more than one core, and size is not 0.  WEFT_OK or
 * WEFT_ERR_TIMEOUT.  Thread.
 */
int tree_put(struct tree_put *own, void *data, size_t size, uint32_t root,
	     uint64_t deadline);

#endif
