/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The barrier of a superstep, and what it tells.
 *
 * It is a dissemination barrier (collectives/barrier/barrier_dissemination.c tells whose
 * algorithm that is) whose words carry more than their number: flags, of which all
 * processes get the union since each hears, through the rounds, from all; and a
 * check, which each compares with what it is told.
 *
 * Before it, a process writes into each partner's MPB how much it has for that
 * partner.  The barrier begins with quiet, so after it those words are there: who has
 * nothing for a core writes nothing, and an empty superstep is a barrier alone.
 *
 * There are two sets of all words, for even and odd supersteps.  A process may be one
 * barrier ahead of another that has yet to read its words, never two.
 */
#include "arch/fence.h"
#include "bsp/state.h"
#include "runtime/console.h"
#include "runtime/panic.h"
#include "runtime/part.h"
#include "runtime/wait.h"
#include "topology/arith.h"

enum {
	FLAGS = 0xff,
	CHECK_SHIFT = 8,
	CHECK = 0xffff,
	NUMBER_SHIFT = 24,
};

/* Of each core, in this order: words of counts first, so that they begin a line. */
static struct {
	uint32_t procs, log2; /* as many as there may be */
	uint32_t counts, rounds, ready, reply, begin;
	uint32_t number; /* of the first superstep */
} words;

static ARCH_COLD uint32_t most(const struct rt_run *run)
{
	return run->count < BSP_PROCS_MOST ? run->count : BSP_PROCS_MOST;
}

static ARCH_COLD uint32_t bytes(const struct rt_run *run, uint32_t left)
{
	uint32_t n = most(run);

	(void)left;
	return rt_flag_bytes(4 * n + 2 * arith_log2_ceil(n) + 1);
}

static ARCH_COLD void place(const struct rt_run *run, uint32_t offset,
			    uint32_t size)
{
	uint32_t n = most(run);

	(void)size;
	words.procs = n;
	words.log2 = arith_log2_ceil(n);
	words.counts = offset;
	words.rounds = rt_flag(offset, 2 * n);
	words.ready = rt_flag(words.rounds, 2 * words.log2);
	words.reply = rt_flag(words.ready, n);
	words.begin = rt_flag(words.reply, n);
	words.number = run->epoch >> NUMBER_SHIFT;
	if (run->epoch != 0) {
		rt_flags_preset(words.rounds, 2 * words.log2,
				words.number << NUMBER_SHIFT);
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

void meet_begin(uint32_t procs, uint32_t cores)
{
	for (uint32_t i = 1; i < cores; i++) {
		arch_flag_write(i, words.begin, procs);
	}
}

uint32_t meet_hear(void)
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

static uint32_t counts(void)
{
	return rt_flag(words.counts, bsp.superstep & 1 ? words.procs : 0);
}

void meet_tell(uint32_t partner, uint32_t word)
{
	arch_flag_write(partner, rt_flag(counts(), bsp.me), word);
}

void meet_told(uint32_t *told)
{
	uint32_t row = counts();

	for (uint32_t i = 0; i < bsp.procs; i++) {
		told[i] = 0;
	}
	if (ARCH_FLAG_STRIDE == sizeof(uint32_t)) {
		arch_get(told, bsp.me, ARCH_WINDOW_MPB, row,
			 rt_flag_bytes(bsp.procs));
	}
	for (uint32_t i = 0; i < bsp.procs; i++) {
		if (ARCH_FLAG_STRIDE != sizeof(uint32_t)) {
			told[i] = arch_flag_read(bsp.me, rt_flag(row, i));
		}
		if (told[i] != 0) {
			/* The next barrier makes it known. */
			arch_flag_write(bsp.me, rt_flag(row, i), 0);
		}
	}
}

static ARCH_COLD _Noreturn void differ(uint32_t from)
{
	char line[RT_CONSOLE_LINE];
	struct text t = text_in(line, sizeof(line) - 1);

	text_str(&t, "bsp_sync: processes ");
	text_u64(&t, from);
	text_str(&t, " and ");
	text_u64(&t, bsp.me);
	text_str(&t, " have not registered, popped and set the size of tags "
		     "alike");
	*t.at = 0;
	rt_panic(line);
}

uint32_t meet(uint32_t flags, uint32_t check)
{
	uint32_t number = (words.number + 1 + bsp.superstep) << NUMBER_SHIFT;
	uint32_t round = words.rounds;

	check = (check & CHECK) << CHECK_SHIFT;
	round = rt_flag(round, bsp.superstep & 1 ? words.log2 : 0);
	FENCE(bsp_quiet, arch_quiet());
	for (uint32_t step = 1; step < bsp.procs; step <<= 1) {
		uint32_t to = arith_add_mod(bsp.me, step, bsp.procs);
		uint32_t from = arith_sub_mod(bsp.me, step, bsp.procs);
		uint32_t word;

		arch_flag_write(to, round, number | check | flags);
		rt_await(round, number, ARCH_NEVER, from,
			 "a round of bsp_sync");
		word = arch_flag_read(bsp.me, round);
		if ((word ^ check) >> CHECK_SHIFT & CHECK) {
			differ(from);
		}
		flags |= word & FLAGS;
		round += rt_flag_bytes(1);
	}
	return flags;
}
