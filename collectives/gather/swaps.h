/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Short all-to-alls of the world in which each core writes its blocks straight to the others,
 * without a barrier, as an object.
 *
 * A core has two slots for each other one, which nothing else uses: for calls with even
 * numbers, and with odd ones.  Who has had a core's block of the last call knows that
 * it has done with the call before, so the slot is free.  A call is one message from each
 * core to each other one.
 *
 * MPB: a flag and two slots for each core, up to an eighth of the window; only where windows
 * are large (ARCH_CHUNK_SHIFT), else there is no such all-to-all.
 */
#ifndef COLLECTIVES_GATHER_SWAPS_H
#define COLLECTIVES_GATHER_SWAPS_H

#include "collectives/gather/rounds.h"

#ifdef ARCH_CHUNK_SHIFT
/* Is a block of so many bytes short enough?  The same on all cores. */
bool swaps_fit(const struct rounds *x);

/* WEFT_OK or WEFT_ERR_TIMEOUT. */
int swaps_run(const struct rounds *x, const struct blocks *send,
	      const struct blocks *recv);
#else
static inline bool swaps_fit(const struct rounds *x)
{
	(void)x;
	return false;
}

static inline int swaps_run(const struct rounds *x, const struct blocks *send,
			    const struct blocks *recv)
{
	(void)x;
	(void)send;
	(void)recv;
	return WEFT_OK;
}
#endif

#endif
