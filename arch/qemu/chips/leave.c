/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run that goes on without some chips (arch_link_roll).  All cores of a chip read one boot
 * record, so the first of them that comes here changes it, and the others wait for that.
 */
#include <board.h>
#include <window_ops.h>

#include "arch/common/far/far_say.h"

enum {
	LEAVING = 1,
	LEFT = 2,
};

void far_leave(const uint32_t *chips)
{
	uint32_t none = 0;

	if (__atomic_compare_exchange_n(&VEHICLE->leaving, &none, LEAVING,
					false, __ATOMIC_SEQ_CST,
					__ATOMIC_SEQ_CST)) {
		port_chips_leave((struct arch_boot *)BOARD_RECORD_VA, chips);
		order_settle();
		VEHICLE->leaving = LEFT;
	}
	while (VEHICLE->leaving != LEFT) {
		cpu_relax();
	}
	order_settle();
	port_where_init(port_rank);
}
