/* SPDX-License-Identifier: Apache-2.0 */
/* Which broadcast for which size: of all cores, or of a team. */
#ifndef COLLECTIVES_BCAST_CHOICE_H
#define COLLECTIVES_BCAST_CHOICE_H

#include "collectives/bcast/bcast.h"

#ifndef ARCH_SHORT_BYTES
#define ARCH_SHORT_BYTES 256
#endif

enum {
	BCAST_TINY = 28, /* bytes that fit a line beside a word */
	/* That a slot of several lines takes; a team's, and the largest of the world's. */
	BCAST_SHORT = 256,
	BCAST_LONGEST_SHORT = ARCH_SHORT_BYTES,
	/*
	 * The most that may go as lines with a word in each, where a line costs more than
	 * the calls for it (tiny_most): above 6 lines it is a part that `short` sends that is
	 * faster.
	 */
	BCAST_LINES = ARCH_REMOTE_AWAIT && BCAST_LONGEST_SHORT <= BCAST_SHORT
			      ? 6 * ARCH_LINE
			      : BCAST_TINY,

	/* Classes of sizes: tiny; then two for each octave of lines. */
	BCAST_LAST_OCTAVE =
		17, /* longer than 2^17 lines is chosen as 2^17 are */
	BCAST_CLASSES = 2 * BCAST_LAST_OCTAVE + 2,
};

/* The class of a size, and the largest size of that class. */
uint32_t bcast_class(size_t bytes, uint32_t *largest);

/* Thread.  Slow: kept by weft_bcast for each class of sizes. */
ARCH_COLD bcast_fn *bcast_choice(uint32_t bytes);

/* The same for another team, from its objects: a place in bcast_forms. */
ARCH_COLD uint32_t bcast_choice_on(void *const *objects, uint32_t bytes,
				   uint32_t count);

#endif
