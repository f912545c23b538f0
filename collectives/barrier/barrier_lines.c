/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cores lie in clusters of at most FLAGS, as even as can be; one of each is
 * its hub.  Row h of a hub is a line of flags, one for each part of the group of
 * clusters that step h is about: a core of that part writes it when it knows
 * that its part has come, and all cores of the cluster watch the row.  So a step
 * is one write, which may have far to go, and looks at a line nearby.
 *
 * In step 0 the group is the cluster and the parts are its cores; then up to
 * FLAGS groups join to one, until there is one of all clusters.  A part has
 * many cores: core i of it writes to cluster i of the group, and, if there are more
 * clusters in the group than cores in the part, to cluster i plus the part's cores.
 * There are never more than twice as many: two clusters or more have at least
 * FLAGS / 2 cores each.
 *
 * The writer of a flag may be one barrier ahead of who watches it, never two: to
 * start the next but one it must have heard of the watcher's own arrival.
 */
#include "arch/arch.h"
#include "arch/barrier.h"
#include "arch/fence.h"
#include "arch/inline.h"
#include "collectives/barrier/agree.h"
#include "collectives/barrier/barriers.h"
#include "collectives/cost.h"
#include "collectives/barrier/barrier.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/barrier.h>

#if ARCH_REMOTE_AWAIT

enum {
	FLAGS_LOG2 = BARRIER_LINES_LOG2,
	FLAGS = 1 << FLAGS_LOG2 /* of a row; 4 at least, see above */
};

#define NOBODY UINT32_MAX

struct barrier_lines barrier_lines_world;

static ARCH_COLD uint32_t first_core(const struct barrier_lines *lines,
				     uint32_t cluster)
{
	return parts_first(lines->cores, cluster);
}

/* In the middle: none of its cluster has far to go.  Its rank in the run. */
static ARCH_COLD uint32_t hub_of(const struct barrier_lines *lines,
				 uint32_t cluster)
{
	uint32_t both =
		first_core(lines, cluster) + first_core(lines, cluster + 1);

	return team_rank(barrier_lines_near(lines), both >> 1);
}

/* So many times a row's flags join, until one group has n. */
static ARCH_COLD uint32_t joins(uint32_t n)
{
	uint32_t times = 0;

	for (; n > 1; n = (n + FLAGS - 1) >> FLAGS_LOG2) {
		times++;
	}
	return times;
}

static ARCH_COLD uint32_t rows_bytes(uint32_t count)
{
	return rt_flag_bytes(joins(count) << FLAGS_LOG2);
}

/* If the last row has a flag that is not used, that is barrier_end_call()'s. */
static ARCH_COLD bool last_is_full(uint32_t n)
{
	while (n > FLAGS) {
		n = (n + FLAGS - 1) >> FLAGS_LOG2;
	}
	return n == FLAGS || n <= 1;
}

uint32_t barrier_lines_bytes(uint32_t count)
{
	return rows_bytes(count) + barrier_nodes_bytes(count) +
	       rt_flag_bytes(last_is_full(count));
}

/* In the first step the cores of a cluster are the parts. */
static ARCH_COLD void lines_meet(const struct barrier_lines *lines,
				 struct step *step, uint32_t me)
{
	uint32_t first = first_core(lines, lines->cluster);

	step->flags = first_core(lines, lines->cluster + 1) - first;
	step->mine = rt_flag(step->row, me - first);
	step->to = lines->hub;
	step->and_to = NOBODY;
}

/*
 * In a later one, groups of up to 2^below clusters become one of `all`, which
 * begins with step->cluster.  Returns the part that I am in.
 */
static ARCH_COLD uint32_t join(const struct barrier_lines *lines,
			       struct step *step, uint32_t me, uint32_t all,
			       uint32_t below)
{
	uint32_t mask = (UINT32_C(1) << below) - 1;
	uint32_t part, first, next, i, other;

	step->flags = (all + mask) >> below;
	step->parts = parts_of(all, step->flags);
	part = parts_with(step->parts, lines->cluster - step->cluster);
	first = first_core(lines,
			   step->cluster + parts_first(step->parts, part));
	next = first_core(lines,
			  step->cluster + parts_first(step->parts, part + 1));
	i = me - first;
	other = i + next - first;
	step->mine = rt_flag(step->row, part);
	step->to = i < all ? hub_of(lines, step->cluster + i) : NOBODY;
	step->and_to =
		other < all ? hub_of(lines, step->cluster + other) : NOBODY;
	return part;
}

/* From the last step to the first, each time into the part that I am in. */
void barrier_lines_place(struct barrier_lines *lines, struct team team,
			 uint32_t offset, uint32_t epoch)
{
	uint32_t me, size, cluster = 0, part, all;

	lines->team = team;
	lines->epoch = epoch;
	lines->given_up = offset +
		      (last_is_full(team.size) ? barrier_lines_bytes(team.size)
					       : rows_bytes(team.size)) -
		      rt_flag_bytes(1);
#if ARCH_NODES
	barrier_nodes_place(lines, offset + rows_bytes(team.size), epoch);
#endif
	me = barrier_lines_near(lines)->me;
	size = barrier_lines_near(lines)->size;
	all = (size + FLAGS - 1) >> FLAGS_LOG2;
	lines->steps = joins(size);
	lines->cores = parts_of(size, all);
	lines->cluster = parts_with(lines->cores, me);
	lines->hub = hub_of(lines, lines->cluster);
	for (uint32_t h = lines->steps; h-- > 0;) {
		struct step *step = &lines->step[h];

		step->row = rt_flag(offset, h << FLAGS_LOG2);
		step->number = h;
		step->cluster = cluster;
		if (h == 0) {
			lines_meet(lines, step, me);
		} else {
			part = join(lines, step, me, all, (h - 1) * FLAGS_LOG2);
			cluster += parts_first(step->parts, part);
			all = parts_first(step->parts, part + 1) -
			      parts_first(step->parts, part);
		}
	}
	if (epoch != 0) {
		rt_flags_preset(offset, lines->steps << FLAGS_LOG2, epoch);
		rt_flags_preset(lines->given_up, 1, 0);
	}
}

static ARCH_COLD uint32_t lines_bytes(const struct rt_run *run, uint32_t left)
{
	(void)left;
	return barrier_lines_bytes(run->count);
}

static ARCH_COLD void lines_place(const struct rt_run *run, uint32_t offset,
				  uint32_t size)
{
	(void)size;
	barrier_lines_place(&barrier_lines_world, team_world(), offset,
			    run->epoch);
}

static ARCH_COLD_DATA const struct rt_part own_part = {
	.name = "barrier_lines",
	.bytes = lines_bytes,
	.placed = lines_place,
};
RT_PART(own_part);

static ARCH_COLD const struct barrier_lines *lines_of(const struct step *step)
{
	const char *first = (const char *)(step - step->number);

	return (const void *)(first - offsetof(struct barrier_lines, step));
}

/* Who writes that flag of my cluster's row. */
static ARCH_COLD uint32_t writer(const void *of, uint32_t part)
{
	const struct step *step = of;
	const struct barrier_lines *lines = lines_of(step);
	const struct team *near = barrier_lines_near(lines);
	uint32_t first, cores, i = lines->cluster - step->cluster;

	if (step == &lines->step[0]) {
		first = first_core(lines, lines->cluster);
		return team_rank(near, first + part);
	}
	first = first_core(lines,
			   step->cluster + parts_first(step->parts, part));
	cores = first_core(lines,
			   step->cluster + parts_first(step->parts, part + 1)) -
		first;
	return team_rank(near, first + (i < cores ? i : i - cores));
}

ARCH_CALL int barrier_lines(struct barrier_lines *lines, uint64_t deadline)
{
	uint32_t epoch = ++lines->epoch;
	const struct step *end = lines->step + lines->steps;

	RT_TRACE("barrier by lines", epoch, 0);
	/* Pairs with the others' rt_await: then they read what I wrote. */
	FENCE(barrier_lines_quiet, arch_barrier_quiet());
	barrier_alone(lines->team.size);
	for (const struct step *s = lines->step; s < end; s++) {
		int error;

		if (s->to != NOBODY) {
			arch_inline_flag_write(s->to, s->mine, epoch);
		}
		if (s->and_to != NOBODY) {
			arch_flag_write(s->and_to, s->mine, epoch);
		}
		error = rt_await_all(lines->hub, s->row, s->flags, epoch,
				     deadline, writer, s,
				     "a step of a barrier by lines");
		if (error) {
			return error;
		}
	}
	return team_nodes(&lines->team) > 1 ? barrier_nodes(lines, deadline)
					    : WEFT_OK;
}

int weft_barrier_lines(weft_us_t within)
{
	RT_THREAD_ONLY();
	AGREE(&within, .name = "barrier_lines");
	return barrier_lines(&barrier_lines_world, rt_deadline(within));
}

/* Two signals for 64 cores, of a line of flags each. */
static ARCH_COLD uint32_t lines_cost(uint32_t bytes, uint32_t count,
				     const void *object)
{
	(void)bytes;
	(void)object;
	return arith_mul(joins(count), cost_signal());
}

const struct barrier barrier_is_lines = {
	.choose = {.name = "lines", .cost = lines_cost},
	.all = weft_barrier_lines,
};

#endif
