/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Page tables of one core, one to one, for two things: the memory types, and that
 * a stray access faults.
 *
 * Only 4 KB pages: bit 7 of their entries is the MPB type, and means a large
 * page one level up.  Windows have the MPB type and never "cache disabled";
 * registers are the other way round.
 */
#include <board.h>

#include <scc_io.h>

enum {
	PAGE = 0x1000,
	ENTRIES = 1024,
	SPAN = PAGE * ENTRIES, /* of a page table */

	PRESENT = 0x001,
	WRITE = 0x002,
	UNCACHED = 0x010,

	/* Memory to the stacks' end; a table for each tile's window and for its
	 * registers; own window, own registers, FPGA, local APIC. */
	TABLES = BOARD_FAULT_TOP / SPAN + SCC_CORES + 4,
};
_Static_assert(BOARD_FAULT_TOP % SPAN == 0, "tables of memory are whole");

static uint32_t directory[ENTRIES] __attribute__((aligned(PAGE)));
static uint32_t tables[TABLES][ENTRIES] __attribute__((aligned(PAGE)));
static uint32_t used;

extern const uint8_t text_start[], text_end[];

static void map(uint32_t from, uint32_t bytes, uint32_t bits)
{
	for (uint32_t at = from; at - from < bytes; at += PAGE) {
		uint32_t *entry = &directory[at / SPAN];
		uint32_t *table;

		if (*entry == 0) {
			*entry = (uint32_t)tables[used++] | PRESENT | WRITE;
		}
		table = (uint32_t *)(*entry & -(uint32_t)PAGE);
		table[at / PAGE % ENTRIES] = at | bits | PRESENT;
	}
}

static void map_tile(uint32_t tile)
{
	uint32_t at = tile * SCC_TILE_STRIDE;

	map(SCC_MPB + at, 2 * SCC_MPB_BYTES, WRITE | SCC_PAGE_MPB);
	map(SCC_CONFIG + at, SCC_CONFIG_BYTES, WRITE | UNCACHED);
}

void hw_memory_init(void)
{
	for (uint32_t rank = 0; rank < port_count; rank++) {
		map_tile(port_cores[rank] / 2);
	}
	map(SCC_MPB_OWN, 2 * SCC_MPB_BYTES, WRITE | SCC_PAGE_MPB);
	map(SCC_CONFIG_OWN, SCC_CONFIG_BYTES, WRITE | UNCACHED);
	map(SCC_FPGA, SCC_FPGA_BYTES, WRITE | UNCACHED);
	map(LOCAL_APIC, PAGE, WRITE | UNCACHED);

	map(BOARD_CONSOLE, BOARD_CONSOLE_MAX, WRITE | UNCACHED);
	map(BOARD_RECORD, BOARD_RECORD_MAX, 0);
	map((uint32_t)text_start, (uint32_t)text_end - (uint32_t)text_start, 0);
	map(BOARD_DRAM_VA, BOARD_DRAM_END - BOARD_DRAM_VA, WRITE);
	map(BOARD_STACK, ARCH_STACK_BYTES, WRITE);
	map(BOARD_FAULT_STACK, BOARD_FAULT_TOP - BOARD_FAULT_STACK, WRITE);
	cpu_paging_on((uint32_t)directory);
}
