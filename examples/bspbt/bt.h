/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this program share; bspbt.c says what it does. */
#ifndef EXAMPLES_BSPBT_BT_H
#define EXAMPLES_BSPBT_BT_H

#include <stdbool.h>
#include <stddef.h>

#include "examples/bspkernel.h"

enum {
	PARTS = 5, /* of a point: density, momentum in x, y and z, energy */
	ENERGY = 4,
};

enum {
	X,
	Y,
	Z,
	DIRECTIONS
};

enum kernel {
	BT,
	SP,
	LU,
	KERNELS
};

struct point {
	double u[PARTS]; /* what is there */
	double r[PARTS]; /* how it changes */
};

/* out[i] += how u changes at point i because of its neighbours on a line of n points. */
void differences(uint32_t direction, const struct point *line, uint32_t n,
		 double (*out)[PARTS]);

/* The same of points from `from` to before `to`, for two neighbours of which points are there. */
void differences_of(uint32_t direction, const struct point *line, uint32_t n,
		    uint32_t from, uint32_t to, double (*out)[PARTS]);

/*
 * m += how a neighbour's u, at that side (-1 or 1), changes an implicit step, and how a
 * point's own does, but for the identity.
 */
void add_neighbour(uint32_t direction, double (*m)[PARTS], const double *u,
		   int side);
void add_own(uint32_t direction, double (*m)[PARTS], const double *u);

/*
 * On a line of n points: r becomes what r has to be so that a step of it, taken with the
 * differences at the step's end, is the r that was there.  `work` has room for n.
 */
struct line_work {
	double c[PARTS][PARTS];
};
void solve(uint32_t direction, struct point *line, uint32_t n,
	   struct line_work *work);

/*
 * The same of SP, for parts that do not depend on each other: scalar_begin makes them, on
 * lines along x, and each solve_scalar those of the next direction; the last one makes
 * changes of them again.
 */
void scalar_begin(struct point *at);
void solve_scalar(uint32_t direction, struct point *line, uint32_t n,
		  struct line_work *work);

/* The edges are given: of the lines, those within are of use. */
extern struct bt {
	uint32_t p, me, n, within;
	uint32_t first[DIRECTIONS], count[DIRECTIONS]; /* my lines */
	enum kernel kernel;
	double step; /* by how much time goes on in one */
	bool alone;
	struct point *lines[DIRECTIONS];
	double (*force[DIRECTIONS])[PARTS];
	struct line_work *work; /* of a line: stacks may be small */
	double (*now)[PARTS];
} bt;

/* points.c: what a part will be, and is at the start, at a place, from 0 to 1 each way. */
double exact_part(int part, const double *at);
double start_part(int part, const double *at);

/*
 * My lines along all directions: points as they are at the start, and what drives them,
 * the opposite of what would change the exact solution.  A superstep.
 */
void begin(void);

static inline struct point *line_of(uint32_t direction, uint32_t line)
{
	return bt.lines[direction] + (size_t)line * bt.n;
}

/* turn.c: which point is the i-th of a line of mine. */
void place_of(uint32_t direction, uint32_t line, uint32_t i, uint32_t *at);

/*
 * A superstep: changes, or all, of the points of my lines go to who has them in another
 * direction.
 */
void turn(uint32_t from, uint32_t to, bool all);

#endif
