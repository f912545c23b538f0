/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who and where.  QEMU has no mesh; this one is made up: a core a router, eight
 * to a row, by the numbers of the boot record.
 */
#include "arch/arch.h"

#include <board.h>

#include "arch/boot.h"

enum {
	COLUMNS = 8,
};

extern uint8_t bss_end[];

uint32_t arm_rank, arm_count;
volatile uint8_t *arm_window;

const struct arch_boot *arch_boot(void)
{
	return (const struct arch_boot *)BOARD_RECORD;
}

uint32_t arm_gic_version(void)
{
	return arch_boot()->port[BOARD_PORT_GIC];
}

void arm_where_init(uint32_t rank)
{
	arm_rank = rank;
	arm_count = arch_boot()->count;
	arm_window = (volatile uint8_t *)BOARD_MPB + (rank << BOARD_MPB_SHIFT);
}

uint32_t arch_rank(void)
{
	return arm_rank;
}

uint32_t arch_count(void)
{
	return arm_count;
}

struct arch_coords arch_coords(uint32_t rank)
{
	const uint32_t *cores =
		(const uint32_t *)(BOARD_RECORD + arch_boot()->cores);
	uint32_t core = cores[rank];

	return (struct arch_coords){core % COLUMNS, core / COLUMNS, core};
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
		(const struct arch_boot_file *)(BOARD_RECORD + record->files);
	uintptr_t start =
		((uintptr_t)bss_end + ARCH_LINE - 1) & -(uintptr_t)ARCH_LINE;
	uintptr_t end = BOARD_DRAM_VA + record->port[BOARD_PORT_BYTES];

	for (uint32_t i = 0; i < record->filec; i++) {
		if (file[i].rank == arm_rank && file[i].addr < end) {
			end = (uintptr_t)file[i].addr;
		}
	}
	*base = (void *)start;
	return end - start;
}

uint32_t arch_window_bytes(uint32_t window)
{
	return window == ARCH_WINDOW_MPB ? 1u << BOARD_MPB_SHIFT : 0;
}
