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
#include "messages/notify.h"
#include "runtime/progress.h"
#include "topology/arith.h"
#include "topology/bits.h"
#include "topology/shape.h"

enum {
	BOARD_FITS = ARCH_FLAG_STRIDE == 4,
	BOARD_CORES = 64,
	BOARD_NOBODY = 0xffff,
	BOARD_WORD = sizeof(uint32_t), /* so many cores */
	BOARD_AT_ONCE = 8,             /* words compared at once */
	BOARD_PIECE = 32, /* bytes of these: a board is a multiple */
	/* Words that are read at once: a line's, if that is so long. */
	BOARD_WORDS = ARCH_LINE > BOARD_PIECE ? ARCH_LINE / 4 : BOARD_AT_ONCE,
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
ARCH_COLD uint32_t board_bytes(uint32_t count);

/* At start: the board begins at that offset; its bytes are 0. */
ARCH_COLD void board_place(struct board *board, uint32_t offset);

/* This core, which has that place in the tree of `from`, tells those below it. */
static inline void board_pass_on(const struct board *board, uint32_t from,
				 uint32_t place)
{
	const struct shape_node *node = &board->tree[place];

	if (node->children > 0) {
		notify_interrupt(arith_add_mod(from, node->first, board->count),
				 node->children);
	}
}

/* Counts on the board only; the caller interrupts the others itself. */
void board_count(struct board *board);

/* Tells all other cores that this core has something, which has landed. */
static inline void board_tell(struct board *board)
{
	board_count(board);
	board_pass_on(board, board->me, 0);
}

/* Which of these words are not as they were?  All at once: few are. */
static inline uint32_t board_changed(const uint32_t *word, const uint32_t *was)
{
	uint32_t set = 0;

#pragma GCC unroll 8
	for (uint32_t i = 0; i < BOARD_AT_ONCE; i++) {
		set |= (uint32_t)(word[i] != was[i]) << i;
	}
	return set;
}

/* In that word.  Returns a core that has something, one of them, or `other`. */
static inline uint32_t board_answer(struct board *board, struct turns *turns,
				    uint32_t at, uint32_t now, uint32_t other)
{
	const uint8_t *byte = (const uint8_t *)&now;

	for (uint32_t core = at * BOARD_WORD;
	     core < at * BOARD_WORD + BOARD_WORD; core++) {
		if (*byte++ == board->seen.byte[core]) {
			continue;
		}
		if (core == board->me) {
			continue; /* that is no news */
		}
		/* The others hear of it before it is looked at. */
		board_pass_on(board, core,
			      arith_sub_mod(board->me, core, board->count));
		if (other != BOARD_NOBODY) {
			turns_mark(turns, other);
			rt_merged++;
		}
		other = core;
	}
	board->seen.word[at] = now; /* before what it tells of is looked at */
	return other;
}

/*
 * Looks at one line of the board, and first passes on what is new there.  Returns a
 * core that has something, or BOARD_NOBODY.  If there are several such cores, it marks
 * the others in `turns`.
 */
static inline uint32_t board_look(struct board *board, struct turns *turns)
{
	uint32_t at = board->line, core = BOARD_NOBODY;
	uint32_t n = board->words - at < BOARD_WORDS ? board->words - at
						     : BOARD_WORDS;
	uint32_t word[BOARD_WORDS];

	arch_flags_read(word, board->hub, board->offset + at * BOARD_WORD, n);
	for (uint32_t i = 0; i < n; i += BOARD_AT_ONCE) {
		uint32_t set =
			board_changed(&word[i], &board->seen.word[at + i]);

		for (; set; set &= set - 1) {
			uint32_t j = i + bits_lowest(set);

			core = board_answer(board, turns, at + j, word[j],
					    core);
		}
	}
	if (core != BOARD_NOBODY) {
		board->recent = at;
		rt_worked = true;
	}
	board->line = at + BOARD_WORDS < board->words ? at + BOARD_WORDS : 0;
	return core;
}

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
