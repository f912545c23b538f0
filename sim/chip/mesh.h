/* SPDX-License-Identifier: Apache-2.0 */
/* Routers and the links between them: first along x, then along y. */
#ifndef SIM_CHIP_MESH_H
#define SIM_CHIP_MESH_H

#include <stdint.h>

#include "sim/chip/profile.h"

/* By which way a message comes into a router. */
enum mesh_port {
	MESH_LOCAL,
	MESH_EAST,
	MESH_WEST,
	MESH_NORTH,
	MESH_SOUTH,
	MESH_PORTS
};

void mesh_create(void);

/* Where a message comes into the last router of its way. */
enum mesh_port mesh_port(struct place from, struct place to);

/*
 * A line goes from one router to another, and enters the first link at that
 * time: how much later than without others on the links it is there.
 */
uint64_t mesh_delay(struct place from, struct place to, uint64_t enters);

#endif
