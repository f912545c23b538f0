/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of an exchange: who is where, and a row of values that has been read. */
#ifndef COLLECTIVES_EXCHANGE_ROWS_H
#define COLLECTIVES_EXCHANGE_ROWS_H

#include "collectives/reduce/exchange.h"

#if ARCH_REMOTE_AWAIT

static inline uint32_t rows_first(const struct exchange *x, uint32_t cluster)
{
	return parts_first(x->rows.cores, cluster);
}

/* In the middle: none of its cluster has far to go. */
static inline uint32_t rows_hub(const struct exchange *x, uint32_t cluster)
{
	uint32_t both = rows_first(x, cluster) + rows_first(x, cluster + 1);

	return team_rank(&x->team, both >> 1);
}

/* The cores of a group that a step joins: the first, and how many. */
struct rows_group {
	uint32_t core, cores;
};

static inline struct rows_group rows_group_of(const struct exchange *x,
					      uint32_t step, uint32_t place)
{
	const struct rows_step *s = &x->rows.step[step];
	uint32_t core, next;

	if (step == 0) {
		return (struct rows_group){rows_first(x, s->first) + place, 1};
	}
	core = rows_first(x, s->first + parts_first(s->joined, place));
	next = rows_first(x, s->first + parts_first(s->joined, place + 1));
	return (struct rows_group){core, next - core};
}

static uint32_t rows_writer(const void *of, uint32_t place)
{
	const struct rows_step *step = of;

	return step->from[place];
}

/* Words of values, which flags order: by copies, if they are many. */
enum {
	ROWS_FEW = 8
};

static inline void rows_put(uint32_t rank, uint32_t at, const uint32_t *from,
			    uint32_t words)
{
	if (EXCHANGE_LONGER && words > ROWS_FEW) {
		arch_put(rank, ARCH_WINDOW_MPB, at, from, words << 2);
	} else {
		arch_flags_write(rank, at, from, words);
	}
}

static inline void rows_get(uint32_t *to, uint32_t rank, uint32_t at,
			    uint32_t words)
{
	if (EXCHANGE_LONGER && words > ROWS_FEW) {
		arch_get(to, rank, ARCH_WINDOW_MPB, at, words << 2);
	} else {
		arch_flags_read(to, rank, at, words);
	}
}

/* A row of values in private memory, the last group's first. */
struct rows_values {
	const struct exchanged *e;
	uint32_t log2; /* of the bytes from one to the next */
	uint32_t n;
};

static inline uint32_t rows_log2(uint32_t bytes)
{
	uint32_t log2 = bytes > ROWS_MOST / 2 ? ROWS_MOST_LOG2 : 2;

	while (bytes > UINT32_C(1) << log2) {
		log2++;
	}
	return log2;
}

static inline void *rows_value(const struct rows_values *v, uint32_t i)
{
	return (char *)v->e->row + (i << v->log2);
}

/*
 * All of a row, to its end, where group 0's value is: by one call if combine allows
 * that.  It then combines value 1 with value 0, value 2 with that, and so on.
 */
static inline void rows_combine(const struct rows_values *v)
{
	const struct exchanged *e = v->e;
	uint32_t i = v->n - 1;

	if (e->op->in_order && e->bytes >> v->log2) {
		i = e->count == 1 ? i : arith_mul(e->count, i);
		e->op->combine(rows_value(v, 1), rows_value(v, 0), i);
		return;
	}
	while (i-- > 0) {
		e->op->combine(rows_value(v, v->n - 1), rows_value(v, i),
			       e->count);
	}
}

#endif
#endif
