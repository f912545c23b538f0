/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of LU share. */
#ifndef EXAMPLES_BSPBT_SSOR_H
#define EXAMPLES_BSPBT_SSOR_H

#include "examples/bspbt/bt.h"

/* All points, row by row; of use are rows of mine, and as many at either side as they need. */
extern struct lu {
	uint32_t first, end; /* my rows */
	double (*u)[PARTS], (*r)[PARTS], (*force)[PARTS];
} lu;

static inline uint32_t point_at(uint32_t y, uint32_t z, uint32_t x)
{
	return (y * bt.n + z) * bt.n + x;
}

/* Rows within the edges, that of a process and whose a row is. */
static inline uint32_t first_row(uint32_t process)
{
	return 1 + first_of(process, bt.p, bt.within);
}

static inline uint32_t owner_of_row(uint32_t y)
{
	return part_of(y - 1, bt.p, bt.within);
}

/* As begin of BT: bt.n, .p and .me are given.  A superstep, unless bt.alone. */
void lu_begin(void);

/* The residual, in r; a step, at whose end it is that of the new u; as add_norms of BT. */
void lu_rest(void);
void lu_step(void);
void lu_add_norms(double *norm);

/* swap.c: rows that others need go to them; a line of a plane to who is next that way. */
void lu_swap_rows(void);
void lu_line_awaited(uint32_t z, int way);
void lu_line_done(uint32_t z, int way);

#endif
