/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The first core lays out memory for all cores, before any of them has paging.
 *
 * A page directory a rank plays the part of the chip's look-up table.  Most of
 * it is alike on all of them: text, the windows of the cores that take part,
 * registers; those page tables are shared.  A rank's own are its private DRAM
 * in 4 MB pages, its stacks and, for the chip's own map, the aliases of its
 * tile.  Windows and .bss read zero because QEMU's memory does.
 *
 * This code runs with physical addresses: .data and .bss, which are linked
 * into private DRAM, are not there yet, so it has no variables but its locals.
 */
#include <string.h>

#include <board.h>

#include "arch/boot.h"
#include "drivers/serial/ns16550.h"
#include "arch/scc/console.h"

enum {
	PAGE = 0x1000,
	PAGE_LARGE = 0x400000,
	PAGE_ENTRIES = 1024,

	PAGE_PRESENT = 0x001,
	PAGE_WRITE = 0x002,
	PAGE_UNCACHED = 0x010,
	PAGE_4MB = 0x080,
};

extern const uint8_t boot_trampoline[], boot_trampoline_end[];
extern const uint8_t text_start[], text_end[];
extern const uint8_t data_load[], data_start[], data_end[];
void boot_first_core(void);

struct layout {
	uint32_t *directory;  /* what all ranks have in common */
	uint32_t *next_table; /* free page tables */
	uint32_t tile_stride;
};

static void map(struct layout *layout, uint32_t address, uint32_t physical,
		uint32_t bits)
{
	uint32_t *entry = &layout->directory[address / PAGE_LARGE];
	uint32_t *table;

	if (!(*entry & PAGE_PRESENT)) {
		*entry = (uint32_t)layout->next_table | PAGE_PRESENT |
			 PAGE_WRITE;
		layout->next_table += PAGE_ENTRIES;
	}
	table = (uint32_t *)(*entry & -(uint32_t)PAGE);
	table[address / PAGE % PAGE_ENTRIES] = physical | bits | PAGE_PRESENT;
}

static void map_range(struct layout *layout, uint32_t address,
		      uint32_t physical, uint32_t bytes, uint32_t bits)
{
	for (uint32_t at = 0; at < bytes; at += PAGE) {
		map(layout, address + at, physical + at, bits);
	}
}

/* The window and the registers of a core that takes part. */
static void map_core(struct layout *layout, uint32_t core)
{
	uint32_t tile = core / 2;
	uint32_t registers = BOARD_CONFIG + tile * PAGE;

	map_range(layout,
		  SCC_MPB + tile * layout->tile_stride +
			  core % 2 * SCC_MPB_BYTES,
		  BOARD_MPB + core * SCC_MPB_BYTES, SCC_MPB_BYTES,
		  PAGE_WRITE | SCC_PAGE_MPB);
	map(layout, SCC_CONFIG + tile * layout->tile_stride, registers,
	    PAGE_WRITE | PAGE_UNCACHED);
	*(uint32_t *)(registers + SCC_GLCFG0) = SCC_GLCFG_QUIET;
	*(uint32_t *)(registers + SCC_GLCFG1) = SCC_GLCFG_QUIET;
}

static void map_common(struct layout *layout, const struct arch_boot *record)
{
	const uint32_t *cores =
		(const uint32_t *)((uintptr_t)record + record->cores);

	map_range(layout, (uint32_t)text_start, (uint32_t)text_start,
		  (uint32_t)text_end - (uint32_t)text_start, 0);
	map_range(layout, BOARD_RECORD_VA, BOARD_RECORD, record->bytes, 0);
	map(layout, BOARD_SHARED_VA, BOARD_SHARED, PAGE_WRITE);
	map(layout, 0xfee00000, 0xfee00000, PAGE_WRITE | PAGE_UNCACHED);
	for (uint32_t rank = 0; rank < record->count; rank++) {
		map_core(layout, cores[rank]);
	}
}

static void map_stack(uint32_t *directory, uint32_t rank)
{
	uint32_t physical = BOARD_STACKS + rank * BOARD_STACKS_EACH;
	struct layout own = {
		.directory = directory,
		.next_table = (uint32_t *)(BOARD_STACK_TABLES + rank * PAGE),
	};

	map_range(&own, BOARD_STACK, physical, ARCH_STACK_BYTES, PAGE_WRITE);
	map_range(&own, BOARD_FAULT_STACK, physical + ARCH_STACK_BYTES,
		  BOARD_FAULT_TOP - BOARD_FAULT_STACK, PAGE_WRITE);
}

static void map_private(const struct layout *layout,
			const struct arch_boot *record, uint32_t rank)
{
	const uint32_t *cores =
		(const uint32_t *)((uintptr_t)record + record->cores);
	uint32_t *directory = (uint32_t *)(BOARD_DIRECTORIES + rank * PAGE);
	uint32_t bytes = record->port[BOARD_PORT_BYTES];
	uint32_t dram = record->port[BOARD_PORT_DRAM] + rank * bytes;

	if (directory != layout->directory) {
		memcpy(directory, layout->directory, PAGE);
	}
	for (uint32_t at = 0; at < bytes; at += PAGE_LARGE) {
		directory[(BOARD_DRAM_VA + at) / PAGE_LARGE] =
			(dram + at) | PAGE_4MB | PAGE_WRITE | PAGE_PRESENT;
	}
	memcpy((void *)dram, data_load,
	       (uint32_t)data_end - (uint32_t)data_start);
	map_stack(directory, rank);
	if (layout->tile_stride == SCC_TILE_STRIDE) {
		uint32_t tile = cores[rank] / 2 * SCC_TILE_STRIDE;

		directory[SCC_MPB_OWN / PAGE_LARGE] =
			directory[(SCC_MPB + tile) / PAGE_LARGE];
		directory[SCC_CONFIG_OWN / PAGE_LARGE] =
			directory[(SCC_CONFIG + tile) / PAGE_LARGE];
	}
}

/* Is this a record that the layout above can serve? */
static bool valid(const struct arch_boot *record)
{
	const uint32_t *cores =
		(const uint32_t *)((uintptr_t)record + record->cores);
	uint32_t limit =
		record->port[BOARD_PORT_LARGE] ? SCC_LARGE_CORES : SCC_CORES;

	if (record->port[BOARD_PORT_GIC]) {
		limit = SCC_CORES;
	}

	if (record->magic != ARCH_BOOT_MAGIC ||
	    record->version != ARCH_BOOT_VERSION ||
	    record->port[BOARD_PORT_LAYOUT] != BOARD_LAYOUT ||
	    record->count < 1 || record->count > BOARD_CORES_MAX ||
	    record->bytes > BOARD_RECORD_MAX) {
		return false;
	}
	for (uint32_t rank = 0; rank < record->count; rank++) {
		if (cores[rank] >= limit) {
			return false;
		}
	}
	return true;
}

void boot_first_core(void)
{
	static const char complaint[] = "weft: no boot record for this board\n";
	const struct arch_boot *record = (const struct arch_boot *)BOARD_RECORD;
	struct layout layout = {
		.directory = (uint32_t *)BOARD_DIRECTORIES,
		.next_table = (uint32_t *)BOARD_TABLES,
		.tile_stride = SCC_TILE_STRIDE,
	};

	ns16550_init(CONSOLE_PORT);
	if (!valid(record)) {
		ns16550_write(CONSOLE_PORT, complaint, sizeof(complaint) - 1);
		arch_stop(ARCH_FAILED);
	}
	if (record->port[BOARD_PORT_LARGE]) {
		layout.tile_stride = SCC_LARGE_TILE_STRIDE;
	}
	memcpy((void *)BOARD_TRAMPOLINE, boot_trampoline,
	       (uint32_t)boot_trampoline_end - (uint32_t)boot_trampoline);
	map_common(&layout, record);
	/* Rank 0 last: its directory is the pattern for the others. */
	for (uint32_t rank = record->count; rank-- > 0;) {
		map_private(&layout, record, rank);
	}
}
