/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What other collectives are compared with, on any team (collectives/team/team.h).
 * Arguments are checked, deadlines on arch_cycles' scale; thread.
 */
#ifndef COLLECTIVES_BASELINES_H
#define COLLECTIVES_BASELINES_H

#include <stddef.h>
#include <stdint.h>

#include "collectives/team/team.h"

struct baseline_barrier {
	struct team team;
	uint32_t flags, epoch;
};

/* barrier_central.c: a flag for each core; barrier_tree.c: three flags. */
int barrier_central(struct baseline_barrier *own, uint64_t deadline);
int barrier_tree(struct baseline_barrier *own, uint64_t deadline);
extern struct baseline_barrier barrier_tree_world;

/* Two-sided broadcasts need no words but those of send and receive. */
int bcast_binomial(const struct team *team, void *data, size_t bytes,
		   uint32_t root, uint64_t deadline);
int bcast_scatter_allgather(const struct team *team, void *data, size_t bytes,
			    uint32_t root, uint64_t deadline);

#endif
