/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this program share; bspmg.c says what it does. */
#ifndef EXAMPLES_BSPMG_MG_H
#define EXAMPLES_BSPMG_MG_H

#include "examples/bspkernel.h"

enum {
	LEVELS = 8, /* grids of 2 to 256 points on a side */
};

/* A grid: planes of rows, of side + 2 points; the outermost of each are its neighbours'. */
struct level {
	uint32_t side, first, planes;
	double *u, *r;
};

extern struct mg {
	uint32_t p, me, n; /* n: points on the finest grid's side */
	uint32_t top;      /* the finest grid */
	bool alone;        /* process 0 computes by itself */
	struct level level[LEVELS];
	double *v; /* the right-hand side, on the finest grid */
} mg;

static inline size_t plane_of(const struct level *g)
{
	return (size_t)(g->side + 2) * (g->side + 2);
}

static inline double *row(const struct level *g, double *a, uint32_t z,
			  uint32_t y)
{
	return a + z * plane_of(g) + (size_t)y * (g->side + 2);
}

/*
 * planes.c: the first of process i's planes on grid k, of which point j lies at point 2j + 1 of
 * the next.  A superstep: who has planes of this grid or the finer one gets those below
 * and above its own.
 */
uint32_t first_plane(uint32_t i, uint32_t k);
void swap_planes(uint32_t k, double *a);

/* grid.c: the grids, all 0; and a cycle, or what is left, in r, before the first. */
void make_grids(void);
void first_rest(void);
void cycle(void);

/* charges.c: the right-hand side.  A superstep. */
void place_charges(void);

#endif
