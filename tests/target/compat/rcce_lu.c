/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,4,17,48 time-out=240 */
/*
 * The skeleton of an LU solver: sweeps over a field that is cut in two dimensions, plane
 * by plane.  A UE waits for the edges of its neighbours to the north and west, solves
 * its block of the plane, and sends its own edges south and east: a front that runs
 * over the UEs.  The way back runs from the other corner.  A norm ends each sweep.
 */
#include <math.h>
#include <string.h>

#include "tests/target/tap.h"

#include <RCCE.h>

enum {
	SIDE = 6,
	PLANES = 5,
	SWEEPS = 3
}; /* of a UE's block */

static int np, me, across, down; /* the UEs in a row, in a column */
static int x, y;

/* A block with an edge of one value on all sides. */
struct block {
	int wide, high;
	double *at;
};

static double *cell(const struct block *b, int r, int c)
{
	return &b->at[r * (b->wide + 2) + c];
}

static struct block new_block(int wide, int high)
{
	struct block b = {wide, high, NULL};

	b.at = tap_room((size_t)((wide + 2) * (high + 2)) * sizeof(double));
	return b;
}

/* From the corner in the north west, or from the other one: each needs two before it. */
static void solve(struct block *b, int plane, int d)
{
	for (int i = 1; i <= b->high; i++) {
		int r = d > 0 ? i : b->high + 1 - i;

		for (int j = 1; j <= b->wide; j++) {
			int c = d > 0 ? j : b->wide + 1 - j;

			*cell(b, r, c) = 0.5 * *cell(b, r, c) +
					 0.25 * *cell(b, r - d, c) +
					 0.25 * *cell(b, r, c - d) + plane;
		}
	}
}

static int neighbour(int dx, int dy)
{
	int nx = x + dx, ny = y + dy;

	return nx < 0 || nx >= across || ny < 0 || ny >= down
		       ? -1
		       : ny * across + nx;
}

/* An edge of mine goes there, or one of theirs comes: a column is packed. */
static int edge(struct block *b, int dx, int dy, bool sends)
{
	double packed[SIDE];
	int ue = neighbour(dx, dy), inner = sends ? 0 : 1, error;

	if (ue < 0) {
		return RCCE_SUCCESS;
	}
	for (int i = 0; sends && i < SIDE; i++) {
		packed[i] = dx ? *cell(b, i + 1, dx > 0 ? SIDE : 1)
			       : *cell(b, dy > 0 ? SIDE : 1, i + 1);
	}
	error = sends ? RCCE_send((char *)packed, sizeof(packed), ue)
		      : RCCE_recv((char *)packed, sizeof(packed), ue);
	for (int i = 0; inner && i < SIDE; i++) {
		*(dx ? cell(b, i + 1, dx > 0 ? SIDE + 1 : 0)
		     : cell(b, dy > 0 ? SIDE + 1 : 0, i + 1)) = packed[i];
	}
	return error;
}

static int sweep(struct block *b, int d)
{
	int error = 0;

	for (int p = 0; p < PLANES; p++) {
		error += edge(b, 0, -d, false);
		error += edge(b, -d, 0, false);
		solve(b, p, d);
		error += edge(b, 0, d, true);
		error += edge(b, d, 0, true);
	}
	return error;
}

static double norm(const struct block *b)
{
	double sum = 0;

	for (int r = 1; r <= b->high; r++) {
		for (int c = 1; c <= b->wide; c++) {
			sum += *cell(b, r, c) * *cell(b, r, c);
		}
	}
	return sum;
}

static bool same(const struct block *mine, const struct block *all)
{
	bool ok = true;

	for (int r = 1; r <= SIDE; r++) {
		for (int c = 1; c <= SIDE; c++) {
			ok = ok && fabs(*cell(mine, r, c) -
					*cell(all, y * SIDE + r,
					      x * SIDE + c)) < 1e-12;
		}
	}
	return ok;
}

int RCCE_APP(int argc, char **argv)
{
	struct block mine, all;
	int error = RCCE_init(&argc, &argv);
	double part, total = 0;

	tap_begin();
	np = RCCE_num_ues();
	me = RCCE_ue();
	for (int i = 1; i * i <= np; i++) {
		down = np % i == 0 ? i : down;
	}
	across = np / down;
	x = me % across;
	y = me / across;
	mine = new_block(SIDE, SIDE);
	all = new_block(SIDE * across, SIDE * down);
	for (int s = 0; s < SWEEPS; s++) {
		error += sweep(&mine, 1) + sweep(&mine, -1);
		part = norm(&mine);
		error += RCCE_allreduce((char *)&part, (char *)&total, 1,
					RCCE_DOUBLE, RCCE_SUM, RCCE_COMM_WORLD);
		for (int p = 0; p < 2 * PLANES; p++) {
			solve(&all, p % PLANES, p < PLANES ? 1 : -1);
		}
	}
	tap_ok(!error, "no error on %d by %d UEs", across, down);
	tap_ok(same(&mine, &all), "each block is what one core alone has");
	tap_ok(fabs(total / norm(&all) - 1) < 1e-8, "the norm");
	RCCE_finalize();
	return tap_end();
}
