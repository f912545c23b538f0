/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scans: what the elements of a core and of all ranks before it combine to.  And
 * reductions whose result is scattered.
 *
 * Collective: all cores of the team call with the same operation, and the same counts.
 * Elements are combined in the order of their ranks, as by weft_reduce: operations need not
 * commute, and the same call gives the same bits each time.  Errors, context and
 * DEBUG=1 are as in weft/reduce.h; counts may be 0.
 *
 * Short ones are an exchange, as short reductions are: who combines all ranks' values
 * group by group also knows what the groups before its own combine to.
 *
 * Long ones go chunk by chunk.  Scans: each core puts a chunk into its own MPB.
 * After a barrier each takes its share of it from all MPBs in turn, combines,
 * and leaves in each the part that is for that rank.  After another barrier
 * each gets its own chunk back.  Scattered reductions: each core puts a piece
 * for each rank into its own MPB; after a barrier each gets its own pieces from
 * all and combines them; and another barrier.  MPB: as weft/reduce.h.
 */
#ifndef WEFT_SCAN_H
#define WEFT_SCAN_H

#include <weft/reduce.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Combines those of ranks 0 to this core's.  `send` may be `recv`. */
int weft_scan(const void *send, void *recv, size_t count,
	      const struct weft_op *op, struct weft_team *team,
	      weft_us_t within);

/* Combines those of the ranks before this core's; rank 0 writes nothing. */
int weft_exscan(const void *send, void *recv, size_t count,
		const struct weft_op *op, struct weft_team *team,
		weft_us_t within);

/*
 * Each core's elements are one block of `count` for each rank, one behind the other; rank
 * r gets what all blocks r combine to.  `send` may be `recv`: the result is at its
 * beginning then, and a core's own block and what was there are lost.
 */
int weft_reduce_scatter_block(const void *send, void *recv, size_t count,
			      const struct weft_op *op, struct weft_team *team,
			      weft_us_t within);

/* The same with blocks of counts[r] elements. */
int weft_reduce_scatter(const void *send, void *recv, const size_t *counts,
			const struct weft_op *op, struct weft_team *team,
			weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
