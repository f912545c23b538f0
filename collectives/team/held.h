/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A row of places for pieces of memory that stay open (arch_bulk_hold): the receiver's side of
 * short pieces from one other core.  Pieces have numbers; some follow each other before the
 * first has been taken.  A sender needs no leave for piece n if it knows that piece
 * n - HELD_DEPTH has been taken.
 */
#ifndef COLLECTIVES_TEAM_HELD_H
#define COLLECTIVES_TEAM_HELD_H

#include <stdint.h>

#include "arch/bulk.h"

enum {
	HELD_BYTES = 1 << 16, /* of a piece, at most */
	HELD_DEPTH = 2,       /* pieces */
};

struct held {
	uint32_t from;   /* the other core */
	uint32_t flag;   /* offset: the number of the last piece here */
	uint32_t opened; /* number of the last one that has a place */
	char *room;      /* HELD_DEPTH times HELD_BYTES; null: there are none */
};

#if ARCH_BULK
static inline char *held_at(const struct held *h, uint32_t number)
{
	return h->room + (number & (HELD_DEPTH - 1)) * HELD_BYTES;
}

/* That one and all before it have been taken, or given up by all who may come for them. */
static inline void held_taken(struct held *h, uint32_t number)
{
	while ((int32_t)(number + HELD_DEPTH - h->opened) > 0) {
		h->opened++;
		arch_bulk_hold(h->from, h->flag, h->opened,
			       held_at(h, h->opened), HELD_BYTES);
	}
}
#else
static inline char *held_at(const struct held *h, uint32_t number)
{
	(void)number;
	return h->room;
}

static inline void held_taken(struct held *h, uint32_t number)
{
	(void)h;
	(void)number;
}
#endif

#endif
