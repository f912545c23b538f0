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
 * Where few cores are one to a node, and joined for pieces of memory, a slot is a place for such
 * a piece that stays open (collectives/team/held.h).
 *
 * Longer blocks go from memory to memory (swaps_bulk.c), where all nodes are so joined
 * (arch/bulk.h).
 *
 * MPB: three flags and two slots for each core, up to an eighth of the window; only where windows
 * are large (ARCH_CHUNK_SHIFT), else there is no such all-to-all.
 */
#ifndef COLLECTIVES_GATHER_SWAPS_H
#define COLLECTIVES_GATHER_SWAPS_H

#include "arch/bulk.h"
#include "collectives/gather/rounds.h"
#include "collectives/team/held.h"

#if defined(ARCH_CHUNK_SHIFT) && ARCH_NODES
struct swaps {
	uint32_t flags;        /* offset; of the slots */
	uint32_t news, grants; /* offsets: of what goes from memory to memory */
	uint32_t slots;        /* offset: of those of even calls */
	uint32_t slot;         /* bytes of one; 0: there are none */
	uint32_t all;          /* bytes of a call's */
	uint32_t number;       /* of the last call */
	struct held
		*held; /* of each core, where pieces of memory come; or null */
};

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

#if defined(ARCH_CHUNK_SHIFT) && ARCH_NODES && ARCH_BULK
/* swaps_bulk.c: the same of blocks that are longer. */
ARCH_COLD void swaps_bulk_place(struct swaps *own, uint32_t epoch);
int swaps_held_run(const struct rounds *x, const struct blocks *send,
		   const struct blocks *recv);
bool swaps_bulk_fit(const struct rounds *x);
int swaps_bulk_run(const struct rounds *x, const struct blocks *send,
		   const struct blocks *recv);
#else
#define swaps_bulk_place(own, epoch)       ((void)(own), (void)(epoch))
#define swaps_held_run(x, send, recv)      WEFT_OK

static inline bool swaps_bulk_fit(const struct rounds *x)
{
	(void)x;
	return false;
}

static inline int swaps_bulk_run(const struct rounds *x,
				 const struct blocks *send,
				 const struct blocks *recv)
{
	(void)x;
	(void)send;
	(void)recv;
	return WEFT_OK;
}
#endif

#endif
