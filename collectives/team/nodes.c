/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/team/nodes.h"
#include "collectives/team/team.h"

#if ARCH_NODES

uint32_t nodes_with(const struct nodes *nodes, uint32_t rank)
{
	uint32_t node = arch_node(rank), i = 0;

	while (i < nodes->count && arch_node(nodes->leader[i]) != node) {
		i++;
	}
	return i;
}

uint32_t nodes_place(const struct nodes *nodes, uint32_t rank)
{
	uint32_t i = 0;

	while (nodes->mate[i] != rank) {
		i++;
	}
	return i;
}

void nodes_find(struct nodes *nodes, const struct cores *cores, uint16_t *room)
{
	uint16_t *leader = room, *mate = room + cores->count;
	uint32_t me = arch_rank();

	*nodes =
		(struct nodes){.leader = leader, .mate = mate, .in_rows = true};
	for (uint32_t i = 0; i < cores->count; i++) {
		uint32_t rank = cores_rank(cores, i);

		uint32_t node = nodes_with(nodes, rank);

		if (node == nodes->count) {
			leader[nodes->count++] = (uint16_t)rank;
		}
		nodes->in_rows &= node + 1 == nodes->count;
		if (arch_node(rank) == arch_node(me)) {
			mate[nodes->mates++] = (uint16_t)rank;
		}
	}
	nodes->mine = nodes_with(nodes, me);
	nodes->me = nodes_place(nodes, me);
}

#if ARCH_BULK
bool team_bulk(const struct team *leaders)
{
	for (uint32_t i = 0; i < leaders->size; i++) {
		if (i != leaders->me && !arch_bulk(leaders->rank[i])) {
			return false;
		}
	}
	return true;
}
#endif

#endif
