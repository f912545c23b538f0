/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "collectives/reduce/exchange.h"
#include "arch/fence.h"
#include "runtime/mpb_map.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

struct exchange exchange_world;

/* Shares of a window, log2, that values may take. */
enum {
	WORLD_SHARE = 3,
	TEAM_SHARE = 5,
};

/* So many times groups join, until there is one. */
static ARCH_COLD uint32_t joins(uint32_t n)
{
	uint32_t times = 0;

	for (; n > 1; n = (n + EXCHANGE_ROW - 1) >> EXCHANGE_LOG2) {
		times++;
	}
	return times;
}

/* Bytes of a bank whose values are of so many. */
static ARCH_COLD uint32_t bank_bytes(uint32_t count, uint32_t fits)
{
	return arith_mul(joins(count), fits) << EXCHANGE_LOG2;
}

/* The largest value that leaves two banks within their share of a window. */
static ARCH_COLD uint32_t fits_in(uint32_t count, uint32_t share)
{
	uint32_t most = arch_window_bytes(ARCH_WINDOW_MPB) >> share;
	uint32_t fits = EXCHANGE_MOST;

	while (fits > sizeof(uint32_t) && 2 * bank_bytes(count, fits) > most) {
		fits >>= 1;
	}
	return fits;
}

static ARCH_COLD uint32_t flag_bytes(uint32_t count)
{
	return rt_flag_bytes(joins(count) << EXCHANGE_LOG2);
}

static ARCH_COLD uint32_t first_core(const struct exchange *x, uint32_t cluster)
{
	return parts_first(x->cores, cluster);
}

/* In the middle: none of its cluster has far to go. */
static ARCH_COLD uint32_t hub_of(const struct exchange *x, uint32_t cluster)
{
	uint32_t both = first_core(x, cluster) + first_core(x, cluster + 1);

	return team_rank(&x->team, both >> 1);
}

/* The cores of a group that a step joins: the first, and how many. */
struct group {
	uint32_t core, cores;
};

static ARCH_COLD struct group group_of(const struct exchange *x, uint32_t step,
				       uint32_t place)
{
	const struct exchange_step *s = &x->step[step];
	uint32_t core, next;

	if (step == 0) {
		return (struct group){first_core(x, s->first) + place, 1};
	}
	core = first_core(x, s->first + parts_first(s->joined, place));
	next = first_core(x, s->first + parts_first(s->joined, place + 1));
	return (struct group){core, next - core};
}

/*
 * Rows are those of the group's clusters, or of its cores.  Core i of a part writes to
 * row i, and as many cores on as the part has, and so on.
 */
static ARCH_COLD void tell(struct exchange *x, uint32_t step, uint32_t clusters)
{
	struct exchange_step *s = &x->step[step];
	struct group mine = group_of(x, step, s->mine);
	uint32_t core = first_core(x, s->first);
	uint32_t rows = ARCH_REMOTE_AWAIT
				? clusters
				: first_core(x, s->first + clusters) - core;

	s->place = s->groups - 1 - s->mine;
	s->tells = 0;
	for (uint32_t i = x->team.me - mine.core; i < rows; i += mine.cores) {
		s->tell[s->tells++] =
			(uint16_t)(ARCH_REMOTE_AWAIT
					   ? hub_of(x, s->first + i)
					   : team_rank(&x->team, core + i));
	}
}

/* Who writes the flags of the row that this core watches, by tell(). */
static ARCH_COLD void hear(struct exchange *x, uint32_t step)
{
	struct exchange_step *s = &x->step[step];
	uint32_t row = ARCH_REMOTE_AWAIT ? x->cluster - s->first
					 : x->team.me - first_core(x, s->first);

	for (uint32_t place = 0; place < s->groups; place++) {
		struct group from = group_of(x, step, place);
		uint32_t i = row;

		while (i >= from.cores) {
			i -= from.cores;
		}
		s->from[place] = (uint16_t)team_rank(&x->team, from.core + i);
	}
}

/*
 * Step 0 joins the cores of a cluster; step h groups of up to 8^(h - 1) clusters.
 * `*first` and `*clusters` are what step h + 1 has as one group, and become that of h.
 */
static ARCH_COLD void plan(struct exchange *x, uint32_t h, uint32_t *first,
			   uint32_t *clusters)
{
	struct exchange_step *s = &x->step[h];
	uint32_t below = h > 0 ? (h - 1) * EXCHANGE_LOG2 : 0;
	uint32_t mask = (UINT32_C(1) << below) - 1, next;

	s->first = *first;
	if (h == 0) {
		uint32_t core = first_core(x, x->cluster);

		s->groups = first_core(x, x->cluster + 1) - core;
		s->mine = x->team.me - core;
		tell(x, h, 1);
		hear(x, h);
		return;
	}
	s->groups = (*clusters + mask) >> below;
	s->joined = parts_of(*clusters, s->groups);
	s->mine = parts_with(s->joined, x->cluster - *first);
	tell(x, h, *clusters);
	hear(x, h);
	next = parts_first(s->joined, s->mine + 1);
	*first += parts_first(s->joined, s->mine);
	*clusters = s->first + next - *first;
}

static ARCH_COLD void place_in(struct exchange *x, struct team team,
			       uint32_t offset, uint32_t epoch)
{
	uint32_t first = 0;
	uint32_t clusters = (team.size + EXCHANGE_ROW - 1) >> EXCHANGE_LOG2;

	x->team = team;
	x->call = epoch;
	x->flags = offset;
	x->steps = joins(team.size);
	x->values = offset + flag_bytes(team.size);
	x->bank = bank_bytes(team.size, x->fits);
	x->cores = parts_of(team.size, clusters);
	x->cluster = parts_with(x->cores, team.me);
	x->hub = ARCH_REMOTE_AWAIT ? hub_of(x, x->cluster) : arch_rank();
	for (uint32_t h = x->steps; h-- > 0;) {
		plan(x, h, &first, &clusters);
	}
}

uint32_t exchange_bytes(uint32_t count)
{
	return flag_bytes(count) +
	       2 * bank_bytes(count, fits_in(count, TEAM_SHARE));
}

void exchange_place(struct exchange *x, struct team team, uint32_t offset,
		    uint32_t epoch)
{
	x->fits = fits_in(arch_count(), TEAM_SHARE);
	place_in(x, team, offset, epoch);
}

static ARCH_COLD uint32_t bytes(const struct rt_run *run, uint32_t left)
{
	uint32_t count = run->count;

	(void)left;
	return flag_bytes(count) +
	       2 * bank_bytes(count, fits_in(count, WORLD_SHARE));
}

static ARCH_COLD void place(const struct rt_run *run, uint32_t offset,
			    uint32_t size)
{
	struct exchange *x = &exchange_world;

	(void)size;
	x->fits = fits_in(run->count, WORLD_SHARE);
	place_in(x, team_world(), offset, run->epoch);
	if (run->epoch != 0) {
		rt_flags_preset(x->flags, x->steps << EXCHANGE_LOG2,
				run->epoch);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "exchange",
	.bytes = bytes,
	.placed = place,
};
RT_PART(part);

/* Every wait asks, so it is no cold text, which some chips have far away. */
static uint32_t writer(const void *of, uint32_t place)
{
	const struct exchange_step *step = of;

	return step->from[place];
}

/* A row of values in private memory, the last group's first. */
struct values {
	const struct exchanged *e;
	uint32_t log2; /* of the bytes from one to the next */
	uint32_t n;
};

static inline void *value(const struct values *v, uint32_t i)
{
	return (char *)v->e->row + (i << v->log2);
}

/*
 * All of a row, to its end, where group 0's value is: by one call if combine allows
 * that.  It then combines value 1 with value 0, value 2 with that, and so on.
 */
static void combine_row(const struct values *v)
{
	const struct exchanged *e = v->e;
	uint32_t i = v->n - 1;

	if (e->op->in_order && e->bytes >> v->log2) {
		i = e->count == 1 ? i : arith_mul(e->count, i);
		e->op->combine(value(v, 1), value(v, 0), i);
		return;
	}
	while (i-- > 0) {
		e->op->combine(value(v, v->n - 1), value(v, i), e->count);
	}
}

/* Groups before mine, of which there are some: their ranks come before those that are known. */
static void go_back(struct exchanged *e, const struct values *v, uint32_t mine,
		    bool known)
{
	_Alignas(16) uint32_t sum[EXCHANGE_MOST / 4];
	uint32_t i = v->n - 1;

	memcpy(sum, value(v, i), e->bytes);
	while (--mine > 0) {
		e->op->combine(sum, value(v, --i), e->count);
	}
	if (known) {
		e->op->combine(sum, e->before, e->count);
	}
	memcpy(e->before, sum, e->bytes);
}

int exchange_values(struct exchange *x, struct exchanged *e, uint64_t deadline)
{
	uint32_t call = ++x->call, at = x->values, flags = x->flags;
	uint32_t words = (e->bytes + 3) >> 2;
	struct values v = {e, 2, 0};
	const struct exchange_step *end = x->step + x->steps;
	bool known = false; /* what some before me combine to */
	int error = WEFT_OK;

	RT_TRACE("exchange", call, e->bytes);
	while (e->bytes > UINT32_C(1) << v.log2) {
		v.log2++;
	}
	at += call & 1 ? x->bank : 0;
	FENCE(exchange_quiet, arch_quiet());
	e->all = e->row;
	for (const struct exchange_step *s = x->step; s < end; s++) {
		for (uint32_t i = 0; i < s->tells; i++) {
			arch_flags_write(s->tell[i], at + (s->place << v.log2),
					 e->all, words);
			arch_flag_write(s->tell[i], rt_flag(flags, s->mine),
					call);
		}
		v.n = s->groups;
		error = rt_await_all(x->hub, flags, v.n, call, deadline, writer,
				     s, "a step of an exchange");
		if (error) {
			break;
		}
		arch_flags_read(e->row, x->hub, at, v.n << (v.log2 - 2));
		if (e->ask && s->mine > 0) {
			go_back(e, &v, s->mine, known);
			known = true;
		}
		combine_row(&v);
		e->all = value(&v, v.n - 1);
		flags += rt_flag_bytes(EXCHANGE_ROW);
		at += x->fits << EXCHANGE_LOG2;
	}
	return error;
}
