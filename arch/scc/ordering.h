/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The SCC's way to fresh reads and to writes that leave.
 *
 * CL1INVMB drops every MPB line in L1.  What is written to MPBs waits in a buffer
 * of one line, which leaves when another line is written: so each core keeps the
 * last line of its own window for that, and no program has it.
 *
 * QEMU has neither cache nor buffer, and does not know the instruction.  Built
 * with -DSCC_CL1INVMB=1 the image for scc-qemu does both nevertheless: traps.c
 * skips the instruction, and both are counted.  Only their effect is left out.
 */
#ifndef SCC_ORDERING_H
#define SCC_ORDERING_H

#include <stdint.h>

#ifndef SCC_CL1INVMB
#define SCC_CL1INVMB 0
#endif

#define SCC_SPARE_BYTES (SCC_CL1INVMB ? 32u : 0u)

/* How many of each this core has done; counted by scc-qemu only. */
extern uint32_t scc_cl1invmb_count, scc_flush_count;

volatile uint32_t *scc_spare(void);

static inline void scc_invalidate(void)
{
#if SCC_CL1INVMB
	__asm__ volatile(".byte 0x0f, 0x0a" ::: "memory");
#else
	__asm__ volatile("" ::: "memory");
#endif
}

static inline void scc_flush(void)
{
	__asm__ volatile("" ::: "memory");
#if SCC_CL1INVMB
	*scc_spare() = 0;
	scc_flush_count++;
#endif
}

#endif
