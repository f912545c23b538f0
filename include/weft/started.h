/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Started collectives: barriers, broadcasts, reductions and scans that go on while the
 * application computes.
 *
 * A call starts the operation and returns; what other cores do about it interrupts this
 * core, which passes it on, whatever its application is doing.  The request becomes
 * COMPLETE when this core's part is there: for a barrier that all cores of the team have
 * started it, else its result.  weft_wait waits for that, or lets another fiber run;
 * weft_test looks, and goes on with what has come, which is all that does on a chip
 * without interrupts.  The elements that a core gives are copied by the call; where the
 * result goes, and the request, are the library's until then.
 *
 * Collective: all cores of a team start the same ones in the same order.  Nothing compares
 * them: where cores differ in the collective or its root waits time out, where they differ
 * in the number of elements the result is of no use.  Several may be
 * under way at once, also on teams that overlap, and others of the team's collectives
 * meanwhile.  They end in the order of their starts.  A core that has started
 * WEFT_STARTED_MOST of a team waits in the next call until the first has ended.
 *
 * A core that never starts one, or has stopped, makes waits time out.  request->peer then
 * names the core that this one waits for, whether for its value, its ask or its answer; that
 * core may itself wait for another one, so all names together lead to the one that is not
 * there.  The collective goes on, and may be waited for again.  Nobody is given up.
 *
 * An operation (weft/reduce.h) whose `in_handler` is set is called by interrupt handlers.
 * That is those on integers, below; no floating point.  Others are called by the thread,
 * in weft_test, weft_wait and starts: who has such ones under way and computes holds up
 * others.
 *
 * Up to weft_started_bytes(team) bytes; more is WEFT_ERR_SIZE, and what
 * weft/started_long.h is for.  Others: those of weft_allreduce and so on, and WEFT_ERR_STATE
 * for a request in use.  Thread.
 *
 * A binomial tree of ranks: values go up, are combined, and the result comes down, or in a
 * scan what the ranks before combine to: on each edge a line, a flag and an interrupt.
 * MPB, only where this is linked: a flag and room for four values for each core below one
 * in the tree, and for results; where the MPB is nearly full for one value, so that a
 * collective goes up when the one before it has come down.
 */
#ifndef WEFT_STARTED_H
#define WEFT_STARTED_H

#include <weft/reduce.h>
#include <weft/rma.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	WEFT_STARTED_MOST = 4 /* of one team at once */
};

/* Bytes of elements, at most.  Any context. */
uint32_t weft_started_bytes(const struct weft_team *team);

int weft_team_barrier_start(struct weft_team *team,
			    struct weft_request *request);

int weft_team_bcast_start(void *data, size_t bytes, weft_rank_t root,
			  struct weft_team *team, struct weft_request *request);

int weft_reduce_start(const void *send, void *recv, size_t count,
		      const struct weft_op *op, weft_rank_t root,
		      struct weft_team *team, struct weft_request *request);

int weft_allreduce_start(const void *send, void *recv, size_t count,
			 const struct weft_op *op, struct weft_team *team,
			 struct weft_request *request);

/* As weft_scan and weft_exscan: the latter writes nothing at rank 0. */
int weft_scan_start(const void *send, void *recv, size_t count,
		    const struct weft_op *op, struct weft_team *team,
		    struct weft_request *request);

int weft_exscan_start(const void *send, void *recv, size_t count,
		      const struct weft_op *op, struct weft_team *team,
		      struct weft_request *request);

#ifdef __cplusplus
}
#endif
#endif
