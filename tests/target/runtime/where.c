/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,tile36-sim,epiphany-emu cores=1,2,3,17 */
/*
 * Where cores are: distances are those of a mesh, by the coordinates of routers, and a rank
 * that there is not is nowhere.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

static uint32_t apart(uint32_t a, uint32_t b)
{
	return a > b ? a - b : b - a;
}

/* A router more than there are steps between the routers. */
static bool is_mesh(uint32_t a, uint32_t b)
{
	struct weft_coords p = weft_coords(a), q = weft_coords(b);

	return weft_hops(a, b) == 1 + apart(p.x, q.x) + apart(p.y, q.y) &&
	       (a == b) == (p.core == q.core);
}

static bool is_nowhere(uint32_t rank)
{
	struct weft_coords p = weft_coords(rank);

	return p.x == UINT32_MAX && p.y == UINT32_MAX &&
	       p.core == UINT32_MAX && weft_hops(rank, 0) == 0 &&
	       weft_hops(0, rank) == 0;
}

int main(void)
{
	bool ok = true;

	tap_begin();
	for (uint32_t a = 0; a < weft_size(); a++) {
		for (uint32_t b = 0; b < weft_size(); b++) {
			ok &= is_mesh(a, b);
		}
	}
	tap_ok(ok, "distances are of a mesh");
	tap_ok(is_nowhere(weft_size()) && is_nowhere(UINT32_MAX),
	       "no such rank");
	return tap_end();
}
