/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Some cores of the run: those of a list, which are numbered by their places in it;
 * without a list all of them, by rank.
 */
#ifndef TOPOLOGY_CORES_H
#define TOPOLOGY_CORES_H

#include <stdint.h>

#include "topology/place.h"

struct cores {
	const uint16_t *rank; /* null: all cores of the run */
	uint32_t count;
	mesh_where *where; /* for what asks where they are */
};

static inline uint32_t cores_rank(const struct cores *cores, uint32_t i)
{
	return cores->rank ? cores->rank[i] : i;
}

static inline struct mesh_place cores_place(const struct cores *cores,
					    uint32_t i)
{
	return cores->where(cores_rank(cores, i));
}

#endif
