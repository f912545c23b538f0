/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A link is held by each line for a while; who comes meanwhile waits.  Messages
 * without a line (requests, acknowledgements) are short and load nothing.
 */
#include "sim/chip/engine.h"
#include "sim/chip/host.h"
#include "sim/chip/mesh.h"

static uint64_t *link_free; /* four a router, by the port at the far end */

void mesh_create(void)
{
	link_free = host_alloc(engine.profile.mesh_x * engine.profile.mesh_y *
			       MESH_PORTS * sizeof(*link_free));
}

enum mesh_port mesh_port(struct place from, struct place to)
{
	if (from.y != to.y) {
		return from.y < to.y ? MESH_SOUTH : MESH_NORTH;
	}
	if (from.x != to.x) {
		return from.x < to.x ? MESH_WEST : MESH_EAST;
	}
	return MESH_LOCAL;
}

uint64_t mesh_delay(struct place from, struct place to, uint64_t enters)
{
	const struct profile *p = &engine.profile;
	uint64_t late = 0;

	if (!p->links || !p->distances) {
		return 0;
	}
	while (from.x != to.x || from.y != to.y) {
		/* Seen from the far end it comes in where we are. */
		enum mesh_port port = mesh_port(
			from,
			from.x != to.x ? (struct place){to.x, from.y} : to);
		uint64_t *is_free =
			&link_free[(from.y * p->mesh_x + from.x) * MESH_PORTS +
				   port];

		if (*is_free > enters) {
			late += *is_free - enters;
			enters = *is_free;
		}
		*is_free = enters + p->link;
		enters += p->l_hop;
		switch (port) {
		case MESH_WEST:
			from.x++;
			break;
		case MESH_EAST:
			from.x--;
			break;
		case MESH_SOUTH:
			from.y++;
			break;
		default:
			from.y--;
		}
	}
	return late;
}
