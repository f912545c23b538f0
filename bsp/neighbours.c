/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The end of a superstep with neighbours only: see bsp_neighbours.h.
 *
 * In place of the barrier each process writes into each neighbour's MPB how much it has for
 * that one, if anything, and then says that it has come: a number of the pair, as chunks
 * have (chunk.h).  Beside it there is a note for even and one for odd calls of the pair, of
 * which it changes one if it has something.  So a neighbour that looks late, when more has been
 * said, still sees whether there is something for it in this call.  One process may be a call
 * ahead of the other, and no further, since it waits for that one; if it is, it had nothing
 * in this call.  Then all goes as after a barrier.
 *
 * Nobody waits in a circle if the program has an order of all calls in which whom each
 * names is in the same one: of the processes that are in the earliest call all neighbours
 * are there or come, and within it the schedule's order holds (order.h).
 */
#include "bsp/chunk.h"
#include "bsp/state.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#undef BSP_VIRTUAL /* a program's, if all is compiled with its flags */
#include <bsp_neighbours.h>

static ARCH_COLD void stop(const char *what, int number)
{
	bsp_wrong("bsp_sync_neighbours", what, number);
	bsp_report_wrong();
}

/* That of the call in which the two are. */
static uint32_t note(const struct partner *p)
{
	return p->calls & 1 ? 1 : 2;
}

/* Who is named once more has been told. */
static void neighbours_tell(const int *pids, int n)
{
	for (int i = 0; i < n; i++) {
		uint32_t pid = (uint32_t)pids[i];
		struct partner *p = &bsp.partner[pid];

		if (pid >= bsp.procs) {
			stop("there is no such process", pids[i]);
		}
		if (pid == bsp.me || p->named) {
			continue;
		}
		p->named = true;
		p->calls++;
		if (sync_word(p) != 0) {
			p->notes ^= note(p);
			meet_note(pid, sync_word(p));
		}
		arch_flag_write(pid, meet_ready(bsp.me),
				chunk_word(p, ++p->sent, bsp_buffers.turn));
	}
	for (uint32_t i = 0; i < bsp.procs; i++) {
		const struct partner *p = &bsp.partner[i];

		bsp.told[i] = 0;
		if (i != bsp.me && !p->named && sync_word(p) != 0) {
			stop("something is asked of a process that is not "
			     "named",
			     (int)i);
		}
	}
}

static void neighbours_hear(const int *pids, int n)
{
	bool any = false;

	for (int i = 0; i < n; i++) {
		uint32_t pid = (uint32_t)pids[i], is;
		struct partner *p = &bsp.partner[pid];

		if (!p->named) {
			continue;
		}
		p->named = false;
		rt_await(meet_ready(pid), chunk_least(++p->taken), ARCH_NEVER,
			 pid, "bsp_sync_neighbours of a process");
		is = arch_flag_read(bsp.me, meet_ready(pid)) >> CHUNK_NOTES;
		if ((is ^ p->noted) & note(p)) {
			p->noted ^= note(p);
			bsp.told[pid] = meet_noted(pid);
			any = true;
		}
	}
	bsp.any |= any;
	if (any) {
		meet_settle();
	}
}

void bsp_sync_neighbours(const int *pids, int n)
{
	BSP_INSIDE_ONLY("bsp_sync_neighbours");
	RT_TRACE("bsp_sync_neighbours", bsp.superstep, (uint32_t)n);
	if (bsp_is_wrong) {
		bsp_report_wrong();
	}
	if (register_waits() || message_change() != 0) {
		stop("what is registered, popped or set for tags needs "
		     "bsp_sync; neighbours",
		     n);
	}
	neighbours_tell(pids, n);
	neighbours_hear(pids, n);
	sync_move();
	message_settle();
}
