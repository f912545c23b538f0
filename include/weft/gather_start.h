/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Started gather, scatter, allgather and all-to-all: blocks of any size that move while
 * the application computes.
 *
 * What they do, their buffers, arguments and errors are those of weft/gather.h; when they
 * go on, end and may be waited for is as weft/started.h says, beside whose collectives
 * they may be under way: up to WEFT_STARTED_MOST of a team; they end in the order of
 * their starts, and one more waits for room.  The request becomes COMPLETE when what
 * this core gets is there, and what others get of it has left it.  Until then buffers,
 * counts and places are the library's.  A core's block for itself is copied by the call.
 *
 * Also WEFT_ERR_STATE for a request in use; WEFT_ERR_SIZE for blocks of 1 GB and more; and
 * WEFT_ERR_LIMIT where the MPB has no room for two words for each core: with 8 KB above 128
 * cores, and in teams but the world above 64.  WEFT_ERR_MISMATCH comes from weft_wait: a
 * core had more or less for this one than was asked for.  What both have in common has been
 * moved; what others get is not concerned.  A core that never starts one makes waits of
 * those that want something of it time out.  Thread.
 *
 * How: a core that gets blocks has room for a few pieces in its MPB.  It asks core after core
 * for a piece, by two words and an interrupt.  Who is asked puts the piece there, by its
 * handler if it computes, and interrupts; then it is copied to where it belongs, and
 * the room is used again.  So all data are written to an MPB once and read once, a
 * core that has not started yet is not sent anything, and blocks of 0 bytes cost
 * an ask and its answer.  MPB, only where this is linked: two words for each core of the run
 * and four pieces, for the world and for each team.
 */
#ifndef WEFT_GATHER_START_H
#define WEFT_GATHER_START_H

#include <weft/gather.h>
#include <weft/started.h>

#ifdef __cplusplus
extern "C" {
#endif

int weft_gather_start(const void *send, void *recv, size_t bytes,
		      weft_rank_t root, struct weft_team *team,
		      struct weft_request *request);

/* recv, count and at are the root's alone. */
int weft_gatherv_start(const void *send, size_t bytes, void *recv,
		       const size_t *count, const size_t *at, weft_rank_t root,
		       struct weft_team *team, struct weft_request *request);

int weft_scatter_start(const void *send, void *recv, size_t bytes,
		       weft_rank_t root, struct weft_team *team,
		       struct weft_request *request);

/* send, count and at are the root's alone. */
int weft_scatterv_start(const void *send, const size_t *count, const size_t *at,
			void *recv, size_t bytes, weft_rank_t root,
			struct weft_team *team, struct weft_request *request);

int weft_allgather_start(const void *send, void *recv, size_t bytes,
			 struct weft_team *team, struct weft_request *request);

int weft_allgatherv_start(const void *send, size_t bytes, void *recv,
			  const size_t *count, const size_t *at,
			  struct weft_team *team, struct weft_request *request);

int weft_alltoall_start(const void *send, void *recv, size_t bytes,
			struct weft_team *team, struct weft_request *request);

int weft_alltoallv_start(const void *send, const size_t *send_count,
			 const size_t *send_at, void *recv,
			 const size_t *recv_count, const size_t *recv_at,
			 struct weft_team *team, struct weft_request *request);

#ifdef __cplusplus
}
#endif
#endif
