/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who and where: ranks, tiles, and what the boot record says of this run.
 */
#include "arch/arch.h"

#include <board.h>

#include <scc_io.h>

#include "arch/boot.h"
#include "arch/scc/ordering.h"

extern uint8_t bss_end[];

uint32_t scc_rank, scc_count;
const uint32_t *scc_cores;
volatile uint8_t *scc_mpb[BOARD_CORES_MAX];

static uint32_t tiles_x, tile_stride;

const struct arch_boot *arch_boot(void)
{
	return (const struct arch_boot *)BOARD_RECORD_VA;
}

bool scc_by_controller(void)
{
	return arch_boot()->port[BOARD_PORT_GIC];
}

void scc_where_init(uint32_t rank)
{
	bool large = BOARD_IS_LARGE(arch_boot());

	scc_rank = rank;
	scc_count = arch_boot()->count;
	scc_cores =
		(const uint32_t *)((uintptr_t)arch_boot() + arch_boot()->cores);
	tiles_x = large ? SCC_LARGE_TILES_X : SCC_TILES_X;
	tile_stride = large ? SCC_LARGE_TILE_STRIDE : SCC_TILE_STRIDE;
	for (uint32_t i = 0; i < scc_count; i++) {
		uint32_t core = scc_cores[i];

		scc_mpb[i] =
			(volatile uint8_t *)(SCC_MPB + core / 2 * tile_stride +
					     core % 2 * SCC_MPB_BYTES);
	}
}

/* The line in my own window that no program has: see ordering.h. */
volatile uint32_t *scc_spare(void)
{
	return (volatile uint32_t *)(scc_mpb[scc_rank] + SCC_MPB_BYTES -
				     ARCH_LINE);
}

uint32_t scc_config(uint32_t core)
{
	return SCC_CONFIG + core / 2 * tile_stride;
}

/* The test-and-set register that goes with a core. */
volatile uint32_t *scc_lock(uint32_t rank)
{
	uint32_t core = scc_cores[rank];

	return (volatile uint32_t *)(scc_config(core) +
				     (core % 2 ? SCC_LOCK1 : SCC_LOCK0));
}

uint32_t arch_rank(void)
{
	return scc_rank;
}

uint32_t arch_count(void)
{
	return scc_count;
}

struct arch_coords arch_coords(uint32_t rank)
{
	uint32_t core = scc_cores[rank];
	uint32_t tile = core / 2;

	return (struct arch_coords){tile % tiles_x, tile / tiles_x, core};
}

static uint32_t distance(uint32_t a, uint32_t b)
{
	return a < b ? b - a : a - b;
}

uint32_t arch_hops(uint32_t a, uint32_t b)
{
	struct arch_coords from = arch_coords(a), to = arch_coords(b);

	return distance(from.x, to.x) + distance(from.y, to.y) + 1;
}

/* From the end of .bss to the lowest file that lies on this core. */
size_t arch_dram(void **base)
{
	const struct arch_boot *record = arch_boot();
	const struct arch_boot_file *file =
		(const struct arch_boot_file *)((uintptr_t)record +
						record->files);
	uintptr_t start =
		((uintptr_t)bss_end + ARCH_LINE - 1) & -(uintptr_t)ARCH_LINE;
	uintptr_t end = BOARD_DRAM_VA + record->port[BOARD_PORT_BYTES];

	for (uint32_t i = 0; i < record->filec; i++) {
		if (file[i].rank == scc_rank && file[i].addr < end) {
			end = (uintptr_t)file[i].addr;
		}
	}
	*base = (void *)start;
	return end - start;
}

uint32_t arch_window_bytes(uint32_t window)
{
	return window == ARCH_WINDOW_MPB ? SCC_MPB_BYTES - SCC_SPARE_BYTES : 0;
}
