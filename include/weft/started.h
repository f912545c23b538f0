/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Started collectives: barriers, broadcasts, reductions, scans, gathers, scatters and
 * all-to-alls of any size that go on while the application computes.
 *
 * Each has the arguments of the blocking one (weft/barrier.h, bcast.h, reduce.h, scan.h,
 * gather.h) but for a request in place of the deadline.  A call starts the operation and
 * returns; what other cores do about it interrupts this core, which passes it on, whatever
 * its application is doing.  The request becomes COMPLETE when this core has its result,
 * and what others get of it has left it; a barrier's, when all cores of the team have
 * started it.  weft_wait waits for that, or lets another fiber run; weft_test looks, and
 * goes on with what has come, which is all that does on a chip without interrupts.  Until
 * then the request, all buffers, counts and places are the library's.
 *
 * Collective: all cores of a team start the same ones in the same order, with the same
 * root and number of elements.  Several may be under way at once, also on teams that
 * overlap, and others of the team's collectives meanwhile.
 *
 * The size decides the way.  *Short* are barriers, and broadcasts, reductions and scans of
 * up to 32 bytes of elements, in small windows 16 or 8.  All others are *long*.  Of one
 * team, short ones end in the order of their starts, and so do long ones; a short one may
 * end before a long one that began before it.  A core that has started WEFT_STARTED_MOST of
 * a kind of a team waits in the next call until the first has ended; a long allreduce
 * counts as two.
 *
 * Elements are combined in the order of their ranks, in groups that depend on the team's
 * size, the root and the count alone.  An operation (weft/reduce.h) whose `in_handler` is
 * set is called by interrupt handlers: those on integers are, no floating point.  Others
 * are called by the thread, in weft_test, weft_wait and starts: a core that has such ones
 * under way and computes holds up others.  `send` may be `recv`, but in scattered
 * reductions; else they do not overlap.
 *
 * Errors of a start: those of the blocking call, and WEFT_ERR_STATE for a request in use.
 * Of long ones also WEFT_ERR_SIZE for 1 GB and more; WEFT_ERR_SPACE for an element that is
 * longer than a piece, which is in the world a 32nd of a window, in other teams a 128th, 512
 * bytes at most; WEFT_ERR_LIMIT where the MPB has no room for two words for each core: with
 * 8 KB above 128 cores, and in teams but the world above 64.
 *
 * Errors of weft_wait: a core that never starts one, or has stopped, makes waits time out.
 * request->peer then names the core that this one waits for; that core may itself wait for
 * another one, so all names together lead to the one that is not there.  The collective
 * goes on, and may be waited for again.  Nobody is given up.
 *
 * WEFT_ERR_MISMATCH: a long one found that cores have more or fewer bytes than others, and
 * request->peer is one of them.  What both have in common has been moved; results of
 * reductions and scans are of no use, to cores that return WEFT_OK either.  Those that
 * return it are: of an allreduce all cores; of a reduction the one that asks such a core and
 * all above it, so the root; of a broadcast or a scan the one that asks and all behind it;
 * of others those that get a block which is longer or shorter.  The team's next
 * collectives are not concerned.  Nothing compares short ones: where cores differ in the
 * collective or the root waits time out, where they differ in the number of elements the
 * result is of no use.  Nor does anything compare a short one with a long one, where
 * cores differ so much: waits for both time out.
 *
 * Thread.
 *
 * How short ones go: a binomial tree of ranks.  Values go up, are combined, and the result
 * comes down, or in a scan what the ranks before combine to: on each edge a line, a flag
 * and an interrupt.  Elements are copied by the call.  MPB, only where this is linked: a flag
 * and room for four values for each core below one in the tree, and for results; where the
 * MPB is nearly full for one value, so that one goes up when the one before has come down.
 *
 * How long ones go: a core that gets blocks has room for a few pieces in its MPB.  It asks
 * core after core for a piece, by a word and an interrupt.  The core that is asked puts
 * the piece there, by its handler if it computes, and interrupts; then it is copied to
 * where it belongs, and the room is used again.  So all data are written to an MPB once and
 * read once, a core that has not started yet is not sent anything, and blocks of 0 bytes
 * cost an ask and its answer.  MPB, only where this is linked: a word for each core of the
 * run and four pieces, or half a word and two pieces, for the world and for each team; 1 KB
 * of memory.
 *
 *   broadcast, reduction: along a binary tree whose top is the root, and whose cores have
 *       lower ranks on the left and higher ones on the right.  A core takes what those
 *       below have only when the one above has asked for it: it combines them with its own
 *       piece and gives them in one go, so there is no buffer of partial results.
 *   allreduce: a reduction to rank 0 and a broadcast; from 64 bytes for each core of the
 *       team on a scattered reduction, and then all ask all for its blocks
 *       (R. Rabenseifner, ICCS 2004, section 2).
 *   scan: from rank to rank.
 *   scattered reduction: all ask all for their blocks, from the next ranks outwards.  A
 *       core's own block is copied by the call.  With a list of counts each answer adds up
 *       those before its block, so blocks of one size are cheaper.
 *   gather, scatter, all-to-all: who gets blocks asks for them; all-to-all by the schedule
 *       of weft/gather.h.  A core's block for itself is copied by the call.
 */
#ifndef WEFT_STARTED_H
#define WEFT_STARTED_H

#include <weft/gather.h>
#include <weft/reduce.h>
#include <weft/rma.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	WEFT_STARTED_MOST = 4 /* of one kind of one team at once */
};

int weft_barrier_start(struct weft_team *team, struct weft_request *request);

int weft_bcast_start(void *data, size_t bytes, weft_rank_t root,
		     struct weft_team *team, struct weft_request *request);

int weft_reduce_start(const void *send, void *recv, size_t count,
		      const struct weft_op *op, weft_rank_t root,
		      struct weft_team *team, struct weft_request *request);

int weft_allreduce_start(const void *send, void *recv, size_t count,
			 const struct weft_op *op, struct weft_team *team,
			 struct weft_request *request);

int weft_scan_start(const void *send, void *recv, size_t count,
		    const struct weft_op *op, struct weft_team *team,
		    struct weft_request *request);

int weft_exscan_start(const void *send, void *recv, size_t count,
		      const struct weft_op *op, struct weft_team *team,
		      struct weft_request *request);

int weft_reduce_scatter_block_start(const void *send, void *recv, size_t count,
				    const struct weft_op *op,
				    struct weft_team *team,
				    struct weft_request *request);

int weft_reduce_scatter_start(const void *send, void *recv,
			      const size_t *counts, const struct weft_op *op,
			      struct weft_team *team,
			      struct weft_request *request);

int weft_gather_start(const void *send, void *recv, size_t bytes,
		      weft_rank_t root, struct weft_team *team,
		      struct weft_request *request);

int weft_gatherv_start(const void *send, size_t bytes, void *recv,
		       const size_t *count, const size_t *at, weft_rank_t root,
		       struct weft_team *team, struct weft_request *request);

int weft_scatter_start(const void *send, void *recv, size_t bytes,
		       weft_rank_t root, struct weft_team *team,
		       struct weft_request *request);

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
