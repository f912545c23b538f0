/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Chips as nodes, where ranks and chips are those of the boot record (arch/common/chips.h).
 * The door of a chip is the first of its cores.
 */
#include <board.h>

#include "arch/barrier.h"
#include "arch/common/far/far_say.h"
#include "arch/links.h"
#include "arch/nodes.h"

uint32_t port_first, port_all;
const uint32_t *port_all_cores;

static uint32_t chips, firsts[FAR_NODES];
static uint32_t own[FAR_NEAR];

void port_chips_init(struct port_near near)
{
	uint32_t before = UINT32_MAX;

	chips = 0; /* again, if the run goes on without one (far_leave) */
	port_first = near.first;
	port_all = arch_boot()->count;
	port_all_cores = port_cores - near.first;
	for (uint32_t i = 0; i < near.count; i++) {
		own[i] = port_cores[i] - near.base;
	}
	port_cores = own;
	for (uint32_t rank = 0; rank < port_all; rank++) {
		uint32_t chip = port_all_cores[rank] / BOARD_CHIP_CORES;

		if (chip != before && chips < FAR_NODES) {
			firsts[chips++] = rank;
		}
		before = chip;
	}
}

/* Returns the rank that the first core of this chip has from now on. */
static uint32_t leave_cores(struct arch_boot *record, const uint32_t *set)
{
	uint32_t *cores = (uint32_t *)((uintptr_t)record + record->cores);
	uint32_t mine = 0, n = 0;

	for (uint32_t rank = 0; rank < record->count; rank++) {
		uint32_t chip = cores[rank] / BOARD_CHIP_CORES;

		mine = rank == port_first ? n : mine;
		if (far_has(set, chip)) {
			cores[n++] = cores[rank];
		}
	}
	record->count = n;
	return mine;
}

/* All files in it are of this chip's ranks. */
void port_chips_leave(struct arch_boot *record, const uint32_t *set)
{
	struct arch_boot_file *file =
		(struct arch_boot_file *)((uintptr_t)record + record->files);
	uint32_t mine = leave_cores(record, set);

	for (uint32_t i = 0; i < record->filec; i++) {
		file[i].rank = file[i].rank - port_first + mine;
	}
}

uint32_t arch_nodes(void)
{
	return chips;
}

uint32_t arch_node(uint32_t rank)
{
	return far_node(firsts, chips, rank);
}

uint32_t far_first(uint32_t node)
{
	return firsts[node];
}

uint32_t arch_link_door(void)
{
	return port_first;
}

void arch_barrier_quiet(void)
{
	if (chips > 1) {
		far_barrier_quiet();
	}
	board_near_quiet();
}
