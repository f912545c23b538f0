/* SPDX-License-Identifier: Apache-2.0 */
/*
 * No core may use a window before it reads zero, and the host releases cores one
 * after another, at any time.  So rank 0 clears all windows, and then tells each
 * core in the one line of its window that no program has: the number of this
 * run, of which the load map has another one each time, so that what an earlier
 * run has left there does not let anybody go.
 *
 * Interrupts can come from here on: each core's own are set up before.
 */
#include <board.h>

#include "arch/boot.h"
#include "arch/scc/ordering.h"

enum {
	GO = 1, /* word of the spare line; word 0 is what flushes write */
};

static volatile uint32_t *spare_of(uint32_t rank)
{
	return (volatile uint32_t *)(scc_mpb[rank] + SCC_MPB_BYTES -
				     SCC_SPARE_BYTES);
}

static void clear(uint32_t rank)
{
	volatile uint32_t *word = (volatile uint32_t *)scc_mpb[rank];

	for (uint32_t i = 0; i < SCC_MPB_BYTES / sizeof(*word); i++) {
		word[i] = 0;
	}
}

void hw_meet(void)
{
	uint32_t run = arch_boot()->port[BOARD_PORT_RUN];

	if (port_rank != 0) {
		do {
			scc_invalidate();
		} while (spare_of(port_rank)[GO] != run);
		return;
	}
	for (uint32_t rank = 0; rank < port_count; rank++) {
		clear(rank);
	}
	for (uint32_t rank = 1; rank < port_count; rank++) {
		spare_of(rank)[GO] = run;
	}
	scc_flush();
}
