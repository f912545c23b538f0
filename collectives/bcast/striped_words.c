/* SPDX-License-Identifier: Apache-2.0 */
/* The words of the striped broadcast; see collectives/bcast/striped.h. */
#include "arch/arch.h"
#include "collectives/barrier/barrier.h"
#include "collectives/cost.h"
#include "collectives/barrier/words.h"
#include "collectives/bcast/striped.h"
#include "runtime/part.h"
#include "runtime/place.h"
#include "runtime/wait.h"

enum {
	GROUP = 3, /* log2 of its cores */
	/* Of so many bytes a call may take 2 KB, to find the regions, however deep it is. */
	ROOMY_STACK = 1 << 14,
	SHARE_SHIFT =
		4, /* of a window, which words that may be left out take at most */
};

struct striped striped_world;

/* So many regions that a hub can serve its share of the cores in time. */
static ARCH_COLD uint32_t regions_shift(uint32_t count)
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

static ARCH_COLD uint32_t striped_words_flags(uint32_t count)
{
	return count + groups(count) + (UINT32_C(1) << regions_shift(count));
}

uint32_t striped_bytes(uint32_t count)
{
	return count > STRIPED_CORES
		       ? 0
		       : rt_flag_bytes(striped_words_flags(count));
}

static ARCH_COLD void striped_words_preset(void *of)
{
	struct striped *own = of;

	own->refreshed = own->count;
	rt_flags_preset(own->taken,
			striped_words_flags(own->barrier->team.size),
			own->count);
}

static ARCH_COLD int refresh(struct striped *own, uint64_t deadline)
{
	struct words words = {own->barrier, striped_words_preset, own};

	return words_refresh(&words, deadline);
}

void striped_place(void *object, struct barrier_best *barrier, uint32_t offset,
		   uint32_t epoch)
{
	struct striped *own = object;
	uint32_t size = barrier->team.size;

	own->barrier = barrier;
	own->taken = offset;
	own->done = rt_flag(offset, size);
	own->ready = rt_flag(own->done, groups(size));
	own->count = own->refreshed = epoch;
	if (epoch != 0) {
		striped_words_preset(own);
	}
	if (ARCH_STACK_BYTES < ROOMY_STACK) {
		striped_regions(own);
	}
}

const struct stripes *striped_regions(struct striped *own)
{
	struct cores cores = {own->barrier->team.rank, own->barrier->team.size,
			      rt_place};

	if (!own->found) {
		stripes_find(&own->stripes, regions_shift(cores.count), &cores,
			     arch_rank());
		own->found = true;
	}
	return &own->stripes;
}

/*
 * All words, or none: weft_bcast has others then.  So many words that an equal share of
 * what is left may never be enough are asked for at once.
 */
static ARCH_COLD uint32_t striped_words_bytes(const struct rt_run *run,
					      uint32_t offered)
{
	uint32_t best = striped_bytes(run->count);
	uint32_t share = arch_window_bytes(ARCH_WINDOW_MPB) >> SHARE_SHIFT;

	return offered < best && best <= share ? 0 : best;
}

static ARCH_COLD void striped_words_place(const struct rt_run *run,
					  uint32_t offset, uint32_t size)
{
	if (size > 0) {
		barrier_best_world.team = team_world(); /* perhaps not yet */
		striped_place(&striped_world, &barrier_best_world, offset,
			      run->epoch);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "striped",
	.bytes = striped_words_bytes,
	.placed = striped_words_place,
};
RT_PART_DEALT(part);

/*
 * A call begins one above the last line of the one before.  So when a hub says
 * that it is in the call, that is not what it said when it had read all of the
 * one before, while others may still have been reading from it.
 */
int striped_begin(struct striped_call *call)
{
	struct striped *own = call->own;
	int error = WEFT_OK;

	if (words_are_old(own->count, own->refreshed)) {
		error = refresh(own, call->deadline);
	}
	call->base = own->count + 1;
	own->count = call->base + call->share;
	return error;
}

/* Cores of the team, from one of them on. */
struct members {
	const struct team *team;
	uint32_t first;
};

static uint32_t member(const void *of, uint32_t i)
{
	const struct members *members = of;

	return team_rank(members->team, members->first + i);
}

static uint32_t leader(const void *of, uint32_t i)
{
	return team_rank(of, i << GROUP);
}

int striped_await_hub(const struct striped_call *call, uint32_t i)
{
	const struct stripes *stripes = &call->own->stripes;

	return rt_await(rt_flag(call->own->taken, stripes->place[i]),
			call->base, call->deadline, stripes->hub[i],
			"a hub's entering");
}

static int await_cores(const struct striped_call *call, uint32_t first,
		       uint32_t n, uint32_t lines)
{
	struct members members = {&call->own->barrier->team, first};

	return rt_await_all(call->me, rt_flag(call->own->taken, first), n,
			    call->base + lines, call->deadline, member,
			    &members, "lines taken");
}

int striped_await_taken(const struct striped_call *call, uint32_t lines)
{
	return await_cores(call, 0, call->own->barrier->team.size, lines);
}

int striped_ready(const struct striped_call *call, uint32_t i, uint32_t lines)
{
	uint32_t hub = call->own->stripes.hub[i];
	int error = WEFT_OK;

	arch_flag_write(hub, rt_flag(call->own->ready, i), call->base + lines);
	if (!ARCH_REMOTE_AWAIT && hub == call->me) {
		/* Once I see it, the lines before it are there for all. */
		error = striped_await_ready(call, i, lines);
		striped_pass_on(call, i, lines);
	}
	return error;
}

void striped_pass_on(const struct striped_call *call, uint32_t i,
		     uint32_t lines)
{
	const struct team *team = &call->own->barrier->team;

	for (uint32_t j = 0; !ARCH_REMOTE_AWAIT && j < team->size; j++) {
		uint32_t rank = team_rank(team, j);

		if (rank != call->me && rank != call->root) {
			arch_flag_write(rank, rt_flag(call->own->ready, i),
					call->base + lines);
		}
	}
}

/* The group's leader: all of it have, and this to the hubs. */
static int answer_for_group(const struct striped_call *call)
{
	const struct striped *own = call->own;
	uint32_t me = own->barrier->team.me, members = 1 << GROUP;
	uint32_t rest = own->barrier->team.size - me;
	int error;

	members = members < rest ? members : rest;
	error = await_cores(call, me, members, call->share);
	for (uint32_t i = 0; i >> own->stripes.shift == 0 && !error; i++) {
		arch_flag_write(own->stripes.hub[i],
				rt_flag(own->done, me >> GROUP),
				call->base + call->share);
	}
	return error;
}

int striped_end(const struct striped_call *call)
{
	const struct striped *own = call->own;
	const struct team *team = &own->barrier->team;
	uint32_t first = team->me >> GROUP << GROUP;
	int error = WEFT_OK;

	striped_taken(call, team_rank(team, first), call->share);
	if (first == team->me) {
		error = answer_for_group(call);
	}
	if (error || own->stripes.hub[own->stripes.mine] != call->me) {
		return error;
	}
	return rt_await_all(call->me, own->done, groups(team->size),
			    call->base + call->share, call->deadline, leader,
			    team, "lines taken by a group");
}
