/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Started collectives: barriers, broadcasts, reductions, scans, gathers,
 * scatters and all-to-alls of any size that go on while the application
 * computes.
 *
 * Each has the arguments of the blocking one (weft/barrier.h, bcast.h,
 * reduce.h, gather.h), with a request in place of the deadline.  A call
 * starts the operation and returns.  When another core has done its part, it
 * interrupts this core, which passes the operation on, whatever its application
 * is doing.  The request becomes COMPLETE when this core has its result, and
 * all that others get of it has left this core.  A barrier's request becomes
 * COMPLETE when all cores of the team have started it.  weft_wait waits for
 * that, or lets another fiber run.  weft_test looks, and goes on with what has
 * come; on a chip without interrupts only these two calls do that.  Until the
 * request is COMPLETE, it and all buffers, counts and places are the library's.
 *
 * Collective: all cores of a team start the same ones in the same order, with
 * the same root and number of elements.  Several may be under way at once, also
 * on teams that overlap, and other collectives of the team may run meanwhile.
 *
 * The size decides the way.  *Short* are barriers, and broadcasts, reductions
 * and scans of up to 32 bytes of elements, in small windows 16 or 8.  All
 * others are *long*.  Of one team, short ones end in the order of their starts,
 * and so do long ones.  A short one may end before a long one that began before
 * it.  A core may have started WEFT_STARTED_MOST of a kind of a team.  Then the
 * next call waits until the first of them has ended.  A long allreduce counts
 * as two.
 *
 * Elements are combined in the order of their ranks, in groups that depend on
 * the team's size, the root and the count alone.  Interrupt handlers call an
 * operation (weft/reduce.h) whose `in_handler` is set: it is set for operations
 * on integers, and for none on floating point.  The thread calls all other
 * operations, in weft_test, weft_wait and starts.  So a core that computes
 * while such a collective is under way holds up others.  `send` may be `recv`,
 * except in scattered reductions; otherwise they do not overlap.
 *
 * Errors of a start: those of the blocking call, and WEFT_ERR_STATE for a
 * request in use.  A start of a long one has three errors more:
 *   WEFT_ERR_SIZE: 1 GB or more.
 *   WEFT_ERR_SPACE: an element is longer than a piece. A piece is in the world
 *     a 32nd of a window, in other teams a 256th, 512 bytes at most.
 *   WEFT_ERR_LIMIT: the MPB has no room for two words for each core. With 8 KB
 *     that is so above 128 cores, and in teams but the world above 64.
 *
 * Errors of weft_wait: if a core never starts one, or has stopped, waits time
 * out.  request->peer then names the core that this one waits for.  That core
 * may itself wait for another one, so all names together lead to the core that
 * is not there.  The collective goes on, and may be waited for again.  No core
 * is given up.
 *
 * WEFT_ERR_MISMATCH: a long one found that cores have more or fewer bytes than
 * others, and request->peer is one of those cores.  The bytes that both have in
 * common have been moved.  Results of reductions and scans are of no use then,
 * even at cores that return WEFT_OK.  These cores return WEFT_ERR_MISMATCH:
 *   allreduce: all cores.
 *   reduction: the core that asks such a core, and all above it, so the root.
 *   broadcast, scan: the core that asks, and all behind it.
 *   others: those that get a block which is longer or shorter.
 *
 * The team's next collectives are not concerned.  Short ones are not compared.
 * If cores differ in a short collective or in its root, waits time out; if they
 * differ in its number of elements, the result is of no use.  Nor is a short
 * one compared with a long one, where cores differ so much: waits for both time
 * out.
 *
 * Thread.
 *
 * How short ones go: along a binomial tree of ranks.  Values go up and are
 * combined, and the result comes down; in a scan, each core gets the combined
 * values of the ranks before it.  Each edge takes a line, a flag and an
 * interrupt.  The call copies the elements.  MPB, only where this is linked: a
 * flag and room for four values for each core below one in the tree, and for
 * results.  Where the MPB is nearly full there is room for one value, and a
 * value goes up only when the one before has come down.
 *
 * How long ones go: a core that gets blocks has room for a few pieces in its
 * MPB.  It asks core after core for a piece, by a word and an interrupt.  The
 * core that is asked puts the piece there, by its handler if it computes, and
 * interrupts the core that asked.  That core copies the piece to its place, and
 * the room is used again.  So all data are written to an MPB once and read
 * once, and a core that has not started yet is not sent any data.  A block of 0
 * bytes costs a question and its answer.  MPB, only where this is linked, for
 * the world and for each team: a word for each core of the run and four pieces,
 * or half a word and two pieces.  Memory: 1 KB.
 *
 *   broadcast, reduction: along a binary tree whose top is the root. Its cores
 *     have lower ranks on the left and higher ones on the right. A core takes
 *     pieces from those below only when the one above has asked for them. It
 *     combines them with its own piece and gives the result in one go, so there
 *     is no buffer of partial results.
 *   allreduce: a reduction to rank 0 and a broadcast. From 64 bytes for each
 *     core of the team on, it is a scattered reduction, and then all cores ask
 *     each other for their blocks (R. Rabenseifner, ICCS 2004, section 2).
 *   scan: from rank to rank.
 *   scattered reduction: each core asks all others for their parts of its
 *     block, from the next rank outwards. The call copies a core's own block.
 *     With a list of counts each answer adds up the counts before its block, so
 *     blocks of one size are cheaper.
 *   gather, scatter, all-to-all: a core that gets blocks asks for them;
 *     all-to-all by the schedule of weft/gather.h. The call copies a core's
 *     block for itself.
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

int weft_reduce_scatter_start(const void *send, void *recv, size_t count,
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
