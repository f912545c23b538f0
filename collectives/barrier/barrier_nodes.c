/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The barrier of lines in a team of several nodes: when all cores of a node have come,
 * the nodes' leaders meet, and each writes the barrier's number into its own MPB, where
 * its mates watch.  With two nodes one flag goes each way at the same time; with n each
 * leader writes log2 n of them.
 *
 * A leader may be one barrier ahead of its mates, never two: the next one's lines
 * wait for them.  What cores of its node had written before is visible elsewhere, as
 * each of them was quiet before it came.
 */
#include "arch/arch.h"
#include "collectives/barrier/barrier.h"
#include "runtime/mpb_map.h"
#include "runtime/wait.h"

#if ARCH_NODES

uint32_t barrier_nodes_bytes(uint32_t count)
{
	return arch_nodes() == 1
		       ? 0
		       : rt_flag_bytes(1) + barrier_dissemination_bytes(count);
}

void barrier_nodes_place(struct barrier_lines *lines, uint32_t offset,
			 uint32_t epoch)
{
	const struct nodes *nodes = lines->team.nodes;

	lines->near = lines->team;
	if (team_nodes(&lines->team) == 1) {
		return;
	}
	lines->near = team_mates(nodes);
	lines->over = offset;
	if (epoch != 0) {
		rt_flags_preset(offset, 1, epoch);
	}
	if (nodes->me == 0) {
		barrier_dissemination_place(&lines->across, team_leaders(nodes),
					    rt_flag(offset, 1), epoch);
	}
}

int barrier_nodes(struct barrier_lines *lines, uint64_t deadline)
{
	uint32_t leader = team_rank(&lines->near, 0);
	int error;

	if (lines->near.me != 0) {
		return rt_await_at(leader, lines->over, lines->epoch, deadline,
				   leader, "the other nodes at a barrier");
	}
	error = barrier_dissemination(&lines->across, deadline);
	if (!error) {
		arch_flag_write(leader, lines->over, lines->epoch);
	}
	return error;
}

#endif
