/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Long pieces from one core's private memory to another's: an optional part of the port
 * contract, beside arch/arch.h.  A port has it where nodes are joined by what moves memory
 * by itself, so that no window lies between.
 *
 *  ARCH_BULK  1: some cores may have such pieces for each other
 *
 * A receiver opens a place, and lets the sender know.  The sender sends no more than there
 * is place for.  A piece brings a flag with it, as arch_flag_tell writes it; so one waits
 * for a piece as for any flag.
 */
#ifndef WEFT_ARCH_BULK_H
#define WEFT_ARCH_BULK_H

#include "arch/arch.h"

#ifndef ARCH_BULK
#define ARCH_BULK 0
#endif

enum {
	ARCH_BULK_PLACES = 8, /* open at once, and pieces under way, at most */
};

#if ARCH_BULK
/*
 * May this core and that one have pieces for each other?  The same for both.
 * [optional: ARCH_BULK]  context: thread.  cost: local.
 */
bool arch_bulk(uint32_t rank);

/*
 * The next pieces from that core that bring that word of this core's window, n bytes in
 * all, go to `to`.  Places for one core and word are filled in the order in which they were
 * opened.  A piece lies in one of them.  So what comes too late for a call that was given
 * up is not taken for another team's.
 * [optional: ARCH_BULK]  context: thread.  cost: local.
 */
void arch_bulk_open(uint32_t from, uint32_t offset, void *to, size_t n);

/*
 * Begins to send n bytes to a core, then that word of its window.  The bytes must stay as
 * they are until arch_bulk_sent.  If there is no place for them any more, they and
 * the word are lost.
 * [optional: ARCH_BULK]  context: thread.  cost: waits for room, if ARCH_BULK_PLACES are
 * under way.  order: (b); but later writes to that core may be seen before the word.
 */
void arch_bulk_send(uint32_t rank, const void *from, size_t n, uint32_t offset,
		    uint32_t value);

/*
 * Returns when all pieces but the last `but` have left this core's memory.
 * [optional: ARCH_BULK]  context: thread.  cost: waits for the other nodes' vehicles.
 */
void arch_bulk_sent(uint32_t but);

/*
 * Closes all places.  Afterwards nobody writes there.  [optional: ARCH_BULK]
 * context: thread.  cost: waits for pieces that are coming.
 */
void arch_bulk_close(void);
#else
static inline bool arch_bulk(uint32_t rank)
{
	(void)rank;
	return false;
}
#endif

#endif
