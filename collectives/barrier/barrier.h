/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The barrier that other collectives use among themselves, with a deadline on
 * arch_cycles' scale: the best by flags that the port allows, whatever
 * weft_barrier has been told to be.
 */
#ifndef COLLECTIVES_BARRIER_H
#define COLLECTIVES_BARRIER_H

#include <stdint.h>

#include "arch/arch.h"

int barrier_lines(uint64_t deadline); /* where ARCH_REMOTE_AWAIT */
int barrier_dissemination(uint64_t deadline);

static inline int barrier_until(uint64_t deadline)
{
#if ARCH_REMOTE_AWAIT
	return barrier_lines(deadline);
#else
	return barrier_dissemination(deadline);
#endif
}

/*
 * How many of those there have been, whoever asked for them, weft_barrier maybe: the
 * same on all cores between two collectives.  0 where that is not counted.
 */
uint32_t barrier_lines_count(void);

static inline uint32_t barrier_count(void)
{
#if ARCH_REMOTE_AWAIT
	return barrier_lines_count();
#else
	return 0;
#endif
}

#endif
