/* SPDX-License-Identifier: Apache-2.0 */
/* The words of the striped broadcast; see collectives/bcast/striped.h. */
#include "arch/arch.h"
#include "collectives/barrier/barrier.h"
#include "collectives/cost.h"
#include "collectives/words.h"
#include "collectives/bcast/striped.h"
#include "runtime/part.h"
#include "runtime/wait.h"

enum {
	GROUP = 3, /* log2 of its cores */
};

struct stripes striped;

struct striped_words striped_words;

static struct {
	uint32_t count, refreshed; /* lines, all calls */
} all;

/* So many regions that a hub can serve its share of the cores in time. */
static uint32_t regions_shift(uint32_t count)
{
	uint32_t work = arith_mul(count, costs.serve), shift = 0;

	while (shift < STRIPES_SHIFT && work > (costs.line + costs.store)
							<< shift) {
		shift++;
	}
	return shift;
}

static uint32_t groups(uint32_t count)
{
	return (count + (1 << GROUP) - 1) >> GROUP;
}

static uint32_t flags(uint32_t count)
{
	return count + groups(count) + (UINT32_C(1) << regions_shift(count));
}

static uint32_t bytes(const struct rt_run *run, uint32_t left)
{
	(void)left;
	return run->count > STRIPED_CORES ? 0
					  : rt_flag_bytes(flags(run->count));
}

static void preset(void *of)
{
	(void)of;
	all.refreshed = all.count;
	rt_flags_preset(striped_words.taken, flags(arch_count()), all.count);
}

static ARCH_COLD int refresh(uint64_t deadline)
{
	struct words words = {&barrier_best_world, preset, NULL};

	return words_refresh(&words, deadline);
}

static void place(const struct rt_run *run, uint32_t offset, uint32_t size)
{
	if (size == 0) {
		return;
	}
	striped_words.taken = offset;
	striped_words.done = rt_flag(offset, run->count);
	striped_words.ready = rt_flag(striped_words.done, groups(run->count));
	all.count = all.refreshed = run->epoch;
	if (run->epoch != 0) {
		preset(NULL);
	}
	stripes_find(&striped, regions_shift(run->count));
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "striped",
	.bytes = bytes,
	.placed = place,
};
RT_PART(part);

/*
 * A call begins one above the last line of the one before.  So when a hub says
 * that it is in the call, that is not what it said when it had read all of the
 * one before, while others may still have been reading from it.
 */
int striped_begin(struct striped_call *call)
{
	int error = WEFT_OK;

	if (words_are_old(all.count, all.refreshed)) {
		error = refresh(call->deadline);
	}
	call->base = all.count + 1;
	all.count = call->base + call->share;
	return error;
}

static uint32_t member(const void *first, uint32_t i)
{
	return *(const uint32_t *)first + i;
}

static uint32_t leader(const void *of, uint32_t i)
{
	(void)of;
	return i << GROUP;
}

int striped_await_hub(const struct striped_call *call, uint32_t i)
{
	uint32_t hub = striped.hub[i];

	return rt_await(rt_flag(striped_words.taken, hub), call->base,
			call->deadline, hub, "a hub's entering");
}

static int await_cores(const struct striped_call *call, uint32_t first,
		       uint32_t n, uint32_t lines)
{
	return rt_await_all(call->me, rt_flag(striped_words.taken, first), n,
			    call->base + lines, call->deadline, member, &first,
			    "lines taken");
}

int striped_await_taken(const struct striped_call *call, uint32_t lines)
{
	return await_cores(call, 0, arch_count(), lines);
}

int striped_ready(const struct striped_call *call, uint32_t i, uint32_t lines)
{
	int error = WEFT_OK;

	arch_flag_write(striped.hub[i], rt_flag(striped_words.ready, i),
			call->base + lines);
	if (!ARCH_REMOTE_AWAIT && striped.hub[i] == call->me) {
		/* Once I see it, the lines before it are there for all. */
		error = striped_await_ready(call, i, lines);
		striped_pass_on(call, i, lines);
	}
	return error;
}

void striped_pass_on(const struct striped_call *call, uint32_t i,
		     uint32_t lines)
{
	uint32_t count = ARCH_REMOTE_AWAIT ? 0 : arch_count();

	for (uint32_t rank = 0; rank < count; rank++) {
		if (rank != call->me && rank != call->root) {
			arch_flag_write(rank, rt_flag(striped_words.ready, i),
					call->base + lines);
		}
	}
}

/* The group's leader: all of it have, and this to the hubs. */
static int answer_for_group(const struct striped_call *call, uint32_t count)
{
	uint32_t rest = count - call->me, members = 1 << GROUP;
	int error;

	members = members < rest ? members : rest;
	error = await_cores(call, call->me, members, call->share);
	for (uint32_t i = 0; i >> striped.shift == 0 && !error; i++) {
		arch_flag_write(striped.hub[i],
				rt_flag(striped_words.done, call->me >> GROUP),
				call->base + call->share);
	}
	return error;
}

int striped_end(const struct striped_call *call)
{
	uint32_t count = arch_count();
	uint32_t first = call->me >> GROUP << GROUP;
	int error = WEFT_OK;

	striped_taken(call, first, call->share);
	if (first == call->me) {
		error = answer_for_group(call, count);
	}
	if (error || striped.hub[striped.mine] != call->me) {
		return error;
	}
	return rt_await_all(call->me, striped_words.done, groups(count),
			    call->base + call->share, call->deadline, leader,
			    NULL, "lines taken by a group");
}
