/* SPDX-License-Identifier: Apache-2.0 */
/* OC-Bcast of any team, as an object (collectives/team/team.h). */
#ifndef COLLECTIVES_OCBCAST_H
#define COLLECTIVES_OCBCAST_H

#include <stddef.h>
#include <stdint.h>

#include "collectives/barrier/barrier.h"
#include "topology/tree.h"

struct ocbcast {
	uint32_t news;      /* flag: this chunk is in your parent's MPB */
	uint32_t done;      /* flags, one a child: it has got this chunk */
	uint32_t degree;    /* how many of them */
	uint32_t chunk;     /* number of the last chunk of the last call */
	uint32_t refreshed; /* its value when the flags were last refreshed */
	uint32_t root, k;   /* the tree of the last call; k is 0 before */
	/* Ranks of the run, but `first`, which is one of the team. */
	struct tree tree;
	struct barrier_best *barrier; /* the team's */
	uint32_t usual;               /* k where the caller names none */
};

struct ocbcast_call {
	char *data;
	size_t size;
	uint32_t root, k;
	uint64_t deadline;
};

/* The world's; one whose k is 0 has no words. */
extern struct ocbcast ocbcast_world;

/* Words for trees up to that degree. */
ARCH_COLD uint32_t ocbcast_bytes(uint32_t degree);
ARCH_COLD void ocbcast_place(struct ocbcast *oc, struct barrier_best *barrier,
			     uint32_t degree, uint32_t offset, uint32_t epoch);

/*
 * `root` is a rank of the team of more than one core, size is not 0, and k at most
 * the degree.  WEFT_OK or WEFT_ERR_TIMEOUT.  Thread.
 */
int ocbcast(struct ocbcast *oc, const struct ocbcast_call *call);

#endif
