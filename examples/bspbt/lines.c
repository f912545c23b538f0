/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The equations on one line of points.  They are the same in all three directions but for
 * which momentum is the one along the line, `k` here.
 */
#include "examples/bspbt/gas.h"

/* What flows along the line, and what of it diffuses. */
static void fluxes(const double *u, uint32_t k, double *flux, double *slow)
{
	struct flow f = flow_of(u);

	flux[0] = u[k];
	slow[0] = 0;
	for (uint32_t i = 1; i < ENERGY; i++) {
		flux[i] = u[i] * f.v[k];
		slow[i] = c3c4 * (i == k ? third : 1) * f.v[i];
	}
	flux[k] += c2 * (u[ENERGY] - f.square);
	flux[ENERGY] = (c1 * u[ENERGY] - c2 * f.square) * f.v[k];
	slow[ENERGY] = c3c4 * ((1 - c1c5) * f.qs + f.v[k] * f.v[k] / 6 +
			       c1c5 * u[ENERGY] * f.rho);
}

/* Fourth differences of a part, at points next to the edge of those on the line. */
static double smooth(const struct point *at, uint32_t i, uint32_t n, int part)
{
	double own = at->u[part], sum;

	if (i == 1) {
		return 5 * own - 4 * at[1].u[part] + at[2].u[part];
	}
	if (i == n - 2) {
		return at[-2].u[part] - 4 * at[-1].u[part] + 5 * own;
	}
	sum = 6 * own - 4 * (at[-1].u[part] + at[1].u[part]);
	sum += i == 2 ? 0 : at[-2].u[part];
	return sum + (i == n - 3 ? 0 : at[2].u[part]);
}

void differences_of(uint32_t direction, const struct point *line, uint32_t n,
		    uint32_t from, uint32_t to, double (*out)[PARTS])
{
	double flux[3][PARTS], slow[3][PARTS];
	double h = n - 1, d = second[direction] * h * h;
	uint32_t k = 1 + direction;

	for (uint32_t i = from - 1; i <= from; i++) {
		fluxes(line[i].u, k, flux[i % 3], slow[i % 3]);
	}
	for (uint32_t i = from; i < to; i++) {
		const struct point *at = &line[i];
		uint32_t a = (i - 1) % 3, b = i % 3, c = (i + 1) % 3;

		fluxes(at[1].u, k, flux[c], slow[c]);
		for (int m = 0; m < PARTS; m++) {
			out[i][m] +=
				d * (at[1].u[m] - 2 * at->u[m] + at[-1].u[m]) +
				h * h *
					(slow[c][m] - 2 * slow[b][m] +
					 slow[a][m]) -
				h / 2 * (flux[c][m] - flux[a][m]) -
				fourth * smooth(at, i, n, m);
		}
	}
}

void differences(uint32_t direction, const struct point *line, uint32_t n,
		 double (*out)[PARTS])
{
	differences_of(direction, line, n, 1, n - 1, out);
}

/* Implicit steps ------------------------------------------------------------ */

/* m += s times how the flux depends on u. */
static void add_flux(double (*m)[PARTS], const double *u, uint32_t k, double s)
{
	struct flow f = flow_of(u);
	double *energy = m[ENERGY];

	m[0][k] += s;
	for (uint32_t i = 1; i < ENERGY; i++) {
		m[i][0] -= s * f.v[k] * f.v[i];
		m[i][k] += s * f.v[i];
		m[i][i] += s * f.v[k];
		m[k][i] -= s * c2 * f.v[i];
		energy[i] -= s * c2 * f.v[k] * f.v[i];
	}
	m[k][0] += s * c2 * f.qs;
	m[k][ENERGY] += s * c2;
	energy[0] += s * f.v[k] * (2 * c2 * f.qs - c1 * u[ENERGY] * f.rho);
	energy[k] += s * (c1 * u[ENERGY] * f.rho - c2 * f.qs);
	energy[ENERGY] += s * c1 * f.v[k];
}

/* The same of what diffuses, and of second differences. */
static void add_slow(double (*m)[PARTS], const double *u, uint32_t k, double s,
		     double d)
{
	struct flow f = flow_of(u);
	double *energy = m[ENERGY];

	for (uint32_t i = 0; i < PARTS; i++) {
		m[i][i] += d;
	}
	for (uint32_t i = 1; i < ENERGY; i++) {
		double c = c3c4 * (i == k ? third : 1);

		m[i][0] -= s * c * f.rho * f.v[i];
		m[i][i] += s * c * f.rho;
		energy[0] -= s * (c - c1345) * f.rho * f.v[i] * f.v[i];
		energy[i] += s * (c - c1345) * f.rho * f.v[i];
	}
	energy[0] -= s * c1345 * f.rho * f.rho * u[ENERGY];
	energy[ENERGY] += s * c1345 * f.rho;
}

void add_neighbour(uint32_t direction, double (*m)[PARTS], const double *u,
		   int side)
{
	double h = bt.n - 1, t1 = bt.step * h * h;
	uint32_t k = 1 + direction;

	add_flux(m, u, k, side * bt.step * h / 2);
	add_slow(m, u, k, -t1, -t1 * second[direction]);
}

void add_own(uint32_t direction, double (*m)[PARTS], const double *u)
{
	double h = bt.n - 1, t1 = bt.step * h * h;

	add_slow(m, u, 1 + direction, 2 * t1, 2 * t1 * second[direction]);
}

/* a -= b times c; x -= b times y. */
static void subtract(double (*a)[PARTS], double (*b)[PARTS], double (*c)[PARTS],
		     double *x, const double *y)
{
	for (int i = 0; i < PARTS; i++) {
		for (int k = 0; k < PARTS; k++) {
			for (int j = 0; j < PARTS; j++) {
				a[i][j] -= b[i][k] * c[k][j];
			}
			x[i] -= b[i][k] * y[k];
		}
	}
}

/* c and x become what they are divided by a, from the left.  Rows keep their places. */
static void divide(double (*a)[PARTS], double (*c)[PARTS], double *x)
{
	for (int k = 0; k < PARTS; k++) {
		double pivot = 1 / a[k][k];

		for (int j = 0; j < PARTS; j++) {
			a[k][j] *= pivot;
			c[k][j] *= pivot;
		}
		x[k] *= pivot;
		for (int i = 0; i < PARTS; i++) {
			double f = a[i][k];

			for (int j = 0; i != k && j < PARTS; j++) {
				a[i][j] -= f * a[k][j];
				c[i][j] -= f * c[k][j];
			}
			x[i] -= i != k ? f * x[k] : 0;
		}
	}
}

/* L. Thomas's elimination, with blocks in place of numbers; the ends do not change. */
void solve(uint32_t direction, struct point *line, uint32_t n,
	   struct line_work *work)
{
	double h = n - 1, t1 = bt.step * h * h;
	double d = t1 * second[direction];
	uint32_t k = 1 + direction;

	memset(line[0].r, 0, sizeof(line[0].r));
	memset(line[n - 1].r, 0, sizeof(line[0].r));
	memset(work, 0, n * sizeof(*work));
	for (uint32_t i = 1; i < n - 1; i++) {
		double a[PARTS][PARTS] = {{0}}, b[PARTS][PARTS] = {{0}};
		double(*c)[PARTS] = work[i].c;

		add_neighbour(direction, a, line[i - 1].u, -1);
		add_slow(b, line[i].u, k, 2 * t1, 2 * d + 1);
		if (i < n - 2) {
			add_neighbour(direction, c, line[i + 1].u, 1);
		}
		if (i > 1) {
			subtract(b, a, work[i - 1].c, line[i].r, line[i - 1].r);
		}
		divide(b, c, line[i].r);
	}
	for (uint32_t i = n - 3; i > 0; i--) {
		for (int m = 0; m < PARTS; m++) {
			for (int j = 0; j < PARTS; j++) {
				line[i].r[m] -=
					work[i].c[m][j] * line[i + 1].r[j];
			}
		}
	}
}
