/* SPDX-License-Identifier: Apache-2.0 */
/* What the two halves of the test of events share. */
#ifndef TESTS_EVENT_H
#define TESTS_EVENT_H

#include <weft/weft.h>

enum {
	TURNS = 100,
	MANY = 20, /* notifications in a row */
};

extern uint32_t me, cores, next, prev;
extern uint32_t word; /* a flag of each core, for data and to meet at */

static inline void all_meet(void)
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* Wait until the count says so many; one more would be seen by who calls. */
bool reaches(weft_event_t e, uint32_t count);

/* event_count.c: who notifies whom, and what is counted where. */
bool bound(void);
bool merged(void);
bool replayed(void);
bool posts_meet(void);
bool all_pairs(void);

#endif
