/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces that are combined on their way (weft/started.h). */
#ifndef COLLECTIVES_STARTED_ASKED_COMBINE_H
#define COLLECTIVES_STARTED_ASKED_COMBINE_H

#include "collectives/reduce/elements.h"
#include "collectives/started/asked.h"

enum {
	COMBINE_PIECE = 512 /* bytes of a piece at most */
};

/* Where a piece is combined, by one round or call at a time. */
struct combine_room {
	_Alignas(16) char piece[COMBINE_PIECE];
};
extern struct combine_room combine_sum, combine_other;

/*
 * A tree, or a row, of partial results: call->below are who is asked, the lower rank first,
 * call->root is who asks this core or WEFT_TEAM_NOBODY, call->send are its elements, and
 * call->recv, if it has a base, is where what is combined goes; or what comes from
 * below[0], with call->before.
 */
extern const struct asked_way combine_upwards;
uint32_t combine_below(const struct asked *a, const struct asked_call *c,
		       uint32_t step);

/*
 * asked_reduce_scatter.c: an allreduce by shares of the elements, of arguments that are
 * right: each core combines its own, then all ask all for theirs.  Cold: once a call,
 * it only sets up two.
 */
ARCH_COLD int combine_shares(const struct elements *e,
			     struct weft_request *request);

#endif
