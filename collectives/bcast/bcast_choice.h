/* SPDX-License-Identifier: Apache-2.0 */
/* The candidates of weft_bcast, and what each would cost. */
#ifndef COLLECTIVES_BCAST_CHOICE_H
#define COLLECTIVES_BCAST_CHOICE_H

#include "collectives/choose.h"

enum {
	BCAST_TINY = 28,   /* bytes that fit a line beside a word */
	BCAST_SHORT = 256, /* that a slot of several lines takes */
};

/* Is that what tiny ones do here?  Where gets are dear, trees of puts are better. */
#define BCAST_SLOTS (ARCH_REMOTE_AWAIT || ARCH_GET_COST <= 200)

/* bcast_tiny.c: of the form that this port can best. */
ARCH_COLD uint32_t bcast_tiny_cost(uint32_t bytes, uint32_t count);

/* bcast_short.c; where ARCH_REMOTE_AWAIT */
ARCH_COLD uint32_t bcast_short_cost(uint32_t bytes, uint32_t count);

/* bcast_striped.c */
uint32_t bcast_striped_cost(uint32_t bytes, uint32_t count);

/* ocbcast.c: with the run's degree. */
int bcast_ocbcast(void *data, size_t bytes, weft_rank_t root, weft_us_t within);

/* Thread.  Slow: kept by weft_bcast for each class of sizes. */
ARCH_COLD const struct choose_candidate *bcast_choice(uint32_t bytes);

#endif
