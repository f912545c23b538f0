/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A notifier: how a client tells other cores that it has something for them, and finds
 * out who has something for this core.
 *
 * There are two ways.  By *bells* (messages/notify.h) a core tells each of the others by
 * itself; who has rung is passed to the client's notified().  By a *notice board*
 * (board.h) a core counts once, and cores that are told tell others; this takes
 * up less of the core, but always tells all cores.  A client chooses at start.  From then
 * on it calls the same functions either way.
 *
 * All functions are called inside the gate, or with interrupts masked, and do not
 * wait.  What the told cores are to see must have landed before (arch_settle).
 */
#ifndef COLLECTIVES_ABCAST_NOTIFIER_H
#define COLLECTIVES_ABCAST_NOTIFIER_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "collectives/abcast/board.h"
#include "messages/notify.h"
#include "collectives/abcast/turns.h"
#include "runtime/bell.h"

enum {
	/* A look at the board is a get: boards are for chips where gets are cheap. */
	NOTIFIER_BOARDS = BOARD_FITS && ARCH_GET_COST <= 200,
};

struct notifier {
	struct board *board; /* null: bells */
	uint32_t channel;    /* of the bells: for the client's struct rt_part */
};

static inline bool notifier_has_board(const struct notifier *notifier)
{
	return NOTIFIER_BOARDS && notifier->board;
}

/* At start: by that board, which has been placed, or, if it is null, by bells. */
static inline void notifier_place(struct notifier *notifier,
				  struct board *board)
{
	notifier->board = board;
	rt_bells_used |= !board;
}

/* Tells n cores from `first` on, in cyclic order; with a board, all that there are. */
static inline void notifier_tell(const struct notifier *notifier,
				 uint32_t first, uint32_t n)
{
	if (notifier_has_board(notifier)) {
		board_tell(notifier->board);
	} else {
		notify_ring(first, n, notifier->channel);
	}
}

/* Tells those in a list by itself: a core that would pass it on may have stopped. */
ARCH_COLD void notifier_tell_each(const struct notifier *notifier,
				  const uint16_t *list, uint32_t n);

/*
 * In a round, again and again until notifier_more is false: returns a core that
 * has something, as the board says, or BOARD_NOBODY; further ones are marked in `turns`.
 * What bells say has come by notified() already.  notifier_end ends the round.
 */
static inline uint32_t notifier_look(const struct notifier *notifier,
				     struct turns *turns)
{
	return notifier_has_board(notifier) ? board_look(notifier->board, turns)
					    : BOARD_NOBODY;
}

static inline bool notifier_more(const struct notifier *notifier)
{
	return notifier_has_board(notifier) && board_more(notifier->board);
}

static inline void notifier_end(const struct notifier *notifier)
{
	if (notifier_has_board(notifier)) {
		board_end(notifier->board);
	}
}

#endif
