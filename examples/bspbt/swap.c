/* SPDX-License-Identifier: Apache-2.0 */
/* Supersteps: rows that others need, and lines of planes from process to process. */
#include "examples/bspbt/ssor.h"

enum {
	NEAR = 2, /* rows that fourth differences reach */
};

void lu_swap_rows(void)
{
	size_t bytes = (size_t)bt.n * bt.n * sizeof(*lu.u);

	if (bt.alone) {
		return;
	}
	for (uint32_t y = lu.first; y < lu.end; y++) {
		uint32_t low = y > NEAR ? y - NEAR : 1;
		uint32_t last = bt.me, high = y + NEAR;

		high = high < bt.n - 1 ? high : bt.n - 2;
		for (uint32_t near = low; near <= high; near++) {
			uint32_t to = owner_of_row(near);

			if (to != bt.me && to != last) {
				bsp_put((int)to, lu.u[point_at(y, 0, 0)], lu.u,
					(int)(y * bytes), (int)bytes);
				last = to;
			}
		}
	}
	bsp_sync();
}

/* A superstep has brought it. */
void lu_line_awaited(uint32_t z, int way)
{
	(void)z;
	(void)way;
}

/* z is 0 where this process has had no plane. */
void lu_line_done(uint32_t z, int way)
{
	uint32_t y = way > 0 ? lu.end - 1 : lu.first;
	uint32_t to = bt.me + (way > 0 ? 1 : UINT32_MAX);

	if (bt.alone) {
		return;
	}
	if (z > 0 && lu.first < lu.end && to < bt.p) {
		uint32_t at = point_at(y, z, 0);

		bsp_put((int)to, lu.r[at], lu.r, (int)(at * sizeof(*lu.r)),
			(int)(bt.n * sizeof(*lu.r)));
	}
	bsp_sync();
}
