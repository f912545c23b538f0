/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How far all cores of the run have come, known to rank 0: two levels of counts.
 *
 * Ranks are in groups of eight in a row.  Each core writes its count at the first core of
 * its group, and each first core what the least of its group is, at rank 0.  Counts are
 * compared modulo 2^32 and never fall.  For ports where rank 0 can answer all cores by one
 * request (arch/multicast.h), so that only the way up takes time.
 */
#ifndef COLLECTIVES_ARRIVALS_H
#define COLLECTIVES_ARRIVALS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"

enum {
	ARRIVALS_SHIFT = 3,
	ARRIVALS_GROUP = 1 << ARRIVALS_SHIFT,
};

struct arrivals {
	uint32_t
		cores; /* flags at a group's first core, one for each of the group */
	uint32_t firsts; /* flags at rank 0, one for each group */
};

/* At start: the bytes of every MPB that it needs, and where they are. */
ARCH_COLD uint32_t arrivals_bytes(uint32_t count);
ARCH_COLD void arrivals_place(struct arrivals *own, uint32_t offset);

/* This core's own words, all of which others write, count from there on. */
ARCH_COLD void arrivals_preset(const struct arrivals *own, uint32_t value);

static inline bool arrivals_first(void)
{
	return (arch_rank() & (ARRIVALS_GROUP - 1)) == 0;
}

/* By who is not a first core: I have come so far.  Thread. */
void arrivals_tell(const struct arrivals *own, uint32_t value);

/*
 * By a first core: waits until its group, at rank 0 all groups, have come to `need`.
 * *least is how far I have come myself; on return how far the least has that
 * I know of, and so does rank 0.  WEFT_OK or WEFT_ERR_TIMEOUT.  Thread.
 */
int arrivals_gather(const struct arrivals *own, uint32_t need, uint32_t *least,
		    uint64_t deadline);

#endif
