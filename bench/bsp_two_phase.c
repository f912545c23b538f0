/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=64 args=table=B o=table=B+mesh=8x8 */
/* weft-bench: boards=scc-sim cores=256 args=table=B o=table=B+mesh=16x16 */
/*
 * Two-phase randomised routing (L. Valiant 1982; S. Donaldson, thesis, Oxford 1999, sections 1 and
 * 2.3) for a transposition: the process at column x and row y has bytes for the one at column y and
 * row x, so that along x and then along y many of them need the same links of the mesh's corners.
 *
 *  routing=direct     a bsp_hpput, and bsp_sync
 *  routing=two_phase  to a process in between, which is another one for each and drawn anew each
 *                     time; from there in a second superstep
 *
 * Mean and deviation of `draws`, 8.
 */
#include <stdlib.h>
#include <string.h>

#include "bsp_rows.h"

enum {
	MOST = 8192,
	DRAWS = 8,
};

static uint32_t p, me, bytes, state = 1;
static char *from, *between, *to;
static uint32_t *middle; /* of each process's bytes */
static uint32_t mine;    /* whose bytes come to this one in between */

static uint32_t transposed(uint32_t pid)
{
	struct weft_coords at = weft_coords(pid), other;
	uint32_t i = 0;

	do {
		other = weft_coords(i);
	} while ((other.x != at.y || other.y != at.x) && ++i < p);
	return i;
}

/* All processes draw alike. */
static void draw(void)
{
	for (uint32_t i = 0; i < p; i++) {
		middle[i] = i;
	}
	for (uint32_t i = p; i-- > 1;) {
		uint32_t j = bsp_draw(&state, i + 1), kept = middle[i];

		middle[i] = middle[j];
		middle[j] = kept;
	}
	mine = 0;
	while (middle[mine] != me) {
		mine++;
	}
}

static void put(uint32_t pid, const char *what, char *where)
{
	bsp_hpput((int)pid, what, where, 0, (int)bytes);
	bsp_sync();
}

static void direct(void)
{
	put(transposed(me), from, to);
}

static void two_phase(void)
{
	put(middle[me], from, between);
	put(transposed(mine), between, to);
}

static void measure(const char *routing, void (*what)(void))
{
	struct bsp_spread spread = {0, 0, 0};
	uint32_t source = transposed(me);

	for (int i = -1; i < DRAWS; i++) {
		uint64_t ns;

		draw();
		to[0] = to[bytes - 1] = 0;
		ns = bsp_timed(what);
		if (to[0] != (char)source || to[bytes - 1] != (char)source) {
			weft_panic("somebody else's bytes came");
		}
		if (i >= 0) {
			bsp_spread_add(&spread, ns);
		}
	}
	bsp_row("latency", "us", bsp_mean(&spread),
		"op=transpose,routing=%s,bytes=%u", routing, (unsigned)bytes);
	bsp_row("deviation", "us", bsp_deviation(&spread),
		"op=transpose,routing=%s,bytes=%u", routing, (unsigned)bytes);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	bsp_begin(bsp_nprocs());
	p = (uint32_t)bsp_nprocs();
	me = (uint32_t)bsp_pid();
	from = malloc(MOST);
	between = malloc(MOST);
	to = malloc(MOST);
	middle = malloc(p * sizeof(*middle));
	if (!from || !between || !to || !middle) {
		weft_panic("no memory");
	}
	memset(from, (int)me, MOST);
	bsp_push_reg(between, MOST);
	bsp_push_reg(to, MOST);
	bsp_sync();
	for (bytes = 128; bytes <= MOST; bytes *= 8) {
		measure("direct", direct);
		measure("two_phase", two_phase);
	}
	bsp_end();
	return 0;
}
