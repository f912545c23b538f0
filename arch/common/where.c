/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who and where, by what the boot record says: a mesh of routers with as many
 * cores at each, numbered row by row.
 */
#include "arch/common/port.h"

#include <board.h>
#include <window_ops.h>

#include "arch/boot.h"
#include "arch/own.h"
#include "arch/common/mesh.h"

extern uint8_t bss_end[];

uint32_t port_rank, port_count;
const uint32_t *port_cores;
volatile uint8_t *port_window;

const struct arch_boot *arch_boot(void)
{
	return (const struct arch_boot *)BOARD_RECORD_VA;
}

/* Something of the boot record's, by its offset. */
static const void *in_record(uint32_t offset)
{
	return (const uint8_t *)arch_boot() + offset;
}

void port_where_init(uint32_t rank)
{
	struct port_near near = port_near(arch_boot());

	port_rank = rank;
	port_count = near.count;
	port_cores = (const uint32_t *)in_record(arch_boot()->cores) +
		     near.first;
	port_chips_init(near);
	port_window = window_of(port_first + rank);
}

uint32_t arch_rank(void)
{
	return port_first + port_rank;
}

uint32_t arch_count(void)
{
	return port_all;
}

struct arch_coords arch_coords(uint32_t rank)
{
	uint32_t core = port_all_cores[rank];
	uint32_t router = core / BOARD_CORES_A_ROUTER;

	return (struct arch_coords){router % BOARD_COLUMNS,
				    router / BOARD_COLUMNS, core};
}

/* From the end of .bss to the lowest file that lies on this core. */
size_t arch_dram(void **base)
{
	const struct arch_boot *record = arch_boot();
	uintptr_t start =
		((uintptr_t)bss_end + ARCH_LINE - 1) & -(uintptr_t)ARCH_LINE;
	uintptr_t end = BOARD_DRAM_VA + record->port[BOARD_PORT_BYTES];

	*base = (void *)start;
	return port_below_files(end) - start;
}

#if ARCH_COMMON
void *arch_common(size_t *bytes)
{
	uint32_t all = port_all;

	if (all != port_count) { /* chips have nothing in common */
		*bytes = 0;
		return NULL;
	}
	*bytes = VEHICLE_COMMON_BYTES;
	return (void *)BOARD_COMMON_VA;
}
#endif

uint32_t arch_window_bytes(uint32_t window)
{
	return window == ARCH_WINDOW_MPB ? BOARD_WINDOW_BYTES : 0;
}
