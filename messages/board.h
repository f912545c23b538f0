/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The notice board: one core tells all others that it has something for them.
 *
 * A board is a byte a core, in the MPB of a core in the middle of the chip, the hub.
 * A core that has something for all counts its byte up and interrupts; who is
 * interrupted looks at the board and knows whose news there is.  So telling is an
 * interrupt and no more, and it does not matter whose.  Where a store interrupts many,
 * the core that has news tells all; elsewhere a core that is told goes on telling,
 * before it looks at the news, by the tree in which the last one is told soonest
 * (LogP: whoever is free first tells one more).
 *
 * A byte is a hint, and none is missed as long as a core counts less than 256 times
 * between two looks of any other; a client sees to that, say by credit
 * (models/board.pml).  A core that sees a byte change before it is interrupted passes
 * that on all the sooner.  A core that has stopped passes nothing on: so clients
 * look at each tick, too, and interrupt all others themselves once they know
 * (board_count).  If it is the hub that has stopped, its MPB can still be read and
 * written.
 *
 * MPB: board_bytes(), on each core, used on the hub; two lines for 48 cores on the
 * SCC.  Up to BOARD_CORES.  Cost of a look: a line read for every 32 cores, first the
 * one that last said something.  For chips on which bytes of many writers may lie
 * side by side (BOARD_FITS).  Inside the gate; no waiting.
 */
#ifndef MESSAGES_BOARD_H
#define MESSAGES_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "messages/turns.h"
#include "runtime/unit.h"
#include "topology/shape.h"

enum {
	BOARD_FITS = ARCH_FLAG_STRIDE == 4,
	BOARD_CORES = 64,
	BOARD_NOBODY = 0xffff,
};

struct board {
	uint32_t me, count;
	uint32_t hub, offset; /* where it is */
	uint32_t words;       /* of it, in use */
	uint32_t recent;      /* the line that last said something, .. */
	uint32_t begun, line; /* .. that a look began with; the next of it */
	uint8_t counted;      /* what my byte says */
	union {
		uint32_t word[BOARD_CORES / sizeof(uint32_t)];
		uint8_t byte[BOARD_CORES];
	} seen; /* bytes as they were at the last look */
	struct shape_node tree[BOARD_CORES]; /* who tells whom */
};

/* Bytes of the MPB for so many cores. */
SHARED ARCH_COLD uint32_t board_bytes(uint32_t count);

/* At start: it is there, all zeroes. */
SHARED ARCH_COLD void board_place(struct board *board, uint32_t offset);

/* This core has something for all others, which has landed: tell them. */
SHARED void board_tell(struct board *board);

/* The same, but nobody is interrupted: that is the caller's work. */
SHARED void board_count(struct board *board);

/*
 * Look at a line of the board; what is new there is passed on first.  Returns a core
 * that has something, or BOARD_NOBODY; if there are several, the others have been
 * marked in `turns`.
 */
SHARED uint32_t board_look(struct board *board, struct turns *turns);

/* Is there another line to be looked at in this round? */
static inline bool board_more(const struct board *board)
{
	return board->line != board->begun;
}

/* All lines have been: the next round begins with the line that said something. */
static inline void board_end(struct board *board)
{
	board->line = board->begun = board->recent;
}

#endif
