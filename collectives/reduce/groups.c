/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A long reduction where there are more cores than the chunk buffers have room for shares of
 * a chunk (shares.h): in two levels, so that a core reads from the square root of all cores
 * twice, not from all.
 *
 * Groups are ranks in a row.  Each core puts its chunk into its own MPB.  In each group a core
 * combines its run of pieces, the same run for the same place in all groups; of each run's
 * pieces those of all groups are then combined, piece by piece, by one of the cores that
 * have them.  Both are done in the order of ranks, and a result is written over what it was made of
 * in the MPB of the core that made it, which nobody else reads: so there is no other room.
 * Then all get all pieces.
 */
#include "arch/arch.h"
#include "collectives/reduce/groups.h"
#include "runtime/why.h"

struct groups {
	const struct job *job;
	struct cut cut;  /* of the chunk under way, into pieces */
	uint32_t pieces; /* that have elements */
	uint32_t run;    /* pieces of a core at the first level */
	uint32_t log2;   /* of a group's cores; the last one may have fewer */
	uint32_t groups;
	uint32_t mine; /* my group */
};

/* A piece, its run, where it is in that, and the group that ends it. */
struct piece {
	uint32_t number, run, place, group;
};

static struct piece piece_at(const struct groups *g, uint32_t number)
{
	struct piece p = {.number = number};

	p.run = arith_div(number, g->run, &p.place);
	arith_div(number, g->groups, &p.group);
	return p;
}

static void piece_next(const struct groups *g, struct piece *p)
{
	if (++p->number == g->pieces) {
		*p = (struct piece){0, 0, 0, 0};
		return;
	}
	if (++p->place == g->run) {
		p->place = 0;
		p->run++;
	}
	if (++p->group == g->groups) {
		p->group = 0;
	}
}

static uint32_t group_cores(const struct groups *g, uint32_t group)
{
	uint32_t left = g->job->team->size - (group << g->log2);

	return left < UINT32_C(1) << g->log2 ? left : UINT32_C(1) << g->log2;
}

/* The core of a group that has that run. */
static uint32_t owner(const struct groups *g, uint32_t group, uint32_t run)
{
	uint32_t cores = group_cores(g, group);

	while (run >= cores) {
		run -= cores;
	}
	return (group << g->log2) + run;
}

/* Of the first level, in my group: from core i of it; of the second: from group i. */
static uint32_t source(const struct groups *g, const struct piece *p,
		       bool second, uint32_t i)
{
	uint32_t rank = second ? owner(g, i, p->run) : (g->mine << g->log2) + i;

	return team_rank(g->job->team, rank);
}

/* So many elements from the piece's first on, of one level, into my own MPB. */
static void groups_combine(const struct groups *g, const struct piece *p,
			   bool second, uint32_t count)
{
	const struct job *job = g->job;
	uint32_t at = cut_place(&g->cut, p->number), bytes, n;
	uint32_t all = second ? g->groups : group_cores(g, g->mine);
	uint32_t most = piece_elements(job);
	struct pieces room;

	for (; count > 0; count -= n, at += bytes) {
		n = count < most ? count : most;
		bytes = job_bytes(job, n);
		piece_read(room.into, source(g, p, second, 0), at, bytes);
		for (uint32_t i = 1; i < all; i++) {
			piece_read(room.from, source(g, p, second, i), at,
				   bytes);
			job->op->combine(room.into, room.from, n);
		}
		arch_put(arch_rank(), ARCH_WINDOW_MPB, at, room.into, bytes);
	}
}

/* My runs, of my group; pieces in a row at once, if nothing is free between them. */
static void groups_first(const struct groups *g)
{
	uint32_t run = g->job->team->me - (g->mine << g->log2);
	bool dense = job_bytes(g->job, g->cut.each) == g->cut.bytes;

	for (; run >> g->log2 == 0; run += group_cores(g, g->mine)) {
		struct piece p = {.number = arith_mul(run, g->run), .run = run};
		uint32_t end = p.number + g->run, count = 0;

		end = end < g->pieces ? end : g->pieces;
		for (uint32_t n = p.number; n < end; n++) {
			count += cut_share(&g->cut, n).n;
			if (!dense || n + 1 == end) {
				groups_combine(g, &p, false, count);
				count = 0;
				p.number = n + 1;
			}
		}
	}
}

/* Those pieces of my runs that are mine to end, of all groups. */
static void groups_second(const struct groups *g)
{
	uint32_t run = g->job->team->me - (g->mine << g->log2);

	for (; run >> g->log2 == 0; run += group_cores(g, g->mine)) {
		struct piece p = piece_at(g, arith_mul(run, g->run));

		while (p.number < g->pieces && p.run == run) {
			if (p.group == g->mine) {
				groups_combine(g, &p, true,
					       cut_share(&g->cut, p.number).n);
			}
			if (p.number + 1 == g->pieces) {
				break;
			}
			piece_next(g, &p);
		}
	}
}

/* All pieces from where they were ended, not all cores from the same one first. */
static void groups_get(const struct groups *g, char *to)
{
	const struct job *job = g->job;
	uint32_t first;
	struct piece p;

	arith_div(job->team->me, g->pieces, &first);
	p = piece_at(g, first);
	do {
		struct share share = cut_share(&g->cut, p.number);

		arch_get(to + job_bytes(job, share.at),
			 team_rank(job->team, owner(g, p.group, p.run)),
			 ARCH_WINDOW_MPB, cut_place(&g->cut, p.number),
			 job_bytes(job, share.n));
		piece_next(g, &p);
	} while (p.number != first);
}

static void groups_cut(struct groups *g, size_t left)
{
	uint32_t rest, cores = UINT32_C(1) << g->log2;

	cut_next(&g->cut, g->job, left);
	g->pieces =
		arith_div(g->cut.count + g->cut.each - 1, g->cut.each, &rest);
	g->run = (g->pieces + cores - 1) >> g->log2;
}

int reduce_groups(const struct job *job, const struct cut *cut, size_t count)
{
	uint32_t log2 = (arith_log2_ceil(job->team->size) + 1) >> 1;
	struct groups g = {
		.job = job,
		.cut = *cut,
		.log2 = log2,
		.groups = ((job->team->size - 1) >> log2) + 1,
		.mine = job->team->me >> log2,
	};
	const char *from = job->send;
	char *to = job->recv;

	while (count > 0) {
		int error;
		uint32_t bytes;

		groups_cut(&g, count);
		bytes = job_bytes(job, g.cut.count);
		cut_put(job, &g.cut, from);
		error = job_meet(job);
		if (!error) {
			groups_first(&g);
			error = job_meet(job);
		}
		if (!error) {
			groups_second(&g);
			error = job_meet(job);
		}
		if (error) {
			return error;
		}
		if (to) {
			groups_get(&g, to);
			to += bytes;
		}
		from += bytes;
		count -= g.cut.count;
		error = job_meet(job);
		if (error) {
			return error;
		}
	}
	return WEFT_OK;
}
