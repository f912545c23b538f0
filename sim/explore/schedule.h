/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A schedule as text: where it differs from the usual one.
 *
 *     c0@5:i0,w0-1@0:c1
 *
 * When core 0 would, for the sixth time, go on, an interrupt is taken at core 0
 * first; when the first write of core 0 to core 1 would land, core 1 goes on
 * first.  c: a core, i: its interrupt, t: its timer or deadline, w: a write that
 * lands.  "usual" is the usual one itself.
 */
#ifndef SIM_EXPLORE_SCHEDULE_H
#define SIM_EXPLORE_SCHEDULE_H

#include <stdint.h>

#define SCHEDULE_MOST 4096

struct deviation {
	uint32_t usual,
		nth;     /* instead of this, after it was done so often .. */
	uint32_t choice; /* .. this */
};

struct schedule {
	uint32_t n;
	struct deviation at[SCHEDULE_MOST];
};

extern struct schedule schedule; /* by which is played */

void schedule_read(const char *text); /* or death */
void schedule_print(int fd);
void schedule_of_tape(void);

/* What to do in place of the usual. */
uint32_t schedule_choice(uint32_t usual, uint32_t nth, uint64_t enabled);

#endif
