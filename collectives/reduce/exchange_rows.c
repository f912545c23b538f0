/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An exchange by rows: steps, clusters and hubs are those of the barrier by lines
 * (collectives/barrier/barrier_lines.c).
 */
#include <string.h>

#include "collectives/reduce/exchange_rows.h"
#include "runtime/mpb_map.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

/* So many times groups join, until there is one. */
uint32_t rows_steps(uint32_t n)
{
	uint32_t times = 0;

	for (; n > 1; n = (n + ROWS_ROW - 1) >> ROWS_LOG2) {
		times++;
	}
	return times;
}

#if ARCH_REMOTE_AWAIT

/* Core i of a group writes to cluster i, and as many on as the group has cores. */
static ARCH_COLD void exchange_rows_tell(struct exchange *x, uint32_t step,
					 uint32_t clusters)
{
	struct rows_step *s = &x->rows.step[step];
	struct rows_group mine = rows_group_of(x, step, s->mine);
	uint32_t i = x->team.me - mine.core;

	s->place = s->groups - 1 - s->mine;
	s->tells = 0;
	for (; i < clusters; i += mine.cores) {
		s->tell[s->tells++] = (uint16_t)rows_hub(x, s->first + i);
	}
}

/* Who writes the flags of the row that this core watches, by exchange_rows_tell(). */
static ARCH_COLD void hear(struct exchange *x, uint32_t step)
{
	struct rows_step *s = &x->rows.step[step];
	uint32_t row = x->rows.cluster - s->first;

	for (uint32_t place = 0; place < s->groups; place++) {
		struct rows_group from = rows_group_of(x, step, place);
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
	struct rows_step *s = &x->rows.step[h];
	uint32_t below = h > 0 ? (h - 1) * ROWS_LOG2 : 0;
	uint32_t mask = (UINT32_C(1) << below) - 1, next;

	s->first = *first;
	if (h == 0) {
		uint32_t core = rows_first(x, x->rows.cluster);

		s->groups = rows_first(x, x->rows.cluster + 1) - core;
		s->mine = x->team.me - core;
		exchange_rows_tell(x, h, 1);
		hear(x, h);
		return;
	}
	s->groups = (*clusters + mask) >> below;
	s->joined = parts_of(*clusters, s->groups);
	s->mine = parts_with(s->joined, x->rows.cluster - *first);
	exchange_rows_tell(x, h, *clusters);
	hear(x, h);
	next = parts_first(s->joined, s->mine + 1);
	*first += parts_first(s->joined, s->mine);
	*clusters = s->first + next - *first;
}

void rows_place(struct exchange *x, uint32_t flags, uint32_t epoch)
{
	uint32_t first = 0, size = x->team.size;
	uint32_t clusters = (size + ROWS_ROW - 1) >> ROWS_LOG2;

	x->rows.call = epoch;
	x->rows.flags = flags;
	x->rows.steps = rows_steps(size);
	x->rows.cores = parts_of(size, clusters);
	x->rows.cluster = parts_with(x->rows.cores, x->team.me);
	x->rows.hub = rows_hub(x, x->rows.cluster);
	x->rows.root = WEFT_TEAM_NOBODY;
	for (uint32_t h = x->rows.steps; h-- > 0;) {
		plan(x, h, &first, &clusters);
	}
}

/* Groups before mine, of which there are some: their ranks come before those that are known. */
static void go_back(struct exchanged *e, const struct rows_values *v,
		    uint32_t mine, bool known)
{
	_Alignas(16) uint32_t sum[ROWS_MOST / 4];
	uint32_t i = v->n - 1;

	memcpy(sum, rows_value(v, i), e->bytes);
	while (--mine > 0) {
		e->op->combine(sum, rows_value(v, --i), e->count);
	}
	if (known) {
		e->op->combine(sum, e->before, e->count);
	}
	memcpy(e->before, sum, e->bytes);
}

int rows_values(struct exchange *x, struct exchanged *e, uint64_t deadline)
{
	uint32_t call = ++x->rows.call, at = x->values, flags = x->rows.flags;
	uint32_t words = (e->bytes + 3) >> 2;
	struct rows_values v = {e, rows_log2(e->bytes), 0};
	const struct rows_step *end = x->rows.step + x->rows.steps;
	bool known = false; /* what some before me combine to */
	int error = WEFT_OK;

	RT_TRACE("exchange by rows", call, e->bytes);
	at += call & 1 ? x->bank : 0;
	e->all = e->row;
	for (const struct rows_step *s = x->rows.step; s < end; s++) {
		for (uint32_t i = 0; i < s->tells; i++) {
			rows_put(s->tell[i], at + (s->place << v.log2), e->all,
				 words);
			arch_flag_write(s->tell[i], rt_flag(flags, s->mine),
					call);
		}
		v.n = s->groups;
		error = rt_await_all(x->rows.hub, flags, v.n, call, deadline,
				     rows_writer, s, "a step of an exchange");
		if (error) {
			break;
		}
		rows_get(e->row, x->rows.hub, at, v.n << (v.log2 - 2));
		if (e->ask && s->mine > 0) {
			go_back(e, &v, s->mine, known);
			known = true;
		}
		rows_combine(&v);
		e->all = rows_value(&v, v.n - 1);
		flags += rt_flag_bytes(ROWS_ROW);
		at += x->fits << ROWS_LOG2;
	}
	return error;
}

#endif
