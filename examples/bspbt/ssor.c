/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LU: the residual, and a step of symmetric successive over-relaxation.  A process has some of
 * the rows.  A step goes through all points upwards and downwards, and a point needs those
 * before it in each direction: so process q is at plane k in superstep k + q of a sweep, and
 * tells the next one its last row's line of that plane.
 */
#include "examples/bspbt/ssor.h"

#define OVER 1.2 /* relaxed by so much */

struct lu lu;

static uint32_t stride_of(uint32_t direction)
{
	return direction == X ? 1 : direction == Z ? bt.n : bt.n * bt.n;
}

/* Adds what changes points `from` to before `to` of the line that begins at a point. */
static void add_line(uint32_t direction, uint32_t begin, uint32_t from,
		     uint32_t to)
{
	uint32_t stride = stride_of(direction);

	for (uint32_t i = from > 2 ? from - 2 : 0; i < to + 2 && i < bt.n;
	     i++) {
		memcpy(bt.lines[X][i].u, lu.u[begin + i * stride],
		       sizeof(*lu.u));
	}
	memset(bt.now, 0, bt.n * sizeof(*bt.now));
	differences_of(direction, bt.lines[X], bt.n, from, to, bt.now);
	for (uint32_t i = from; i < to; i++) {
		for (int m = 0; m < PARTS; m++) {
			lu.r[begin + i * stride][m] += bt.now[i][m];
		}
	}
}

void lu_rest(void)
{
	uint32_t last = bt.n - 1;

	for (uint32_t y = lu.first; y < lu.end; y++) {
		for (uint32_t i = point_at(y, 0, 0); i < point_at(y + 1, 0, 0);
		     i++) {
			for (int m = 0; m < PARTS; m++) {
				lu.r[i][m] = -lu.force[i][m];
			}
		}
		for (uint32_t i = 1; i < last; i++) {
			add_line(X, point_at(y, i, 0), 1, last);
			add_line(Z, point_at(y, 0, i), 1, last);
		}
	}
	for (uint32_t z = 1; z < last && lu.first < lu.end; z++) {
		for (uint32_t x = 1; x < last; x++) {
			add_line(Y, point_at(0, z, x), lu.first, lu.end);
		}
	}
}

/* x becomes what it is divided by a, from the left. */
static void divide_by(double (*a)[PARTS], double *x)
{
	for (int k = 0; k < PARTS; k++) {
		double pivot = 1 / a[k][k];

		for (int i = k + 1; i < PARTS; i++) {
			double f = a[i][k] * pivot;

			for (int j = k + 1; j < PARTS; j++) {
				a[i][j] -= f * a[k][j];
			}
			x[i] -= f * x[k];
		}
	}
	for (int k = PARTS - 1; k >= 0; k--) {
		for (int j = k + 1; j < PARTS; j++) {
			x[k] -= a[k][j] * x[j];
		}
		x[k] /= a[k][k];
	}
}

/* A point, after the three before it that way. */
static void relax(uint32_t at, int way)
{
	double own[PARTS][PARTS] = {{0}}, sum[PARTS] = {0}, *r = lu.r[at];

	for (uint32_t d = X; d <= Z; d++) {
		double m[PARTS][PARTS] = {{0}};
		uint32_t near = way > 0 ? at - stride_of(d) : at + stride_of(d);

		add_neighbour(d, m, lu.u[near], -way);
		add_own(d, own, lu.u[at]);
		for (int i = 0; i < PARTS; i++) {
			for (int j = 0; j < PARTS; j++) {
				sum[i] += OVER * m[i][j] * lu.r[near][j];
			}
		}
	}
	for (int i = 0; i < PARTS; i++) {
		own[i][i] += 1;
		sum[i] = way > 0 ? r[i] - sum[i] : sum[i];
	}
	divide_by(own, sum);
	for (int i = 0; i < PARTS; i++) {
		r[i] = way > 0 ? sum[i] : r[i] - sum[i];
	}
}

static void relax_plane(uint32_t z, int way)
{
	uint32_t rows = lu.end - lu.first;

	for (uint32_t i = 0; i < rows * bt.within; i++) {
		uint32_t y = i / bt.within, x = i % bt.within + 1;

		relax(way > 0 ? point_at(lu.first + y, z, x)
			      : point_at(lu.end - 1 - y, z, bt.n - 1 - x),
		      way);
	}
}

/* Planes upwards or downwards, each as soon as the process before has had it. */
static void sweep(int way)
{
	uint32_t turn = way > 0 ? bt.me : bt.p - 1 - bt.me;

	for (uint32_t t = 0; t < bt.within + bt.p - 1; t++) {
		uint32_t k = t - turn + 1, z = 0;

		if (k - 1 < bt.within) {
			z = way > 0 ? k : bt.n - 1 - k;
			lu_line_awaited(z, way);
			relax_plane(z, way);
		}
		lu_line_done(z, way);
	}
}

/* The edges do not change: the residual is 0 there. */
void lu_step(void)
{
	uint32_t from = point_at(lu.first, 0, 0), to = point_at(lu.end, 0, 0);

	for (uint32_t i = from; i < to; i++) {
		for (int m = 0; m < PARTS; m++) {
			lu.r[i][m] *= bt.step;
		}
	}
	sweep(1);
	sweep(-1);
	for (uint32_t i = from; i < to; i++) {
		for (int m = 0; m < PARTS; m++) {
			lu.u[i][m] += lu.r[i][m] / (OVER * (2 - OVER));
		}
	}
	lu_swap_rows();
	lu_rest();
}

static void set_all(bool exactly)
{
	double h = bt.n - 1;

	for (uint32_t i = 0; i < bt.n * bt.n * bt.n; i++) {
		uint32_t y = i / bt.n / bt.n, z = i / bt.n % bt.n, x = i % bt.n;
		bool edge = x % (bt.n - 1) == 0 || y % (bt.n - 1) == 0 ||
			    z % (bt.n - 1) == 0;
		double at[] = {x / h, y / h, z / h};

		for (int m = 0; m < PARTS; m++) {
			lu.u[i][m] = exactly || edge ? exact_part(m, at)
						     : start_part(m, at);
		}
	}
}

void lu_begin(void)
{
	size_t points = (size_t)bt.n * bt.n * bt.n;
	size_t bytes = points * sizeof(*lu.u);

	lu.first = first_row(bt.me);
	lu.end = first_row(bt.me + 1);
	lu.u = room(bytes);
	lu.r = room(bytes);
	lu.force = room(bytes);
	bt.lines[X] = room(bt.n * sizeof(*bt.lines[X]));
	bt.now = room(bt.n * sizeof(*bt.now));
	memset(lu.r, 0, bytes);
	memset(lu.force, 0, bytes);
	set_all(true);
	lu_rest();
	memcpy(lu.force, lu.r, bytes);
	memset(lu.r, 0, bytes);
	set_all(false);
	if (!bt.alone) {
		bsp_push_reg(lu.u, (int)bytes);
		bsp_push_reg(lu.r, (int)bytes);
		bsp_sync();
	}
}

void lu_add_norms(double *norm)
{
	double scale = 1.0 / bt.within / bt.within / bt.within;

	for (uint32_t y = lu.first; y < lu.end; y++) {
		for (uint32_t i = 0; i < bt.within * bt.within; i++) {
			uint32_t z = i / bt.within + 1, x = i % bt.within + 1;
			double h = bt.n - 1, at[] = {x / h, y / h, z / h};

			for (int m = 0; m < PARTS; m++) {
				double off = lu.u[point_at(y, z, x)][m] -
					     exact_part(m, at);
				double r = lu.r[point_at(y, z, x)][m];

				norm[m] += scale * r * r;
				norm[PARTS + m] += scale * off * off;
			}
		}
	}
}
