/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gather, scatter, allgather, all-to-all: blocks of bytes that move between the cores
 * of a team.
 *
 * Collective: all cores of the team call, with the same size, root and team.  A buffer
 * of many blocks holds them by rank in the team: block i begins at i times `bytes`, or,
 * in the forms with a v, at at[i] and has count[i] bytes, which may be 0.  Counts and
 * places are in bytes, MPI's counts and displacements times the size of an element.  The
 * blocks of one buffer do not overlap.  The order of arguments is MPI's.
 *
 * WEFT_IN_PLACE in place of a pointer: what the core has for itself is where it
 * belongs already, in the other buffer.
 *
 * Errors, before anything moves: WEFT_ERR_NULL, WEFT_ERR_RANK; WEFT_ERR_SIZE for blocks that
 * are longer together than memory can be.  With DEBUG=1
 * WEFT_ERR_MISMATCH; it does not compare the counts of forms with a v.  If those do not
 * agree, what two cores have in common is moved, and nothing is written beyond a block.
 * WEFT_ERR_TIMEOUT: some core did not take part in time; the team cannot be used again.
 * Thread.
 *
 * How: blocks go through the chunk buffers, which other cores write and read one-sided;
 * barriers of the team say when.  No words of their own in the MPB; no memory.  All
 * cores return when the last one has its data, or a little before.
 *
 *   short: all blocks of a receiver, or of the scatter's root, are in one MPB at once,
 *          and are read from there in one copy.  Two or three barriers.
 *   long:  pieces, in rounds with a barrier each; while one chunk buffer is read the
 *          other one is filled.  So each byte is written to an MPB once and read once
 *          by each core that gets it, by all cores at the same time.
 *
 * The short one is taken where it fits the chunk buffers.  On ports where a get is dear
 * the cores that have data write, in long ones too, to where those are read.
 *
 * All-to-all goes by a schedule in which in each step all cores work in pairs
 * (topology/latin.h), so that never two send to one.
 */
#ifndef WEFT_GATHER_H
#define WEFT_GATHER_H

#include <weft/team.h>

#ifdef __cplusplus
extern "C" {
#endif

extern char weft_in_place;
#define WEFT_IN_PLACE ((void *)&weft_in_place)

/*
 * `bytes` from each core to the root, a rank of the team.  `recv` may be null
 * elsewhere.  In place: `send` at the root.
 */
int weft_gather(const void *send, void *recv, size_t bytes, weft_rank_t root,
		struct weft_team *team, weft_us_t within);

/*
 * The same of blocks that differ.  `bytes` is what this core sends; recv, count and at
 * are the root's alone.  In addition a broadcast of one word.
 */
int weft_gatherv(const void *send, size_t bytes, void *recv,
		 const size_t *count, const size_t *at, weft_rank_t root,
		 struct weft_team *team, weft_us_t within);

/*
 * `bytes` from the root to each core.  `send` may be null elsewhere.  In place: `recv`
 * at the root.
 */
int weft_scatter(const void *send, void *recv, size_t bytes, weft_rank_t root,
		 struct weft_team *team, weft_us_t within);

/* As weft_gatherv: `bytes` is what this core receives; send, count, at are the root's. */
int weft_scatterv(const void *send, const size_t *count, const size_t *at,
		  void *recv, size_t bytes, weft_rank_t root,
		  struct weft_team *team, weft_us_t within);

/* `bytes` from each core to all.  In place: `send`. */
int weft_allgather(const void *send, void *recv, size_t bytes,
		   struct weft_team *team, weft_us_t within);

/* The same of blocks that differ; count and at are the same on all cores. */
int weft_allgatherv(const void *send, size_t bytes, void *recv,
		    const size_t *count, const size_t *at,
		    struct weft_team *team, weft_us_t within);

/*
 * Block j of core i becomes block i of core j; `bytes` is the size of a block.  In
 * place: `send`; the blocks are taken from recv.
 */
int weft_alltoall(const void *send, void *recv, size_t bytes,
		  struct weft_team *team, weft_us_t within);

/*
 * The same of blocks that differ.  In place send_count and send_at are not looked at, and
 * blocks i of core j and j of core i must be of one size.  In addition an allreduce of
 * one word.
 */
int weft_alltoallv(const void *send, const size_t *send_count,
		   const size_t *send_at, void *recv, const size_t *recv_count,
		   const size_t *recv_at, struct weft_team *team,
		   weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
