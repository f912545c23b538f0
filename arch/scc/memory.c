/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The first core lays out memory for all cores, before any of them has paging.
 *
 * A page directory a rank plays the part of the chip's look-up table.  Most of
 * it is alike on all of them: text, the windows of the cores that take part,
 * registers; those page tables are shared.  A rank's own are its private DRAM
 * in 4 MB pages, its stacks and, for the chip's own map, the aliases of its
 * tile.  This code runs with physical addresses, as arch/qemu/first.c says.
 */
#include <string.h>

#include <board.h>

#include "drivers/apic/local_apic.h"

enum {
	PAGE = 0x1000,
	PAGE_LARGE = 0x400000,
	PAGE_ENTRIES = 1024,

	PAGE_PRESENT = 0x001,
	PAGE_WRITE = 0x002,
	PAGE_UNCACHED = 0x010,
	PAGE_4MB = 0x080,
};

#ifdef BOARD_CHIP
#define BOARD_RECORD_BITS PAGE_WRITE /* arch/qemu/chips/leave.c */
#else
#define BOARD_RECORD_BITS 0
#endif

extern const uint8_t boot_trampoline[], boot_trampoline_end[];
extern const uint8_t text_start[], text_end[];

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
	struct port_near near = port_near(record);

	map_range(layout, (uint32_t)text_start, (uint32_t)text_start,
		  (uint32_t)text_end - (uint32_t)text_start, 0);
	map_range(layout, BOARD_RECORD_VA, BOARD_RECORD, record->bytes,
		  BOARD_RECORD_BITS);
	map(layout, BOARD_SHARED_VA, BOARD_SHARED, PAGE_WRITE);
	map(layout, LOCAL_APIC, LOCAL_APIC, PAGE_WRITE | PAGE_UNCACHED);
#ifdef BOARD_CHIP
	map(layout, BOARD_VIRTIO & -(uint32_t)PAGE,
	    BOARD_VIRTIO & -(uint32_t)PAGE, PAGE_WRITE | PAGE_UNCACHED);
	map(layout, BOARD_IO_APIC, BOARD_IO_APIC, PAGE_WRITE | PAGE_UNCACHED);
#endif
	for (uint32_t i = 0; i < near.count; i++) {
		map_core(layout, cores[near.first + i] - near.base);
	}
	for (uint32_t at = 0; at < VEHICLE_COMMON_BYTES; at += PAGE_LARGE) {
		layout->directory[(BOARD_COMMON_VA + at) / PAGE_LARGE] =
			(vehicle_common(record) + at) | PAGE_4MB | PAGE_WRITE |
			PAGE_UNCACHED | PAGE_PRESENT;
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
	struct port_near near = port_near(record);
	uint32_t *directory = (uint32_t *)(BOARD_DIRECTORIES + rank * PAGE);
	uint32_t bytes = record->port[BOARD_PORT_BYTES];
	uint32_t dram = vehicle_dram(record, rank);

	if (directory != layout->directory) {
		memcpy(directory, layout->directory, PAGE);
	}
	for (uint32_t at = 0; at < bytes; at += PAGE_LARGE) {
		directory[(BOARD_DRAM_VA + at) / PAGE_LARGE] =
			(dram + at) | PAGE_4MB | PAGE_WRITE | PAGE_PRESENT;
	}
	vehicle_load_data(record, rank);
	map_stack(directory, rank);
	if (layout->tile_stride == SCC_TILE_STRIDE) {
		uint32_t core = cores[near.first + rank] - near.base;
		uint32_t tile = core / 2 * SCC_TILE_STRIDE;

		directory[SCC_MPB_OWN / PAGE_LARGE] =
			directory[(SCC_MPB + tile) / PAGE_LARGE];
		directory[SCC_CONFIG_OWN / PAGE_LARGE] =
			directory[(SCC_CONFIG + tile) / PAGE_LARGE];
	}
}

/* The cores there are: the FPGA's controller has registers for the chip's. */
static uint32_t last_core(const struct arch_boot *record)
{
	bool large = BOARD_IS_LARGE(record) && !record->port[BOARD_PORT_GIC];

	return (large ? SCC_LARGE_CORES : SCC_CORES) - 1;
}

void boot_first_core(void)
{
	const struct arch_boot *record =
		vehicle_record(last_core((const void *)BOARD_RECORD));
	struct layout layout = {
		.directory = (uint32_t *)BOARD_DIRECTORIES,
		.next_table = (uint32_t *)BOARD_TABLES,
		.tile_stride = BOARD_IS_LARGE(record) ? SCC_LARGE_TILE_STRIDE
						      : SCC_TILE_STRIDE,
	};

	memcpy((void *)BOARD_TRAMPOLINE, boot_trampoline,
	       (uint32_t)boot_trampoline_end - (uint32_t)boot_trampoline);
	map_common(&layout, record);
	/* Rank 0 last: its directory is the pattern for the others. */
	for (uint32_t rank = port_near(record).count; rank-- > 0;) {
		map_private(&layout, record, rank);
	}
}
