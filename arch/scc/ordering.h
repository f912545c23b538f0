/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CL1INVMB, the SCC's invalidation of MPB lines in L1.
 *
 * QEMU has no caches and does not know the instruction.  Built with
 * -DSCC_CL1INVMB=1 the image contains it nevertheless, traps.c skips it and
 * counts: what is left out then is only what the instruction would do.
 */
#ifndef SCC_ORDERING_H
#define SCC_ORDERING_H

#include <stdint.h>

#ifndef SCC_CL1INVMB
#define SCC_CL1INVMB 0
#endif

/* How many this core has run; stays 0 without SCC_CL1INVMB. */
extern uint32_t scc_cl1invmb_count;

static inline void scc_invalidate(void)
{
#if SCC_CL1INVMB
	__asm__ volatile(".byte 0x0f, 0x0a" ::: "memory");
#else
	__asm__ volatile("" ::: "memory");
#endif
}

#endif
