/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run that goes on without some chips (arch_link_roll): the boot record becomes that of the
 * others.  All cores of a chip read one record, so the first of them that comes here writes it,
 * and the others wait for that.
 */
#include <board.h>
#include <window_ops.h>

#include "arch/common/far/far_say.h"

enum {
	LEAVING = 1,
	LEFT = 2,
};

/* Returns the rank that the first core of this chip has from now on. */
static uint32_t leave_cores(struct arch_boot *record, uint32_t chips)
{
	uint32_t *cores = (uint32_t *)((uintptr_t)record + record->cores);
	uint32_t mine = 0, n = 0;

	for (uint32_t rank = 0; rank < record->count; rank++) {
		uint32_t chip = cores[rank] / BOARD_CHIP_CORES;

		mine = rank == port_first ? n : mine;
		if (chips >> chip & 1) {
			cores[n++] = cores[rank];
		}
	}
	record->count = n;
	return mine;
}

/* All files in it are of this chip's ranks. */
static void leave_record(uint32_t chips)
{
	struct arch_boot *record = (struct arch_boot *)BOARD_RECORD_VA;
	struct arch_boot_file *file =
		(struct arch_boot_file *)((uintptr_t)record + record->files);
	uint32_t mine = leave_cores(record, chips);

	for (uint32_t i = 0; i < record->filec; i++) {
		file[i].rank = file[i].rank - port_first + mine;
	}
}

void far_leave(uint32_t chips)
{
	uint32_t none = 0;

	if (__atomic_compare_exchange_n(&VEHICLE->leaving, &none, LEAVING,
					false, __ATOMIC_SEQ_CST,
					__ATOMIC_SEQ_CST)) {
		leave_record(chips);
		order_settle();
		VEHICLE->leaving = LEFT;
	}
	while (VEHICLE->leaving != LEFT) {
		cpu_relax();
	}
	order_settle();
	port_where_init(port_rank);
}
