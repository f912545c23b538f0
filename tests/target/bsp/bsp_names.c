/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,3 boards=scc-sim tap=no expect=sizes_right */
/* weft-test: cores=3 boards=scc-sim tap=no exit=70 args=null expect=src_is_NULL */
/* weft-test: cores=3 boards=scc-sim tap=no exit=70 args=who expect=pid:_before_ */
/*
 * What programs for other BSPlibs use: names, types, printf without <stdio.h>.  And scans
 * of values that are about as long as weft's own reductions take.
 */
#include <bsp.h>
#include <bsp_level1.h>
#include <string.h>

enum {
	FIRST = 250,
	LAST = 270
};

/* Bytes, each by itself. */
static void add(void *result, void *left, void *right, int *nbytes)
{
	unsigned char *to = result;
	const unsigned char *a = left, *b = right;

	for (int i = 0; i < *nbytes; i++) {
		to[i] = (unsigned char)(a[i] + b[i]);
	}
}

static int scans(bsp_pid_t me, bsp_size_t n)
{
	static unsigned char mine[LAST], all[LAST];
	int wrong = 0;

	for (int i = 0; i < n; i++) {
		mine[i] = (unsigned char)(i + me);
	}
	bsp_scan(add, mine, all, n);
	for (int i = 0; i < n; i++) {
		int sum = 0;

		for (bsp_pid_t p = 0; p <= me; p++) {
			sum += i + p;
		}
		wrong += all[i] != (unsigned char)sum;
	}
	return wrong;
}

int main(int argc, char **argv)
{
	static int cell = -1;
	bsp_nprocs_t procs = bsp_nprocs();
	int wrong = 0;
	double time;

	if (argc > 1 && strcmp(argv[1], "who") == 0) {
		return bsp_pid();
	}
	bsp_begin(procs);
	bsp_pushregister(&cell, sizeof(cell));
	bsp_sync();
	time = bsp_dtime();
	wrong += time <= 0 || bsp_dtime() >= bsp_time();
	bsp_put((bsp_pid() + 1) % procs, &procs, &cell, 0, sizeof(cell));
	bsp_sync();
	wrong += cell != procs;
	bsp_popregister(&cell);
	if (argc > 1) {
		bsp_scan(add, NULL, &cell, sizeof(cell));
	}
	for (bsp_size_t n = FIRST; n <= LAST; n++) {
		wrong += scans(bsp_pid(), n);
	}
	if (bsp_pid() == 0) {
		printf("sizes %s\n", wrong ? "wrong" : "right");
	}
	bsp_end();
	return wrong > 0;
}
