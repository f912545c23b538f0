/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 time-out=240 */
/*
 * A stencil of five points on rows that are dealt to the UEs, with a row of each
 * neighbour at either side: what each core has must be what one core alone computes.
 */
#include <string.h>

#include "tests/target/tap.h"

#include <RCCE.h>

enum {
	COLUMNS = 40,
	ROWS = 4, /* of a UE */
	STEPS = 12
};

static int np, me;
typedef float row[COLUMNS];

static float start(int r, int c)
{
	return (float)((r * 7 + c * 3) % 11);
}

/* One step of `rows` rows between the two at the ends; `old` is as large. */
static void step(row *field, row *old, int rows)
{
	memcpy(old, field, (size_t)(rows + 2) * sizeof(row));
	for (int r = 1; r <= rows; r++) {
		for (int c = 1; c < COLUMNS - 1; c++) {
			field[r][c] = 0.25f * (old[r - 1][c] + old[r + 1][c] +
					       old[r][c - 1] + old[r][c + 1]);
		}
	}
}

/* Even UEs send first, odd ones receive first: both ways at both sides. */
static int swap(row *field, int with, int mine, int theirs)
{
	char *out = (char *)field[mine], *in = (char *)field[theirs];

	if (with < 0 || with >= np) {
		return RCCE_SUCCESS;
	}
	return me % 2 == 0 ? RCCE_send(out, sizeof(row), with) +
				     RCCE_recv(in, sizeof(row), with)
			   : RCCE_recv(in, sizeof(row), with) +
				     RCCE_send(out, sizeof(row), with);
}

static void fill(row *field, int first, int rows)
{
	for (int r = 0; r < rows; r++) {
		for (int c = 0; c < COLUMNS; c++) {
			field[r][c] = start(first + r, c);
		}
	}
}

int RCCE_APP(int argc, char **argv)
{
	row *field, *all, *old;
	int error = RCCE_init(&argc, &argv);
	double sum = 0, total = 0, want = 0;

	tap_begin();
	np = RCCE_num_ues();
	me = RCCE_ue();
	field = tap_room((ROWS + 2) * sizeof(row));
	all = tap_room((size_t)(np * ROWS + 2) * sizeof(row));
	old = tap_room((size_t)(np * ROWS + 2) * sizeof(row));
	fill(field, me * ROWS, ROWS + 2);
	fill(all, 0, np * ROWS + 2);
	for (int i = 0; i < STEPS; i++) {
		error += swap(field, me ^ 1, me % 2 ? 1 : ROWS,
			      me % 2 ? 0 : ROWS + 1);
		error += swap(field, me % 2 ? me + 1 : me - 1,
			      me % 2 ? ROWS : 1, me % 2 ? ROWS + 1 : 0);
		step(field, old, ROWS);
		step(all, old, np * ROWS);
	}
	for (int c = 0; c < COLUMNS; c++) {
		sum += field[1][c];
		for (int u = 0; u < np; u++) {
			want += all[u * ROWS + 1][c];
		}
	}
	RCCE_allreduce((char *)&sum, (char *)&total, 1, RCCE_DOUBLE, RCCE_SUM,
		       RCCE_COMM_WORLD);
	tap_ok(!error, "no error in %d steps", STEPS);
	tap_ok(!memcmp(field[1], all[me * ROWS + 1], ROWS * sizeof(row)),
	       "each core's rows are what one core alone has, bit by bit");
	tap_ok(total > want * 0.999999 && total < want * 1.000001,
	       "the sum over all cores");
	RCCE_finalize();
	return tap_end();
}
