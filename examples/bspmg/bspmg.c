/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MG of the NAS Parallel Benchmarks (D. Bailey et al., "The NAS Parallel Benchmarks", report
 * RNR-94-007, 1994, section 2.3): V-cycles of a multigrid method for Poisson's
 * equation on a cube of n x n x n points that is periodic, with ten charges of +1
 * and ten of -1 where numbers that look random are largest and smallest.
 *
 *   bspmg [n=<points on a side, a power of 2>] [cycles=<n>]
 *
 * n=32 with 4 cycles is class S: the norm of what is left is compared with that of the
 * benchmark.  Else process 0 computes it alone, too, by the same functions.
 *
 * A process has some planes of the cube, and on each coarser grid those that lie in its
 * own.  A step on a grid is a superstep, at whose end each process has the planes below and
 * above its own.
 */
#include "examples/bspmg/mg.h"

enum {
	CLASS_S = 32,
	CLASS_S_CYCLES = 4,
};

struct mg mg;

/* The square of the norm, of my part. */
static double left_over(uint32_t cycles)
{
	const struct level *g = &mg.level[mg.top];
	double sum = 0;

	first_rest();
	while (cycles-- > 0) {
		cycle();
	}
	for (uint32_t z = 1; z <= g->planes; z++) {
		for (uint32_t y = 1; y <= mg.n; y++) {
			const double *x = row(g, g->r, z, y);

			for (uint32_t i = 1; i <= mg.n; i++) {
				sum += x[i] * x[i];
			}
		}
	}
	return sum;
}

/* Process 0: the square of the norm as it should be. */
static double expected(uint32_t cycles)
{
	double norm = 0.5307707005734e-4; /* of class S */

	if (mg.n == CLASS_S && cycles == CLASS_S_CYCLES) {
		return norm * norm;
	}
	mg.alone = true;
	mg.p = 1;
	make_grids();
	place_charges();
	return left_over(cycles) / ((double)mg.n * mg.n * mg.n);
}

static bool differ(double a, double b)
{
	double off = a > b ? a - b : b - a;

	return !(off <= 2e-8 * b);
}

int main(int argc, char **argv)
{
	uint32_t cycles = argument(argc, argv, "cycles", CLASS_S_CYCLES);
	double mine, sum = 0;
	uint32_t wrong = 0;
	void *tag, *payload;
	uint64_t start;

	mg.n = argument(argc, argv, "n", 8);
	for (mg.top = 0; 2u << mg.top < mg.n;) {
		mg.top++;
	}
	if (2u << mg.top != mg.n || mg.top >= LEVELS) {
		bsp_abort("bspmg: n=%u is no power of 2 up to %u",
			  (unsigned)mg.n, 2u << (LEVELS - 1));
	}
	bsp_begin(bsp_nprocs());
	mg.p = (uint32_t)bsp_nprocs();
	mg.me = (uint32_t)bsp_pid();
	make_grids();
	place_charges();
	bsp_sync();
	start = bsp_cycles();
	mine = left_over(cycles);
	start = bsp_cycles() - start;
	bsp_send(0, NULL, &mine, sizeof(mine));
	bsp_sync();
	while (bsp_hpmove(&tag, &payload) >= 0) {
		sum += *(double *)payload;
	}
	if (mg.me == 0) {
		wrong = differ(sum / ((double)mg.n * mg.n * mg.n),
			       expected(cycles));
	}
	return kernel_end("bspmg", mg.n, wrong, start);
}
