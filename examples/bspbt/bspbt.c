/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BT, SP and LU of the NAS Parallel Benchmarks (D. Bailey et al., "The NAS Parallel Benchmarks",
 * report RNR-94-007, 1994, sections 3.1 to 3.6): steps in time of the Navier-Stokes
 * equations on a cube of n x n x n points, each an implicit step along x, y and then z.
 * BT has a block of 5 x 5 numbers for each pair of neighbours, SP five numbers (scalar.c).  LU
 * goes through all points by over-relaxation (ssor.c).
 *
 *   bspbt [n=<points on a side>] [steps=<n>] [kernel=bt|sp|lu]
 *
 * n=12 with 60 steps of BT, 100 of SP or 50 of LU is class S: norms of the error and of the
 * residual are compared with those of the benchmark.  Else process 0 computes them alone, too.
 *
 * A process has some of the lines along each direction, and so each point is at three
 * processes.  All that happens, differences as well as implicit steps, is along lines: so a
 * step is four supersteps, at whose ends the points go to who has the lines of the
 * next direction.  As the residual is a sum over the directions, it begins with z, where
 * the step before has ended.
 */
#include "examples/bspbt/ssor.h"

enum {
	LEAST = 6,
	MOST = 64, /* points on a side */
	CLASS_S = 12,
	NORMS = 2 * PARTS,
};

/* Adds a direction's part of the residual; it begins with z. */
static void add_rest(uint32_t d)
{
	for (uint32_t l = 0; l < bt.count[d]; l++) {
		struct point *line = line_of(d, l);
		double(*now)[PARTS] = bt.now;

		memset(now, 0, bt.n * sizeof(*now));
		differences(d, line, bt.n, now);
		for (uint32_t i = 1; i < bt.n - 1; i++) {
			const double *force = bt.force[d][l * bt.n + i];

			for (int m = 0; m < PARTS; m++) {
				line[i].r[m] = (d == Z ? 0 : line[i].r[m]) +
					       now[i][m] - force[m];
			}
		}
	}
}

/* In r of the lines along x. */
static void rest(void)
{
	add_rest(Z);
	turn(Z, Y, true);
	add_rest(Y);
	turn(Y, X, true);
	add_rest(X);
}

static void solve_all(uint32_t d)
{
	for (uint32_t l = 0; l < bt.count[d]; l++) {
		(bt.kernel == SP ? solve_scalar : solve)(d, line_of(d, l), bt.n,
							 bt.work);
	}
}

static void step(void)
{
	rest();
	for (uint32_t i = 0; i < bt.count[X] * bt.n; i++) {
		for (int m = 0; m < PARTS; m++) {
			bt.lines[X][i].r[m] *= bt.step;
		}
		if (bt.kernel == SP) {
			scalar_begin(&bt.lines[X][i]);
		}
	}
	solve_all(X);
	turn(X, Y, false);
	solve_all(Y);
	turn(Y, Z, false);
	solve_all(Z);
	for (uint32_t i = 0; i < bt.count[Z] * bt.n; i++) {
		for (int m = 0; m < PARTS; m++) {
			bt.lines[Z][i].u[m] += bt.lines[Z][i].r[m];
		}
	}
}

/* Squares of my points' residuals and errors, added to what is there. */
static void add_norms(double *norm)
{
	double scale = 1.0 / bt.within / bt.within / bt.within;

	rest();
	for (uint32_t i = 0; i < bt.count[X] * bt.n; i++) {
		const struct point *at = &bt.lines[X][i];

		for (int m = 0; m < PARTS && i % bt.n % (bt.n - 1); m++) {
			norm[m] += scale * at->r[m] * at->r[m];
		}
	}
	for (uint32_t l = 0; l < bt.count[Z]; l++) {
		for (uint32_t i = 1; i < bt.n - 1; i++) {
			uint32_t at[DIRECTIONS];
			double place[DIRECTIONS];

			place_of(Z, l, i, at);
			for (uint32_t d = X; d <= Z; d++) {
				place[d] = at[d] / (double)(bt.n - 1);
			}
			for (int m = 0; m < PARTS; m++) {
				double off = line_of(Z, l)[i].u[m] -
					     exact_part(m, place);

				norm[PARTS + m] += scale * off * off;
			}
		}
	}
}

static const struct {
	const char *name;
	double step;
	uint32_t steps; /* of class S, and its norms */
	double norm[NORMS];
} kernels[KERNELS] = {
	{"bt",
	 0.01,
	 60,
	 {1.7034283709541311e-01, 1.2975252070034097e-02,
	  3.2527926989486055e-02, 2.6436421275166801e-02,
	  1.9211784131744430e-01, 4.9976913345811579e-04,
	  4.5195666782961927e-05, 7.3973765172921357e-05,
	  7.3821238632439731e-05, 8.9269630987491446e-04}},
	{"sp",
	 0.015,
	 100,
	 {2.7470315451339479e-02, 1.0360746705285417e-02,
	  1.6235745065095532e-02, 1.5840557224455615e-02,
	  3.4849040609362460e-02, 2.7289258557377227e-05,
	  1.0364446640837285e-05, 1.6154798287166471e-05,
	  1.5750704994480102e-05, 3.4177666183390531e-05}},
	{"lu",
	 0.5,
	 50,
	 {1.6196343210976702e-02, 2.1976745164821318e-03,
	  1.5179927653399185e-03, 1.5029584435994323e-03,
	  3.4264073155896461e-02, 6.4223319957960924e-04,
	  8.4144342047347926e-05, 5.8588269616485186e-05,
	  5.8474222595157350e-05, 1.3103347914111294e-03}},
};

static void take_kernel(const char *name)
{
	while (strcmp(name, kernels[bt.kernel].name)) {
		if (++bt.kernel == KERNELS) {
			bsp_abort("bspbt: no kernel %s", name);
		}
	}
	bt.step = kernels[bt.kernel].step;
}

static void begin_kernel(void)
{
	if (bt.kernel == LU) {
		lu_begin();
	} else {
		begin();
	}
}

static void run(uint32_t steps, double *norm)
{
	if (bt.kernel == LU) {
		lu_rest();
	}
	while (steps-- > 0) {
		if (bt.kernel == LU) {
			lu_step();
		} else {
			step();
		}
	}
	if (bt.kernel == LU) {
		lu_add_norms(norm);
	} else {
		add_norms(norm);
	}
}

/* Process 0: the squares of the norms as they should be. */
static void expected(uint32_t steps, double *norm)
{
	if (bt.n == CLASS_S && steps == kernels[bt.kernel].steps) {
		for (int i = 0; i < NORMS; i++) {
			norm[i] = kernels[bt.kernel].norm[i] *
				  kernels[bt.kernel].norm[i];
		}
		return;
	}
	bt.alone = true;
	bt.p = 1;
	begin_kernel();
	run(steps, norm);
}

static bool differ(const double *a, const double *b)
{
	for (int i = 0; i < NORMS; i++) {
		double off = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];

		if (!(off <= 2e-8 * b[i])) {
			return true;
		}
	}
	return false;
}

int main(int argc, char **argv)
{
	uint32_t steps = argument(argc, argv, "steps", 2), wrong = 0;
	double mine[NORMS] = {0}, sum[NORMS] = {0}, right[NORMS] = {0};
	void *tag, *payload;
	uint64_t start;

	take_kernel(argument_text(argc, argv, "kernel", "bt"));
	bt.n = argument(argc, argv, "n", LEAST);
	bt.within = bt.n - 2;
	if (bt.n < LEAST || bt.n > MOST) {
		bsp_abort("bspbt: n=%u is not from %d to %d", (unsigned)bt.n,
			  LEAST, MOST);
	}
	bsp_begin(bsp_nprocs());
	bt.p = (uint32_t)bsp_nprocs();
	bt.me = (uint32_t)bsp_pid();
	begin_kernel();
	start = bsp_cycles();
	run(steps, mine);
	start = bsp_cycles() - start;
	bsp_send(0, NULL, mine, sizeof(mine));
	bsp_sync();
	while (bsp_hpmove(&tag, &payload) >= 0) {
		for (int i = 0; i < NORMS; i++) {
			sum[i] += ((double *)payload)[i];
		}
	}
	if (bt.me == 0) {
		expected(steps, right);
		wrong = differ(sum, right);
	}
	return kernel_end("bspbt", bt.n, wrong, start);
}
