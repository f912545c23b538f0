/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Long pieces from one core's private memory to another's: an optional part of the port
 * contract, beside arch/arch.h.  A port has it where nodes are joined by what moves memory
 * by itself, so that no window lies between.
 *
 *  ARCH_BULK  1: some cores may have such pieces for each other
 *
 * A receiver opens a place for each piece, and lets the sender know.  A piece brings a flag with
 * it, as arch_flag_tell writes it; so one waits for a piece as for any flag.  The flag's number
 * says which place it is for.
 */
#ifndef WEFT_ARCH_BULK_H
#define WEFT_ARCH_BULK_H

#include "arch/arch.h"

#ifndef ARCH_BULK
#define ARCH_BULK 0
#endif

enum {
	ARCH_BULK_PLACES = 32, /* open at once, at most */
	ARCH_BULK_PIECES = 8,  /* under way, at most */
};

#if ARCH_BULK
/*
 * May this core and that one have pieces for each other?  The same for both.
 * [optional: ARCH_BULK]  context: thread.  cost: local.
 */
bool arch_bulk(uint32_t rank);

/*
 * The piece from that core that brings that value to that word of this core's window goes to
 * `to`, and has n bytes.  When this returns the sender may be told.
 * [optional: ARCH_BULK]  context: thread.  cost: near.
 */
void arch_bulk_open(uint32_t from, uint32_t offset, uint32_t value, void *to,
		    size_t n);

/*
 * Begins to send n bytes to a core, then that word of its window.  The bytes must stay as
 * they are until arch_bulk_sent.  If its place has been closed, they and the word are lost.
 * [optional: ARCH_BULK]  context: thread.  cost: waits for room, if ARCH_BULK_PIECES are
 * under way.  order: (b); but later writes to that core may be seen before the word.
 */
void arch_bulk_send(uint32_t rank, const void *from, size_t n, uint32_t offset,
		    uint32_t value);

/*
 * The same for a place that arch_bulk_close leaves open.  It lies in memory that nothing else
 * uses, so a piece may come whenever it likes: a sender need not know whether the receiver is
 * in the call.  A piece may have fewer bytes than the place.  A word is for held places or for
 * others, not for both: of one word's pieces the flags come in the order of their places.
 * [optional: ARCH_BULK]  context, cost, order: as above.
 */
void arch_bulk_hold(uint32_t from, uint32_t offset, uint32_t value, void *to,
		    size_t n);
void arch_bulk_send_held(uint32_t rank, const void *from, size_t n,
			 uint32_t offset, uint32_t value);

/*
 * Returns when all pieces but the last `but` have left this core's memory.
 * [optional: ARCH_BULK]  context: thread.  cost: waits for the other cores' vehicles.
 */
void arch_bulk_sent(uint32_t but);

/*
 * Closes all places that are not held.  Afterwards nobody writes there.  [optional: ARCH_BULK]
 * context: thread.  cost: waits for pieces that are coming.
 */
void arch_bulk_close(void);

/*
 * When this returns, all that this core has written to other cores is visible there.  A piece
 * has a way of its own and may overtake a write, so a collective that is a barrier by pieces
 * begins with this.  (arch_barrier_quiet may do less.)
 * [optional: ARCH_BULK]  context: thread.  cost: waits.  order: (f).
 */
void arch_bulk_quiet(void);
#else
static inline bool arch_bulk(uint32_t rank)
{
	(void)rank;
	return false;
}

static inline void arch_bulk_send_held(uint32_t rank, const void *from,
				       size_t n, uint32_t offset,
				       uint32_t value)
{
	(void)rank;
	(void)from;
	(void)n;
	(void)offset;
	(void)value;
}

static inline void arch_bulk_sent(uint32_t but)
{
	(void)but;
}

static inline void arch_bulk_quiet(void)
{
}
#endif

#endif
