/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The notice board: one core tells all others that it has something for them.
 *
 * A board has one byte for each core.  It lies in the MPB of the hub, a core in the
 * middle of the chip.  A core that has something for all others adds one to its byte and
 * interrupts them.  An interrupted core reads the board and finds the bytes that have
 * changed, so it does not matter which core has interrupted it.
 *
 * Where one store interrupts many cores, the core that has news interrupts all.
 * Elsewhere the news goes down a tree: each core that is told interrupts others before
 * it looks at the news itself.  The tree is the one in which the last core is told
 * soonest (R. Karp et al., SPAA 1993: every core that has been told goes on telling).
 *
 * A byte is a hint.  None is missed if a core counts less than 256 times between two
 * looks of any other core; the client ensures that, for example by credit
 * (models/board.pml).  A core that sees a changed byte before it is interrupted passes
 * the news on at once.  A core that has stopped passes nothing on.  For this reason
 * clients also look at each tick, and interrupt all cores themselves once they know
 * of the stop (board_count).  The MPB of a hub that has stopped can still be read and
 * written.
 *
 * MPB: board_bytes() on each core, of which only the hub's are used; two lines for 48
 * cores on the SCC.  At most BOARD_CORES cores.  Cost of a look: one line for every 32
 * cores, beginning with the line that changed last.  Only for chips on which bytes
 * with different writers may lie side by side (BOARD_FITS).  All functions are called
 * inside the gate and do not wait.
 */
#ifndef COLLECTIVES_ABCAST_BOARD_H
#define COLLECTIVES_ABCAST_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "collectives/abcast/turns.h"
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
	uint8_t counted;      /* what this core's byte says */
	union {
		uint32_t word[BOARD_CORES / sizeof(uint32_t)];
		uint8_t byte[BOARD_CORES];
	} seen; /* bytes as they were at the last look */
	struct shape_node tree[BOARD_CORES]; /* who tells whom */
};

/* Returns the bytes of the MPB for so many cores. */
SHARED ARCH_COLD uint32_t board_bytes(uint32_t count);

/* At start: the board begins at that offset; its bytes are 0. */
SHARED ARCH_COLD void board_place(struct board *board, uint32_t offset);

/* Tells all other cores that this core has something, which has landed. */
SHARED void board_tell(struct board *board);

/* Counts on the board only; the caller interrupts the others itself. */
SHARED void board_count(struct board *board);

/*
 * Looks at one line of the board, and first passes on what is new there.  Returns a
 * core that has something, or BOARD_NOBODY.  If there are several such cores, it marks
 * the others in `turns`.
 */
SHARED uint32_t board_look(struct board *board, struct turns *turns);

/* Tells whether this round has another line to look at. */
static inline bool board_more(const struct board *board)
{
	return board->line != board->begun;
}

/* The round is over; the next one begins with the line that changed last. */
static inline void board_end(struct board *board)
{
	board->line = board->begun = board->recent;
}

#endif
