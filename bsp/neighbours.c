/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The end of a superstep with neighbours only: see bsp_neighbours.h.
 *
 * In place of the barrier each process writes into each neighbour's MPB how much it has for
 * that one, and then a flag: how many such calls the two have had in common.  There are
 * two words for how much, for even and odd calls of a pair: a neighbour may be one call
 * ahead, and no further, since it waits for my flag.  Then all goes as after a barrier.
 *
 * Nobody waits in a circle if the program has an order of all calls in which whom each
 * names is in the same one: of the processes that are in the earliest call all neighbours
 * are there or come, and within it the schedule's order holds (order.h).
 */
#include "bsp/state.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#undef BSP_VIRTUAL /* a program's, if all is compiled with its flags */
#include <bsp_neighbours.h>

static struct {
	uint32_t procs; /* as many as there may be */
	uint32_t bytes, come;
} words;

static ARCH_COLD uint32_t most(const struct rt_run *run)
{
	return run->count < BSP_PROCS_MOST ? run->count : BSP_PROCS_MOST;
}

static ARCH_COLD uint32_t bytes(const struct rt_run *run, uint32_t left)
{
	(void)left;
	return rt_flag_bytes(3 * most(run));
}

static ARCH_COLD void place(const struct rt_run *run, uint32_t offset,
			    uint32_t size)
{
	words.procs = most(run);
	words.bytes = offset;
	words.come = rt_flag(offset, 2 * words.procs);
	if (run->epoch != 0 && size > 0) {
		rt_flags_preset(words.come, words.procs, meet_epoch());
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "bsp_neighbours",
	.bytes = bytes,
	.placed = place,
};
RT_PART(part);

/* Where a partner tells how many bytes it has, in this call. */
static uint32_t bytes_word(uint32_t partner, uint32_t call)
{
	return rt_flag(words.bytes, (call & 1 ? words.procs : 0) + partner);
}

static uint32_t come_word(uint32_t call)
{
	return meet_epoch() + call;
}

static ARCH_COLD void stop(const char *what, int number)
{
	bsp_wrong("bsp_sync_neighbours", what, number);
	bsp_report_wrong();
}

/* Who is named once more has been told. */
static void tell(const int *pids, int n)
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
		arch_flag_write(pid, bytes_word(bsp.me, p->calls),
				sync_word(p));
		arch_flag_write(pid, rt_flag(words.come, bsp.me),
				come_word(p->calls));
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

static void hear(const int *pids, int n)
{
	for (int i = 0; i < n; i++) {
		uint32_t pid = (uint32_t)pids[i];
		struct partner *p = &bsp.partner[pid];

		if (!p->named) {
			continue;
		}
		p->named = false;
		rt_await(rt_flag(words.come, pid), come_word(p->calls),
			 ARCH_NEVER, pid, "bsp_sync_neighbours of a process");
		bsp.told[pid] =
			arch_flag_read(bsp.me, bytes_word(pid, p->calls));
		bsp.any |= bsp.told[pid] != 0;
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
	tell(pids, n);
	hear(pids, n);
	sync_move();
	message_settle();
}
