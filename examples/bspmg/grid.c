/* SPDX-License-Identifier: Apache-2.0 */
/* Grids, and the steps of a cycle. */
#include "examples/bspmg/mg.h"

static double *s1, *s2; /* sums of rows at each point */

/* Stencils by distance: a point, its 6, 12 and 8 neighbours.  The operator and the smoother. */
static const double laplacian[] = {-8.0 / 3, 0, 1.0 / 6, 1.0 / 12};
static const double smoother[] = {-3.0 / 8, 1.0 / 32, -1.0 / 64, 0};

void make_grids(void)
{
	for (uint32_t k = 0; k <= mg.top; k++) {
		struct level *g = &mg.level[k];
		size_t bytes;

		g->side = 2u << k;
		g->first = first_plane(mg.me, k);
		g->planes = first_plane(mg.me + 1, k) - g->first;
		bytes = (g->planes + 2) * plane_of(g) * sizeof(double);
		g->u = room(bytes);
		g->r = room(bytes);
		if (!mg.alone) {
			bsp_push_reg(g->u, (int)bytes);
			bsp_push_reg(g->r, (int)bytes);
		}
	}
	mg.v = room((mg.level[mg.top].planes + 2) *
		    plane_of(&mg.level[mg.top]) * sizeof(*mg.v));
	s1 = room((mg.n + 2) * sizeof(*s1));
	s2 = room((mg.n + 2) * sizeof(*s2));
	if (!mg.alone) {
		bsp_sync();
	}
}

/* Steps on grids ------------------------------------------------------------------ */

/* out = base + a stencil of the 27 points about each of `in`, and the neighbours' planes. */
static void stencil(uint32_t k, double *out, double *base, double *in,
		    const double *w, double sign)
{
	const struct level *g = &mg.level[k];
	double w0 = sign * w[0], w1 = sign * w[1], w2 = sign * w[2],
	       w3 = sign * w[3];

	for (uint32_t z = 1; z <= g->planes; z++) {
		for (uint32_t y = 1; y <= g->side; y++) {
			const double *a = row(g, in, z, y - 1);
			const double *b = row(g, in, z, y + 1);
			const double *c = row(g, in, z - 1, y);
			const double *d = row(g, in, z + 1, y);
			const double *e = row(g, in, z - 1, y - 1);
			const double *f = row(g, in, z - 1, y + 1);
			const double *h = row(g, in, z + 1, y - 1);
			const double *i = row(g, in, z + 1, y + 1);
			const double *own = row(g, in, z, y);
			const double *from = row(g, base, z, y);
			double *to = row(g, out, z, y);

			for (uint32_t x = 0; x < g->side + 2; x++) {
				s1[x] = a[x] + b[x] + c[x] + d[x];
				s2[x] = e[x] + f[x] + h[x] + i[x];
			}
			for (uint32_t x = 1; x <= g->side; x++) {
				double near = own[x - 1] + own[x + 1] + s1[x];
				double edge = s2[x] + s1[x - 1] + s1[x + 1];

				to[x] = from[x] + w0 * own[x] + w1 * near +
					w2 * edge +
					w3 * (s2[x - 1] + s2[x + 1]);
			}
		}
	}
	swap_planes(k, out);
}

/* The coarser grid's r: weighted means of the finer one's. */
static void restrict_to(uint32_t k)
{
	const struct level *g = &mg.level[k], *fine = &mg.level[k + 1];

	for (uint32_t z = 1; z <= g->planes; z++) {
		uint32_t at = 2 * (g->first + z - 1) + 2 - fine->first;

		for (uint32_t y = 1; y <= g->side; y++) {
			double *to = row(g, g->r, z, y);

			memset(to, 0, (g->side + 2) * sizeof(*to));
			for (int i = 0; i < 9; i++) {
				int dz = i / 3 - 1, dy = i % 3 - 1;
				double w = (dz ? 0.5 : 1) * (dy ? 0.25 : 0.5);
				const double *a =
					row(fine, fine->r, at + (uint32_t)dz,
					    2 * y + (uint32_t)dy);

				for (uint32_t x = 1; x <= g->side; x++) {
					to[x] += w * (a[2 * x] +
						      0.5 * (a[2 * x - 1] +
							     a[2 * x + 1]));
				}
			}
		}
	}
	swap_planes(k, g->r);
}

/* Adds to the finer grid's u what lies between the coarser one's points. */
static void interpolate(uint32_t k)
{
	const struct level *g = &mg.level[k], *fine = &mg.level[k + 1];

	for (uint32_t z = 1; z <= fine->planes; z++) {
		uint32_t global = fine->first + z; /* from 1 */
		uint32_t z0 = global / 2 - g->first;
		uint32_t z1 = (global + 1) / 2 - g->first;

		for (uint32_t y = 1; y <= fine->side; y++) {
			const double *a = row(g, g->u, z0, y / 2);
			const double *b = row(g, g->u, z0, (y + 1) / 2);
			const double *c = row(g, g->u, z1, y / 2);
			const double *d = row(g, g->u, z1, (y + 1) / 2);
			double *to = row(fine, fine->u, z, y);

			for (uint32_t x = 0; x < g->side + 2; x++) {
				s1[x] = 0.25 * (a[x] + b[x] + c[x] + d[x]);
			}
			for (uint32_t x = 1; x <= fine->side; x++) {
				to[x] += 0.5 * (s1[x / 2] + s1[(x + 1) / 2]);
			}
		}
	}
	swap_planes(k + 1, fine->u);
}

static void clear(const struct level *g)
{
	memset(g->u, 0, (g->planes + 2) * plane_of(g) * sizeof(*g->u));
}

void first_rest(void)
{
	stencil(mg.top, mg.level[mg.top].r, mg.v, mg.level[mg.top].u, laplacian,
		-1);
}

void cycle(void)
{
	for (uint32_t k = mg.top; k-- > 0;) {
		restrict_to(k);
	}
	clear(&mg.level[0]);
	stencil(0, mg.level[0].u, mg.level[0].u, mg.level[0].r, smoother, 1);
	for (uint32_t k = 1; k <= mg.top; k++) {
		struct level *g = &mg.level[k];

		if (k < mg.top) {
			clear(g);
		}
		interpolate(k - 1);
		stencil(k, g->r, k < mg.top ? g->r : mg.v, g->u, laplacian, -1);
		stencil(k, g->u, g->u, g->r, smoother, 1);
	}
	stencil(mg.top, mg.level[mg.top].r, mg.v, mg.level[mg.top].u, laplacian,
		-1);
}
