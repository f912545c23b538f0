/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One write to many windows: an optional part of the port contract, beside arch/arch.h.
 * A port whose network copies a packet where its ways part says in its arch_port.h
 *
 *  ARCH_MULTICAST  1: the two functions below exist
 *
 * The targets are the cores of ranks first .. first + n - 1, without the caller: it may be
 * among them, and its own window stays as it is.  A range that holds nobody else is
 * allowed and does nothing.  Any range will do; it costs a request for each rectangle of
 * tiles that the port makes of it, and ranks that are laid row by row make three at most.
 *
 * One multicaster.  Paths of two cores' multicasts may wait for each other for good, and
 * no port can see that.  So the caller's protocol sees to it: a core multicasts only if
 * every other core that ever did has returned from arch_quiet since, and it knows of
 * that.  weft keeps this simply: in weft's own code rank 0 multicasts and nobody else.
 *
 * Order.  A target sees a multicast as what arch_put, or arch_flags_write, would write to it
 * alone, with one difference: rule (a) does not hold from one arch_multicast to the next, so
 * that they can be under way together.  All other writes of this core, arch_multicast_words
 * among them, are seen after all multicasts before; arch_multicast is seen after all writes
 * of this core before that are no multicasts.  So words follow data without a call between,
 * as in rule (b); but data may be seen before words of an earlier call.
 * arch_quiet, and arch_settle of a target, return when all multicasts are visible at all
 * their targets: each target acknowledges, and the port counts.
 *
 * Cost: a request, beside what an acknowledgement from the farthest target takes for
 * who must wait for it: that is the next write of another kind.
 */
#ifndef WEFT_ARCH_MULTICAST_H
#define WEFT_ARCH_MULTICAST_H

#include "arch/arch.h"

#ifndef ARCH_MULTICAST
#define ARCH_MULTICAST 0
#endif

#if ARCH_MULTICAST
/*
 * Copy `bytes` bytes, at least 1, of private memory or of my own window into window 0 of all
 * these cores.  Any alignment; it is fast where src and offset are equal modulo
 * ARCH_LINE.  The source may be reused on return.  [optional: ARCH_MULTICAST]
 * context: thread.  cost: bulk.  order: (b), (d), and as above.
 */
void arch_multicast(uint32_t first, uint32_t n, uint32_t offset,
		    const void *src, size_t bytes);

/*
 * Write 1 to ARCH_LINE / 4 words to window 0 of all these cores.  They lie in one line
 * (ARCH_LINE), and each target sees all of them at once.  A core that waits for one
 * of them is woken.  [optional: ARCH_MULTICAST]
 * context: thread.  cost: near.  order: (a), (b), (d).
 */
void arch_multicast_words(uint32_t first, uint32_t n, uint32_t offset,
			  const uint32_t *words, uint32_t count);
#endif

#endif
