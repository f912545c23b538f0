/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the kernels on BSPlib have in common.  Each is a program of the BSPlib standard:
 * its processes begin and end in main, and each checks its part of the answer.
 */
#ifndef EXAMPLES_BSPKERNEL_H
#define EXAMPLES_BSPKERNEL_H

#include <bsp.h>

#include "examples/numbers.h"

/*
 * All processes, at the end: how many wrong results each has found, and the cycles that
 * it took.  What main returns.
 */
static inline int kernel_end(const char *what, uint32_t n, uint32_t wrong,
			     uint64_t cycles)
{
	uint32_t mine[2] = {wrong, (uint32_t)cycles}, most = 0;
	void *tag, *payload;

	bsp_send(0, NULL, mine, sizeof(mine));
	bsp_sync();
	while (bsp_hpmove(&tag, &payload) == sizeof(mine)) {
		const uint32_t *got = payload;

		wrong += bsp_pid() == 0 && got[0] > 0;
		most = got[1] > most ? got[1] : most;
	}
	if (bsp_pid() == 0) {
		printf("%s, %d processes, n=%u, %u us: %s\n", what,
		       bsp_nprocs(), (unsigned)n,
		       (unsigned)(most / weft_cycles_in_us(1)),
		       wrong ? "WRONG" : "right");
	}
	bsp_end();
	return wrong > 0;
}

#endif
