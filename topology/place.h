/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a core is: coordinates of its router in the mesh.  Geometry is told by its caller how
 * to find them (runtime/place.h), and so knows no port.
 */
#ifndef TOPOLOGY_PLACE_H
#define TOPOLOGY_PLACE_H

#include <stdint.h>

struct mesh_place {
	uint32_t x, y;
};

typedef struct mesh_place mesh_where(uint32_t rank);

#endif
