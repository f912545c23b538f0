/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1,2,4,8,16,32,48 args=table=B o=table=B */
/* weft-bench: boards=scc-sim-chips cores=8 args=table=chips o=chips=8 */
/*
 * MG (examples/bspmg), 32 by 32 by 32 points, a cycle; planes go to neighbours by bsp_hpput, or
 * by messages: pairs of processes of which the lower one is even, then the others.
 */
#include "nas.h"

#include "examples/bspmg/mg.h"

void planes_by_puts(uint32_t k, double *a);
int bspmg_main(int argc, char **argv);

/* clang-format off: the program's own files, but for who communicates */
#define swap_planes planes_by_puts
#include "examples/bspmg/planes.c"
#undef swap_planes
#include "examples/bspmg/charges.c"
#include "examples/bspmg/grid.c"
#define main bspmg_main
#include "examples/bspmg/bspmg.c"
#undef main
/* clang-format on */

enum {
	POINTS = 32,
	PLACES = 2, /* a plane below, and one above */
};

static uint32_t owner_of(uint32_t plane, uint32_t k)
{
	uint32_t i = 0;

	while (first_plane(i + 1, k) <= plane) {
		i++;
	}
	return i;
}

static void move(const struct level *g, double *a, uint32_t from,
		 uint32_t plane, uint32_t to, uint32_t z)
{
	size_t bytes = plane_of(g) * sizeof(*a);
	double *mine = row(g, a, plane - g->first + 1, 0);

	if (from == mg.me && to == mg.me) {
		memcpy(row(g, a, z, 0), mine, bytes);
	} else if (from == mg.me) {
		nas_need(weft_send(mine, bytes, to, WEFT_FOREVER));
	} else if (to == mg.me) {
		nas_need(weft_recv(row(g, a, z, 0), bytes, from, WEFT_FOREVER));
	}
}

/* All processes go through these in one order, so none waits for a later one. */
static void planes_by_messages(uint32_t k, double *a)
{
	const struct level *g = &mg.level[k];
	uint32_t finer = k < mg.top ? k + 1 : k, last = g->side - 1;

	wrap(g, a);
	for (uint32_t odd = 0; odd < 2; odd++) {
		for (uint32_t n = 0; n < PLACES * mg.p; n++) {
			uint32_t to = n / PLACES, first = first_plane(to, k);
			uint32_t end = first_plane(to + 1, k), from, plane;

			if (first_plane(to, finer) ==
			    first_plane(to + 1, finer)) {
				continue;
			}
			plane = n % PLACES ? (end <= last ? end : 0)
					   : (first > 0 ? first - 1 : last);
			from = owner_of(plane, k);
			if (((from < to ? from : to) & 1) == odd) {
				move(g, a, from, plane, to,
				     n % PLACES ? end - first + 1 : 0);
			}
		}
	}
}

void swap_planes(uint32_t k, double *a)
{
	uint64_t start = weft_cycles();

	if (nas_messages) {
		planes_by_messages(k, a);
	} else {
		planes_by_puts(k, a);
	}
	nas_cycles += weft_cycles() - start;
}

static void check(double mine, uint32_t cycles)
{
	double *all = calloc(mg.p, sizeof(*all)), sum = 0;

	nas_need(weft_allgather(&mine, all, sizeof(mine), WEFT_WORLD,
				WEFT_FOREVER));
	for (uint32_t i = 0; i < mg.p; i++) {
		sum += all[i];
	}
	free(all);
	if (differ(sum / POINTS / POINTS / POINTS, expected(cycles))) {
		weft_panic("nas_mg: a wrong norm");
	}
}

static void run(void)
{
	cycle();
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	bsp_begin(bsp_nprocs());
	mg.n = POINTS;
	mg.top = 4;
	mg.p = (uint32_t)bsp_nprocs();
	mg.me = (uint32_t)bsp_pid();
	make_grids();
	place_charges();
	nas_messages = true;
	check(left_over(CLASS_S_CYCLES), CLASS_S_CYCLES);
	nas_rows("mg", run);
	bsp_end();
	return 0;
}
