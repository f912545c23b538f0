/* SPDX-License-Identifier: Apache-2.0 */
#include "bsp/order.h"

#include <string.h>

#include "arch/small.h"
#include "runtime/console.h"
#include "runtime/panic.h"
#include "topology/arith.h"

struct bsp_options bsp_options = {.slot_us = ORDER_SLOT_US};

static uint32_t latin(struct order_step *steps, uint32_t me, uint32_t procs,
		      uint32_t superstep)
{
	uint32_t n = 0;

	(void)superstep;
	for (uint32_t r = 1; r < procs; r++) {
		uint32_t to = arith_add_mod(me, r, procs);
		uint32_t from = arith_sub_mod(me, r, procs);

		steps[n++] = (struct order_step){(uint16_t)to, true};
		steps[n++] = (struct order_step){(uint16_t)from, false};
	}
	return n;
}

/* Pairs are ordered by their receivers, then by their senders. */
static uint32_t naive(struct order_step *steps, uint32_t me, uint32_t procs,
		      uint32_t superstep)
{
	uint32_t n = 0;

	(void)superstep;
	for (uint32_t to = 0; to < procs; to++) {
		for (uint32_t from = 0; to == me && from < procs; from++) {
			if (from != me) {
				steps[n++] = (struct order_step){(uint16_t)from,
								 false};
			}
		}
		if (to != me) {
			steps[n++] = (struct order_step){(uint16_t)to, true};
		}
	}
	return n;
}

/* Ranks of pairs are numbers that look random, and differ for different pairs. */
static uint32_t rank_of(uint32_t from, uint32_t to, uint32_t superstep)
{
	uint32_t x = from << 8 | to;

	/* Steps that can be undone, by xor, shift and addition alone. */
	x += superstep << 16;
	for (int i = 0; i < 3; i++) {
		x += x << 10;
		x ^= x >> 6;
		x += x << 3;
		x ^= x >> 11;
		x += x << 15;
	}
	return x;
}

uint32_t order_draw(uint32_t from, uint32_t to, uint32_t turn, uint32_t n)
{
	uint32_t bits = arith_log2_ceil(n);
	uint32_t draw = rank_of(from, to, turn) & ((1u << bits) - 1);

	return draw < n ? draw : draw - n;
}

static uint32_t rank_of_step(const struct order_step *s, uint32_t me,
			     uint32_t superstep)
{
	return s->send ? rank_of(me, s->partner, superstep)
		       : rank_of(s->partner, me, superstep);
}

/* D. Shell's sort: no recursion, no room. */
static ARCH_COLD uint32_t random_order(struct order_step *steps, uint32_t me,
				       uint32_t procs, uint32_t superstep)
{
	uint32_t n = latin(steps, me, procs, superstep);

	for (uint32_t gap = 121; gap > 0; gap = gap == 121  ? 40
						: gap == 40 ? 13
						: gap == 13 ? 4
						: gap == 4  ? 1
							    : 0) {
		for (uint32_t i = gap; i < n; i++) {
			struct order_step s = steps[i];
			uint32_t rank = rank_of_step(&s, me, superstep);
			uint32_t j = i;

			for (; j >= gap && rank_of_step(&steps[j - gap], me,
							superstep) > rank;
			     j -= gap) {
				steps[j] = steps[j - gap];
			}
			steps[j] = s;
		}
	}
	return n;
}

const struct order bsp_orders[] = {
	{"latin", latin}, {"random", random_order}, {"naive", naive},
#if !BSP_PUSHES
	{"slots", NULL},
#endif
	{NULL, NULL},
};

ARCH_COLD const struct order *order_named(const char *name)
{
	char line[RT_CONSOLE_LINE];
	struct text t = text_in(line, sizeof(line));

	if (!name || !*name) {
		return bsp_orders;
	}
	text_put(&t, "WEFT_BSP_SCHEDULE=%s is none of:", name);
	for (const struct order *o = bsp_orders; o->name; o++) {
		if (strcmp(o->name, name) == 0) {
			return o;
		}
		text_put(&t, " %s", o->name);
	}
	*t.at = 0;
	rt_panic("%s", line);
}
