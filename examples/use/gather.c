/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gather: a block of each core to one core; and all-to-all: a block of each to each.
 *
 * With 4 cores rank 0 says: gathered 0 1 2 3, exchanged 0 10 20 30
 */
#include <stdio.h>
#include <stdlib.h>

#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

int main(void)
{
	uint32_t me = weft_rank(), n = weft_size();
	uint32_t *row = calloc(n, sizeof(*row)),
		 *column = calloc(n, sizeof(*row));
	uint32_t *all = calloc(n, sizeof(*all));

	need(row && column && all ? WEFT_OK : WEFT_ERR_SPACE);
	need(weft_gather(&me, all, sizeof(me), 0, WEFT_WORLD, WEFT_FOREVER));
	for (uint32_t i = 0; i < n; i++) {
		row[i] = 10 * me + i;
	}
	need(weft_alltoall(row, column, sizeof(*row), WEFT_WORLD,
			   WEFT_FOREVER));
	if (me == 0 && n >= 4) {
		printf("gathered %u %u %u %u, exchanged %u %u %u %u\n",
		       (unsigned)all[0], (unsigned)all[1], (unsigned)all[2],
		       (unsigned)all[3], (unsigned)column[0],
		       (unsigned)column[1], (unsigned)column[2],
		       (unsigned)column[3]);
	}
	return column[n - 1] == 10 * (n - 1) + me ? 0 : 1;
}
