/* SPDX-License-Identifier: Apache-2.0 */
/* Which planes are whose, and how neighbours get them. */
#include "examples/bspmg/mg.h"

uint32_t first_plane(uint32_t i, uint32_t k)
{
	return first_of(i, mg.p, mg.n) >> (mg.top - k);
}

/* Rows and points beyond a plane's edges are those at its other ones. */
static void wrap(const struct level *g, double *a)
{
	uint32_t side = g->side;

	for (uint32_t z = 1; z <= g->planes; z++) {
		for (uint32_t y = 1; y <= side; y++) {
			double *x = row(g, a, z, y);

			x[0] = x[side];
			x[side + 1] = x[1];
		}
		memcpy(row(g, a, z, 0), row(g, a, z, side),
		       (side + 2) * sizeof(*a));
		memcpy(row(g, a, z, side + 1), row(g, a, z, 1),
		       (side + 2) * sizeof(*a));
	}
}

/* A plane of mine becomes plane z of a process, if it is mine. */
static void give(const struct level *g, double *a, uint32_t plane, uint32_t pid,
		 uint32_t z)
{
	size_t bytes = plane_of(g) * sizeof(*a);

	if (plane < g->first || plane >= g->first + g->planes) {
		return;
	}
	if (mg.alone) {
		memcpy(row(g, a, z, 0), row(g, a, plane - g->first + 1, 0),
		       bytes);
	} else {
		bsp_hpput((int)pid, row(g, a, plane - g->first + 1, 0), a,
			  (int)(z * bytes), (int)bytes);
	}
}

void swap_planes(uint32_t k, double *a)
{
	const struct level *g = &mg.level[k];
	uint32_t finer = k < mg.top ? k + 1 : k, last = g->side - 1;

	wrap(g, a);
	for (uint32_t i = 0; i < mg.p; i++) {
		uint32_t from = first_plane(i, k), to = first_plane(i + 1, k);

		if (first_plane(i, finer) < first_plane(i + 1, finer)) {
			give(g, a, from > 0 ? from - 1 : last, i, 0);
			give(g, a, to <= last ? to : 0, i, to - from + 1);
		}
	}
	if (!mg.alone) {
		bsp_sync();
	}
}
