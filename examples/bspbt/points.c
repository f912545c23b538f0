/* SPDX-License-Identifier: Apache-2.0 */
/* Which points are where, what they are at the start, and their way from one line to another. */
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

/* Lines and points ---------------------------------------------------------- */

/* Lines are numbered by their places along the two other directions, z before y before x. */
static uint32_t high_of(uint32_t direction)
{
	return direction == Z ? Y : Z;
}

static uint32_t low_of(uint32_t direction)
{
	return direction == X ? Y : X;
}

void place_of(uint32_t direction, uint32_t line, uint32_t i, uint32_t *at)
{
	line += bt.first[direction];
	at[high_of(direction)] = line / bt.within + 1;
	at[low_of(direction)] = line % bt.within + 1;
	at[direction] = i;
}

void turn(uint32_t from, uint32_t to, bool all)
{
	uint32_t lines = bt.within * bt.within, at[DIRECTIONS];
	size_t skip = all ? 0 : offsetof(struct point, r);

	for (uint32_t l = 0; l < bt.count[from]; l++) {
		for (uint32_t i = 1; i < bt.n - 1; i++) {
			char *own = (char *)&line_of(from, l)[i] + skip;
			uint32_t line, pid;
			size_t offset;

			place_of(from, l, i, at);
			line = (at[high_of(to)] - 1) * bt.within +
			       at[low_of(to)] - 1;
			pid = part_of(line, bt.p, lines);
			line -= first_of(pid, bt.p, lines);
			offset = (line * bt.n + at[to]) * sizeof(struct point) +
				 skip;
			if (bt.alone) {
				memcpy((char *)bt.lines[to] + offset, own,
				       sizeof(struct point) - skip);
			} else {
				bsp_put((int)pid, own, bt.lines[to],
					(int)offset,
					(int)(sizeof(struct point) - skip));
			}
		}
	}
	if (!bt.alone) {
		bsp_sync();
	}
}

/* The benchmark's start: what the six faces say, blended along the three directions. */
static double blend(int part, const double *at)
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
						       : blend(m, place);
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
