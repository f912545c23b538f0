/* SPDX-License-Identifier: Apache-2.0 */
/* What the points are at the start. */
#include "examples/bspbt/bt.h"

struct bt bt;

/* What it will be: polynomials of the place, u0 + those of x, y and z from degree 1 on. */
static const double exact[PARTS][1 + 4 * DIRECTIONS] = {
	{2, 0, 5, 0.02, 0.5, 0, 3, 0.01, 0.4, 4, 0.5, 0.03, 0.3},
	{1, 0, 1, 0.01, 0.4, 0, 2, 0.03, 0.3, 0, 3, 0.02, 0.5},
	{2, 2, 0, 0.04, 0.3, 0, 2, 0.03, 0.5, 0, 3, 0.05, 0.4},
	{2, 2, 0, 0.03, 0.2, 0, 2, 0.05, 0.1, 0, 3, 0.04, 0.3},
	{5, 4, 0.1, 0.05, 0.1, 3, 0.4, 0.04, 0.3, 2, 0.3, 0.03, 0.2},
};

double exact_part(int part, const double *at)
{
	const double *c = exact[part];
	double sum = c[0];

	for (uint32_t d = X; d <= Z; d++) {
		sum += at[d] * (c[4 * d + 1] +
				at[d] * (c[4 * d + 2] +
					 at[d] * (c[4 * d + 3] +
						  at[d] * c[4 * d + 4])));
	}
	return sum;
}

/* The benchmark's start: what the six faces say, blended along the three directions. */
double start_part(int part, const double *at)
{
	double product = 1;

	for (uint32_t d = X; d <= Z; d++) {
		double face[DIRECTIONS] = {at[X], at[Y], at[Z]}, low, high;

		face[d] = 0;
		low = exact_part(part, face);
		face[d] = 1;
		high = exact_part(part, face);
		product *= 1 - (at[d] * high + (1 - at[d]) * low);
	}
	return 1 - product; /* a + b + c - ab - bc - ca + abc */
}

/* Points of my lines: at the start, or as they will be. */
static void set(uint32_t direction, bool exactly)
{
	uint32_t at[DIRECTIONS];
	double place[DIRECTIONS];

	for (uint32_t l = 0; l < bt.count[direction]; l++) {
		for (uint32_t i = 0; i < bt.n; i++) {
			bool edge = i == 0 || i == bt.n - 1;
			double *u = line_of(direction, l)[i].u;

			place_of(direction, l, i, at);
			for (uint32_t d = X; d <= Z; d++) {
				place[d] = at[d] / (double)(bt.n - 1);
			}
			for (int m = 0; m < PARTS; m++) {
				u[m] = exactly || edge ? exact_part(m, place)
						       : start_part(m, place);
			}
		}
	}
}

void begin(void)
{
	uint32_t lines = bt.within * bt.within;

	for (uint32_t d = X; d <= Z; d++) {
		size_t points;

		bt.first[d] = first_of(bt.me, bt.p, lines);
		bt.count[d] = first_of(bt.me + 1, bt.p, lines) - bt.first[d];
		points = (size_t)bt.count[d] * bt.n;
		bt.lines[d] = room(points * sizeof(*bt.lines[d]));
		bt.force[d] = room(points * sizeof(*bt.force[d]));
		set(d, true);
		for (uint32_t l = 0; l < bt.count[d]; l++) {
			differences(d, line_of(d, l), bt.n,
				    bt.force[d] + (size_t)l * bt.n);
		}
		set(d, false);
		if (!bt.alone) {
			bsp_push_reg(bt.lines[d],
				     (int)(points * sizeof(*bt.lines[d])));
		}
	}
	bt.work = room(bt.n * sizeof(*bt.work));
	bt.now = room(bt.n * sizeof(*bt.now));
	if (!bt.alone) {
		bsp_sync();
	}
}
