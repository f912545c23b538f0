/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words that count over all calls of a run, and their age.
 *
 * A word is compared modulo 2^32 (runtime/wait.h).  A word that nobody has written
 * while its readers counted 2^31 further would look as if it were ahead.  So each
 * collective whose words may rest (a core that is always root, a child that later
 * trees do not have) has all cores of its team write their own every 2^30 counts, between two
 * barriers, when no other core writes them.
 */
#ifndef COLLECTIVES_WORDS_H
#define COLLECTIVES_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/small.h"
#include "collectives/barrier/barrier.h"

/* Has the count gone so far since the words were last written by their owners? */
static inline bool words_are_old(uint32_t count, uint32_t refreshed)
{
	return count - refreshed >= UINT32_C(1) << 30;
}

/*
 * On every core of the team alike: a barrier, preset() for the own words of that object,
 * a barrier.  WEFT_OK or what a barrier ended in; `deadline` is on arch_cycles' scale.
 * Thread.
 */
struct words {
	struct barrier_best *barrier; /* of the team */
	void (*preset)(void *of);
	void *of;
};

ARCH_COLD int words_refresh(const struct words *words, uint64_t deadline);

#endif
