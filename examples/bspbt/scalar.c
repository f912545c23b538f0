/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SP's implicit steps: the blocks of each direction are made diagonal (T. Pulliam, D. Chaussee,
 * "A diagonal form of an implicit approximate-factorization algorithm", 1981), so what is left
 * is five systems of numbers, with two neighbours at either side.
 */
#include <math.h>

#include "examples/bspbt/gas.h"

enum {
	BANDS = 5,
	OWN = 2, /* the band of the point itself */
};

#define HALF_ROOT 0.70710678118654752440 /* of a half */

static double sound(const double *u, const struct flow *f)
{
	return sqrt(c1 * c2 * f->rho * (u[ENERGY] - f->square));
}

/* Changes of density, momentum and energy become those of the five waves along x. */
void scalar_begin(struct point *at)
{
	struct flow f = flow_of(at->u);
	double *r = at->r, speed = sound(at->u, &f), sum = f.qs * r[0], t1, t2;

	for (int i = 1; i < ENERGY; i++) {
		sum -= f.v[i] * r[i];
	}
	t1 = c2 / (speed * speed) * (sum + r[ENERGY]);
	t2 = HALF_ROOT * f.rho * (f.v[1] * r[0] - r[1]);
	sum = HALF_ROOT * f.rho * speed * t1;
	r[1] = -f.rho * (f.v[3] * r[0] - r[3]);
	r[2] = f.rho * (f.v[2] * r[0] - r[2]);
	r[0] -= t1;
	r[3] = sum - t2;
	r[4] = sum + t2;
}

/* From waves along x to those along y, and from y to z. */
static void scalar_turn(uint32_t direction, double *r)
{
	double one = HALF_ROOT * (direction == X ? r[2] : r[0]);
	double both = 0.5 * (r[3] + r[4]), two = HALF_ROOT * (r[3] - r[4]);

	if (direction == X) {
		double first = r[0];

		r[0] = -r[1];
		r[1] = first;
		r[2] = two;
	} else {
		double second_part = r[1];

		r[0] = two;
		r[1] = -r[2];
		r[2] = second_part;
	}
	r[3] = both - one;
	r[4] = both + one;
}

/* From waves along z to changes. */
static void scalar_end(struct point *at)
{
	struct flow f = flow_of(at->u);
	double *r = at->r, speed = sound(at->u, &f), density = at->u[0];
	double t1 = HALF_ROOT * density / speed * (r[3] + r[4]);
	double t2 = r[2] + t1, t3 = HALF_ROOT * density * (r[3] - r[4]);
	double a = r[0], b = r[1];

	r[0] = t2;
	r[1] = f.v[1] * t2 - density * b;
	r[2] = f.v[2] * t2 + density * a;
	r[3] = f.v[3] * t2 + t3;
	r[4] = density * (f.v[2] * a - f.v[1] * b) + f.qs * t2 +
	       speed * speed / c2 * t1 + f.v[3] * t3;
}

/* Fourth differences, at points next to the edge of those on the line. */
static void scalar_smooth(double *band, uint32_t i, uint32_t n)
{
	double c = bt.step * fourth;

	band[0] += i > 2 ? c : 0;
	band[1] -= i > 1 ? 4 * c : 0;
	band[2] += i == 1 || i == n - 2 ? 5 * c : 6 * c;
	band[3] -= i < n - 2 ? 4 * c : 0;
	band[4] += i < n - 3 ? c : 0;
}

/* How fast things are at a point: they diffuse, it flows, sound goes. */
static void scalar_speeds(uint32_t direction, const struct point *at,
			  double *speed)
{
	struct flow f = flow_of(at->u);

	speed[0] = second[direction] + c3c4 * c1c5 * f.rho;
	speed[1] = f.v[1 + direction];
	speed[2] = sound(at->u, &f);
}

/* The bands at a point, for waves that go with the flow and `with` times sound's speed. */
static void scalar_bands(const struct line_work *at, uint32_t i, uint32_t n,
			 double with, double *band)
{
	double h = n - 1, t1 = bt.step * h * h, t2 = bt.step * h / 2;

	for (int k = -1; k <= 1; k++) {
		const double *speed = at[k].c[1];
		double fast = speed[1] + with * speed[2];

		band[OWN + k] = k == 0 ? 1 + 2 * t1 * speed[0]
				       : k * t2 * fast - t1 * speed[0];
	}
	band[0] = band[4] = 0;
	scalar_smooth(band, i, n);
}

/* The system of some parts: Gauss without exchange; what follows of it is kept in c. */
static void scalar_system(struct point *line, uint32_t n,
			  struct line_work *work, const int *parts,
			  uint32_t count, double with)
{
	for (uint32_t i = 1; i < n - 1; i++) {
		double band[BANDS], *r = line[i].r, pivot;

		scalar_bands(&work[i], i, n, with, band);
		/* The edges do not change. */
		for (uint32_t back = i > 2 ? 2 : i - 1; back > 0; back--) {
			double times = band[OWN - back];
			const double *row = work[i - back].c[0];

			band[OWN - back + 1] -= times * row[0];
			band[OWN - back + 2] -= times * row[1];
			for (uint32_t m = 0; m < count; m++) {
				r[parts[m]] -=
					times * line[i - back].r[parts[m]];
			}
		}
		pivot = 1 / band[OWN];
		work[i].c[0][0] = band[3] * pivot;
		work[i].c[0][1] = band[4] * pivot;
		for (uint32_t m = 0; m < count; m++) {
			r[parts[m]] *= pivot;
		}
	}
	for (uint32_t i = n - 3; i > 0; i--) {
		for (uint32_t m = 0; m < count; m++) {
			line[i].r[parts[m]] -=
				work[i].c[0][0] * line[i + 1].r[parts[m]] +
				work[i].c[0][1] * line[i + 2].r[parts[m]];
		}
	}
}

void solve_scalar(uint32_t direction, struct point *line, uint32_t n,
		  struct line_work *work)
{
	static const int with_flow[] = {0, 1, 2}, ahead = 3, behind = 4;

	memset(line[0].r, 0, sizeof(line[0].r));
	memset(line[n - 1].r, 0, sizeof(line[0].r));
	for (uint32_t i = 0; i < n; i++) {
		scalar_speeds(direction, &line[i], work[i].c[1]);
	}
	scalar_system(line, n, work, with_flow, 3, 0);
	scalar_system(line, n, work, &ahead, 1, 1);
	scalar_system(line, n, work, &behind, 1, -1);
	for (uint32_t i = 1; i < n - 1; i++) {
		if (direction == Z) {
			scalar_end(&line[i]);
		} else {
			scalar_turn(direction, line[i].r);
		}
	}
}
