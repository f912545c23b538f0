/* SPDX-License-Identifier: Apache-2.0 */
/* How the world lies in nodes; a file of its own, which links no teams. */
#include "collectives/team/team.h"
#include "runtime/table.h"

#if ARCH_NODES

const struct nodes *team_nodes_world(void)
{
	static struct nodes nodes;

	if (nodes.count == 0) {
		nodes_find(&nodes, &(struct cores){.count = arch_count()},
			   rt_table(nodes_room(arch_count()), sizeof(uint16_t),
				    "no memory for the nodes' cores"));
	}
	return &nodes;
}

#endif
