/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/team/nodes.h"
#include "collectives/team/team.h"

#include "arch/barrier.h"

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

/* So many cores of one node followed each other; at first, none. */
static ARCH_COLD void nodes_row(struct nodes *nodes, uint32_t row)
{
	if (row > 0 && row < nodes->fewest) {
		nodes->fewest = row;
	}
}

void nodes_tell(uint32_t rank, uint32_t at, const char *from, uint32_t n)
{
	const uint32_t word = sizeof(uint32_t);
	uint32_t rest = n & (word - 1);

	if (!ARCH_WORDS_TELL || ((uintptr_t)from & (word - 1))) {
		rest = n;
	}
	if (n > rest) {
		arch_words_tell(rank, at, (const void *)from, (n - rest) >> 2);
	}
	if (rest > 0) {
		arch_put(rank, ARCH_WINDOW_MPB, at + n - rest, from + n - rest,
			 rest);
	}
}

void nodes_find(struct nodes *nodes, const struct cores *cores, uint16_t *room)
{
	uint16_t *leader = room, *mate = room + cores->count;
	uint32_t me = arch_rank(), row = 0;

	*nodes = (struct nodes){.leader = leader,
				.mate = mate,
				.in_rows = true,
				.fewest = cores->count};
	for (uint32_t i = 0; i < cores->count; i++) {
		uint32_t rank = cores_rank(cores, i);

		uint32_t node = nodes_with(nodes, rank);

		if (node == nodes->count) {
			nodes_row(nodes, row);
			leader[nodes->count++] = (uint16_t)rank;
			row = 0;
		}
		row++;
		nodes->in_rows &= node + 1 == nodes->count;
		if (arch_node(rank) == arch_node(me)) {
			mate[nodes->mates++] = (uint16_t)rank;
		}
	}
	nodes_row(nodes, row);
	nodes->fewest = nodes->in_rows ? nodes->fewest : 1;
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
