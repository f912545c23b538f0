/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tiles: where a core's window and registers are.
 */
#include <board.h>

#include <scc_io.h>

#include "arch/boot.h"
#include "arch/scc/ordering.h"

volatile uint8_t *scc_mpb[BOARD_CORES_MAX];
volatile uint32_t *scc_locks[BOARD_CORES_MAX];
uint32_t scc_tiles_x;

static uint32_t tile_stride;

bool scc_by_controller(void)
{
	return arch_boot()->port[BOARD_PORT_GIC];
}

void scc_where_init(uint32_t rank)
{
	const struct arch_boot *record = arch_boot();
	const uint32_t *cores =
		(const uint32_t *)((uintptr_t)record + record->cores);
	struct port_near near = port_near(record);
	bool large = BOARD_IS_LARGE(record);

	scc_tiles_x = large ? SCC_LARGE_TILES_X : SCC_TILES_X;
	tile_stride = large ? SCC_LARGE_TILE_STRIDE : SCC_TILE_STRIDE;
	for (uint32_t i = 0; i < near.count; i++) {
		uint32_t core = cores[near.first + i] - near.base;

		scc_mpb[i] =
			(volatile uint8_t *)(SCC_MPB + core / 2 * tile_stride +
					     core % 2 * SCC_MPB_BYTES);
		scc_locks[i] = (volatile uint32_t *)(scc_config(core) +
						     (core % 2 ? SCC_LOCK1
							       : SCC_LOCK0));
	}
	port_where_init(rank);
}

/* The line in my own window that no program has: see ordering.h. */
volatile uint32_t *scc_spare(void)
{
	return (volatile uint32_t *)(scc_mpb[port_rank] + SCC_MPB_BYTES -
				     ARCH_LINE);
}

uint32_t scc_config(uint32_t core)
{
	return SCC_CONFIG + core / 2 * tile_stride;
}
