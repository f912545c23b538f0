/* SPDX-License-Identifier: Apache-2.0 */
/* Where the charges are: at the largest and smallest of the benchmark's numbers. */
#include "examples/bspmg/mg.h"

enum {
	CHARGES = 10,
};

/* A number of the benchmark's, of 46 bits, and which one: from the largest on. */
struct candidate {
	uint64_t value;
	uint32_t point, unused;
};

struct candidates {
	struct candidate high[CHARGES], low[CHARGES];
};

static struct candidates chosen;

/* Keeps the first CHARGES in order; `low` ones are kept with their values turned. */
static void keep(struct candidate *list, uint64_t value, uint32_t point)
{
	uint32_t i = CHARGES;

	for (; i > 0 && list[i - 1].value < value; i--) {
		if (i < CHARGES) {
			list[i] = list[i - 1];
		}
	}
	if (i < CHARGES) {
		list[i] = (struct candidate){value, point, 0};
	}
}

#define RANDOM_MASK ((UINT64_C(1) << 46) - 1)

static uint64_t random_power(uint32_t exponent)
{
	uint64_t result = 1, base = 1220703125; /* 5^13 */

	for (; exponent > 0; exponent >>= 1) {
		result = exponent & 1 ? result * base & RANDOM_MASK : result;
		base = base * base & RANDOM_MASK;
	}
	return result;
}

void place_charges(void)
{
	const struct level *g = &mg.level[mg.top];
	uint32_t from = g->first * mg.n * mg.n,
		 points = g->planes * mg.n * mg.n;
	uint64_t x = 314159265 * random_power(from) & RANDOM_MASK;
	void *tag, *payload;

	memset(&chosen, 0, sizeof(chosen));
	for (uint32_t i = from; i < from + points; i++) {
		x = x * 1220703125 & RANDOM_MASK;
		keep(chosen.high, x, i);
		keep(chosen.low, RANDOM_MASK - x, i);
	}
	if (!mg.alone) {
		for (uint32_t i = 0; i < mg.p; i++) {
			bsp_send((int)i, NULL, &chosen, sizeof(chosen));
		}
		bsp_sync();
		memset(&chosen, 0, sizeof(chosen));
	}
	while (!mg.alone && bsp_hpmove(&tag, &payload) >= 0) {
		const struct candidates *c = payload;

		for (uint32_t i = 0; i < CHARGES; i++) {
			keep(chosen.high, c->high[i].value, c->high[i].point);
			keep(chosen.low, c->low[i].value, c->low[i].point);
		}
	}
	for (uint32_t i = 0; i < 2 * CHARGES; i++) {
		bool high = i < CHARGES;
		uint32_t at = high ? chosen.high[i].point
				   : chosen.low[i - CHARGES].point;

		if (at - from < points) {
			at -= from;
			row(g, mg.v, at / (mg.n * mg.n) + 1,
			    at / mg.n % mg.n + 1)[at % mg.n + 1] =
				high ? 1 : -1;
		}
	}
}
