/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Started broadcasts, reductions and scans of any size: they move piece by piece while the
 * application computes.
 *
 * When they go on, end and may be waited for is as weft/started.h says, beside whose
 * collectives, and those of weft/gather_start.h, they may be under way.  Of these and of
 * weft/gather_start.h's a team has up to WEFT_STARTED_MOST; an allreduce counts as two.
 * They end in the order of their starts.  `send` and `recv` are the library's until then:
 * nothing is copied by the call, but a core's own block in a scattered reduction.
 *
 * Elements are combined in the order of their ranks, in groups that depend on the team's
 * size, the root and the count alone.  An operation whose `in_handler` is set is called by
 * handlers; others by the thread, in weft_test, weft_wait and starts.  `send` may be
 * `recv`, but in scattered reductions; else they do not overlap.
 *
 * Errors: those of weft_reduce and so on; WEFT_ERR_STATE for a request in use; WEFT_ERR_SIZE
 * for 1 GB and more; WEFT_ERR_SPACE for an element that is longer than a piece: in the
 * world a 32nd of a window, in other teams a 128th, 512 bytes at most; WEFT_ERR_LIMIT as
 * weft/gather_start.h.  From weft_wait WEFT_ERR_MISMATCH: cores have more or fewer bytes of
 * elements than others, request->peer for one.  Of an allreduce all cores return it; of a
 * reduction the one that asks such a core and all above it, so the root; of a broadcast or a scan
 * the one that asks and all behind it; of a scattered reduction who gets a block that others have
 * longer or shorter.  Other cores return WEFT_OK, and the result is of no use to them either.
 * The team's next collectives are not concerned.  Thread.
 *
 * Up to weft_started_bytes(team) those of weft/started.h take less time, and no asks.
 *
 * How: broadcasts and reductions go along a binary tree whose top is the root, and whose
 * cores have lower ranks on the left and higher ones on the right, so that values come in
 * order.  A core asks those below it, or the one above it, for piece after piece, as
 * weft/gather_start.h says.  It takes what those below have only when the one above has
 * asked for it: it combines them with its own piece and gives them in one go, so there is
 * no buffer of partial results.  An allreduce is a reduction to rank 0 and a broadcast; from
 * 64 bytes for each core of the team on it is a scattered reduction, and then all ask all
 * for its blocks (R. Rabenseifner, ICCS 2004, section 2).
 * Scans go from rank to rank.  A scattered reduction asks all cores for their blocks, from
 * the next ranks outwards.
 * MPB: that of weft/gather_start.h; 1 KB of memory.
 */
#ifndef WEFT_STARTED_LONG_H
#define WEFT_STARTED_LONG_H

#include <weft/started.h>

#ifdef __cplusplus
extern "C" {
#endif

int weft_team_bcast_long_start(void *data, size_t bytes, weft_rank_t root,
			       struct weft_team *team,
			       struct weft_request *request);

int weft_reduce_long_start(const void *send, void *recv, size_t count,
			   const struct weft_op *op, weft_rank_t root,
			   struct weft_team *team,
			   struct weft_request *request);

int weft_allreduce_long_start(const void *send, void *recv, size_t count,
			      const struct weft_op *op, struct weft_team *team,
			      struct weft_request *request);

int weft_scan_long_start(const void *send, void *recv, size_t count,
			 const struct weft_op *op, struct weft_team *team,
			 struct weft_request *request);

/* Nothing is written at rank 0. */
int weft_exscan_long_start(const void *send, void *recv, size_t count,
			   const struct weft_op *op, struct weft_team *team,
			   struct weft_request *request);

/* `send` has a block of `count` elements for each rank. */
int weft_reduce_scatter_block_start(const void *send, void *recv, size_t count,
				    const struct weft_op *op,
				    struct weft_team *team,
				    struct weft_request *request);

/*
 * The same with blocks of counts[r] elements.  The list, too, is the library's until then.
 * Each answer adds up the counts before its block, so the form above is cheaper.
 */
int weft_reduce_scatter_start(const void *send, void *recv,
			      const size_t *counts, const struct weft_op *op,
			      struct weft_team *team,
			      struct weft_request *request);

#ifdef __cplusplus
}
#endif
#endif
