/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The barrier of a superstep, and what it tells.
 *
 * Before the barrier a process writes into each partner's MPB how much it has for that
 * partner, a word.  A barrier begins with quiet, so after it those words are there: who
 * has nothing for a core writes nothing, and an empty superstep is a barrier and a look
 * at those words.  It is the best barrier that the port has.
 *
 * A process has no count for itself.  In that place the process below it writes a check,
 * of what it has registered and the like, if there is something to check: if all
 * are as that of the process below them, then all are the same.
 *
 * There are two sets of words, for even and odd supersteps.  A process may be one barrier
 * ahead of another that has yet to read its words, never two.
 */
#include "bsp/state.h"
#include "collectives/barrier/barrier.h"
#include "runtime/console.h"
#include "runtime/panic.h"
#include "runtime/part.h"
#include "runtime/wait.h"

#include <weft/barrier.h>

/* Of each core, in this order: counts first, so that they begin a line. */
static struct {
	uint32_t procs; /* as many as there may be */
	uint32_t counts, ready, reply, begin, barrier;
} words;

/* Of the processes, if they are not all cores. */
static struct barrier_best barrier;

static ARCH_COLD uint32_t most(const struct rt_run *run)
{
	return run->count < BSP_PROCS_MOST ? run->count : BSP_PROCS_MOST;
}

static ARCH_COLD uint32_t bytes(const struct rt_run *run, uint32_t left)
{
	uint32_t n = most(run);

	(void)left;
	return rt_flag_bytes(4 * n + 1) + barrier_best_bytes(n);
}

static ARCH_COLD void place(const struct rt_run *run, uint32_t offset,
			    uint32_t size)
{
	uint32_t n = most(run);

	words.procs = n;
	words.counts = offset;
	words.ready = rt_flag(offset, 2 * n);
	words.reply = rt_flag(words.ready, n);
	words.begin = rt_flag(words.reply, n);
	words.barrier = rt_flag(words.begin, 1);
	if (run->epoch != 0 && size > 0) {
		rt_flags_preset(words.ready, 2 * n, meet_epoch());
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "bsp",
	.bytes = bytes,
	.placed = place,
	.finish = bsp_finish,
};
RT_PART(part);

uint32_t meet_epoch(void)
{
	return rt_run.epoch & ~UINT32_C(1);
}

uint32_t meet_cores(void)
{
	return words.procs;
}

ARCH_COLD void meet_begin(uint32_t procs, uint32_t cores)
{
	for (uint32_t i = 1; i < cores; i++) {
		arch_flag_write(i, words.begin, procs);
	}
}

ARCH_COLD uint32_t meet_hear(void)
{
	rt_await(words.begin, 1, ARCH_NEVER, 0, "bsp_begin of process 0");
	return arch_flag_read(arch_rank(), words.begin);
}

uint32_t meet_ready(uint32_t partner)
{
	return rt_flag(words.ready, partner);
}

uint32_t meet_reply(uint32_t partner)
{
	return rt_flag(words.reply, partner);
}

/* By each process, at its bsp_begin: its words are as they were at the start. */
ARCH_COLD void meet_place(void)
{
	struct team team = {.me = bsp.me, .size = bsp.procs};

	barrier_best_place(&barrier, team, words.barrier, 0);
}

static uint32_t counts(void)
{
	return rt_flag(words.counts, bsp.superstep & 1 ? words.procs : 0);
}

uint32_t meet_slots(uint32_t partner)
{
	return rt_flag(words.counts,
		       (bsp.superstep & 1 ? 0 : words.procs) + partner);
}

void meet_tell(uint32_t partner, uint32_t word)
{
	arch_flag_write(partner, rt_flag(counts(), bsp.me), word);
}

static ARCH_COLD _Noreturn void differ(uint32_t mine, uint32_t below)
{
	rt_panic("bsp_sync of process %u: the process below it %s", bsp.me,
		 mine == MEET_END || below == MEET_END
			 ? "has called bsp_end, or this one has"
			 : "has not registered, popped and set the size "
			   "of tags alike");
}

/* Mostly there is nothing, which is to take little time. */
static bool any_of(const uint32_t *told, uint32_t n)
{
	for (; n >= 4; n -= 4, told += 4) {
		if (told[0] | told[1] | told[2] | told[3]) {
			return true;
		}
	}
	for (; n > 0; n--) {
		if (*told++) {
			return true;
		}
	}
	return false;
}

/* What has been told me in this superstep; my own place is the check. */
static void look(void)
{
	uint32_t row = counts(), procs = bsp.procs, *told = bsp.told;

	if (ARCH_FLAG_STRIDE == sizeof(uint32_t)) {
		arch_flags_read(told, bsp.me, row, procs);
		if (!any_of(told, procs)) {
			return;
		}
	}
	for (uint32_t i = 0; i < procs; i++) {
		if (ARCH_FLAG_STRIDE != sizeof(uint32_t)) {
			told[i] = arch_flag_read(bsp.me, rt_flag(row, i));
		}
		if (told[i] != 0) {
			bsp.any |= i != bsp.me;
			/* The next barrier makes it known. */
			arch_flag_write(bsp.me, rt_flag(row, i), 0);
		}
	}
}

void meet(uint32_t check)
{
	uint32_t above = bsp.me + 1 < bsp.procs ? bsp.me + 1 : 0;
	uint32_t below;

	if (check != 0) {
		arch_flag_write(above, rt_flag(counts(), above), check);
	}
	if (bsp.procs == arch_count()) {
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	} else {
		barrier_until(&barrier, ARCH_NEVER);
	}
	look();
	below = bsp.told[bsp.me];
	bsp.told[bsp.me] = 0;
	if (below != check) {
		differ(check, below);
	}
}
