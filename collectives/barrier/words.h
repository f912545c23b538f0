/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words that count over all calls of a run, and how to refresh them.
 *
 * A word is compared modulo 2^32 (runtime/wait.h).  If nobody writes a word while
 * its readers count 2^31 further, it looks as if it were ahead of them.  A word may
 * remain unwritten for long: that of a core that is always the root, or of a child
 * that later trees do not have.  So each collective with such words has all cores
 * of its team write their own every 2^30 counts, between two barriers, when no
 * other core writes them.
 */
#ifndef COLLECTIVES_BARRIER_WORDS_H
#define COLLECTIVES_BARRIER_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/small.h"
#include "collectives/barrier/barrier.h"

/* Tells whether 2^30 counts have passed since the words were last refreshed. */
static inline bool words_are_old(uint32_t count, uint32_t refreshed)
{
	return count - refreshed >= UINT32_C(1) << 30;
}

/*
 * Refreshes the words of an object: a barrier, preset() for this core's words, a
 * barrier.  All cores of the team call it.  Returns WEFT_OK or the error of a
 * barrier; `deadline` is on arch_cycles' scale.  Thread.
 */
struct words {
	struct barrier_best *barrier; /* of the team */
	void (*preset)(void *of);
	void *of;
};

ARCH_COLD int words_refresh(const struct words *words, uint64_t deadline);

#endif
