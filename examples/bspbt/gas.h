/* SPDX-License-Identifier: Apache-2.0 */
/* The gas, and how it flows at a point. */
#ifndef EXAMPLES_BSPBT_GAS_H
#define EXAMPLES_BSPBT_GAS_H

#include "examples/bspbt/bt.h"

/* Of the gas: ratio of heats, viscosity, and what follows from them. */
static const double c1 = 1.4, c2 = 0.4, c3c4 = 0.1, c1c5 = 1.96;
static const double c1345 = 0.196;
static const double third = 4.0 / 3; /* of viscosity, along the line */

/* Of second and fourth differences that keep the scheme stable. */
static const double second[DIRECTIONS] = {0.75, 0.75, 1.0};
static const double fourth = 0.25;

struct flow {
	double rho, square, qs; /* 1 / density; energies of motion */
	double v[PARTS];        /* velocities, from 1 */
};

static inline struct flow flow_of(const double *u)
{
	struct flow f = {.rho = 1 / u[0]};

	for (int i = 1; i < ENERGY; i++) {
		f.v[i] = u[i] * f.rho;
		f.square += 0.5 * u[i] * u[i] * f.rho;
	}
	f.qs = f.square * f.rho;
	return f;
}

#endif
