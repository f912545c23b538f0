/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3 tap=no exit=70 args=bcast expect=bcast_of_process_1_at_ */
/* weft-test: cores=3 tap=no exit=70 args=bcast expect=src_is_NULL */
/* weft-test: cores=3 tap=no exit=70 args=gather expect=src_is_NULL */
/* weft-test: cores=3 tap=no exit=70 args=gather_to expect=dst_is_NULL */
/* weft-test: cores=3 tap=no exit=70 args=allgather expect=dst_is_NULL */
/* weft-test: cores=3 tap=no exit=70 args=scatter expect=dst_is_NULL */
/* weft-test: cores=3 tap=no exit=70 args=alltoall expect=src_is_NULL */
/* weft-test: cores=3 tap=no exit=70 args=fold expect=src_is_NULL */
/* weft-test: cores=3 tap=no exit=70 args=reduce expect=dst_is_NULL */
/* weft-test: cores=3 tap=no exit=70 args=scan expect=dst_is_NULL */
/* weft-test: cores=3 tap=no exit=70 args=pid expect=there_is_no_such_process,_3 */
/* weft-test: cores=3 tap=no exit=70 args=size expect=there_are_no_sizes_below_0,_-4 */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=huge
   expect=of_all_processes_together_too_many;_bytes,_536870912 */
/* weft-test: cores=3 tap=no exit=70 args=outside expect=_before_ */
/* weft-test: cores=3 tap=no args=nothing */
/*
 * Wrong calls of level 1 by process 1: each is reported by its name, and the run ends.  A
 * pointer that is not used may be null.
 */
#include <string.h>

#include <bsp_level1.h>

static void plus(void *result, void *left, void *right, int *nbytes)
{
	(void)nbytes;
	*(int *)result = *(int *)left + *(int *)right;
}

static int from[3], to[3];
static const char *what;

static int is(const char *name)
{
	return bsp_pid() == 1 && strcmp(what, name) == 0;
}

static void wrong(void)
{
	if (is("bcast")) {
		bsp_bcast(1, NULL, to, 4);
	} else if (is("gather")) {
		bsp_gather(0, NULL, to, 4);
	} else if (is("gather_to")) {
		bsp_gather(1, from, NULL, 4);
	} else if (is("allgather")) {
		bsp_allgather(from, NULL, 4);
	} else if (is("scatter")) {
		bsp_scatter(0, NULL, NULL, 4);
	} else if (is("alltoall")) {
		bsp_total_exchange(NULL, to, 4);
	} else if (is("fold")) {
		bsp_fold(plus, NULL, to, 4);
	} else if (is("reduce")) {
		bsp_reduce(1, plus, from, NULL, 4);
	} else if (is("scan")) {
		bsp_scan(plus, from, NULL, 4);
	} else if (is("pid")) {
		bsp_gather(3, from, to, 4);
	} else if (is("size")) {
		bsp_allgather(from, to, -4);
	} else if (is("huge")) {
		bsp_fold(plus, from, to, 1 << 29);
	}
}

/* Of no bytes, or where they are not looked at. */
static void nothing(void)
{
	int root = bsp_pid() == 1;

	bsp_bcast(1, root ? from : NULL, to, 4);
	bsp_gather(1, from, root ? to : NULL, 4);
	bsp_scatter(1, root ? from : NULL, to, 4);
	bsp_reduce(1, plus, from, root ? to : NULL, 4);
	bsp_bcast(1, NULL, NULL, 0);
	bsp_gather(1, NULL, NULL, 0);
	bsp_scatter(1, NULL, NULL, 0);
	bsp_allgather(NULL, NULL, 0);
	bsp_total_exchange(NULL, NULL, 0);
	bsp_fold(plus, NULL, NULL, 0);
	bsp_reduce(1, plus, NULL, NULL, 0);
	bsp_scan(plus, NULL, NULL, 0);
}

int main(int argc, char **argv)
{
	what = argc > 1 ? argv[1] : "";
	if (strcmp(what, "outside") == 0) {
		bsp_allgather(from, to, 4);
	}
	bsp_begin(bsp_nprocs());
	if (strcmp(what, "nothing") == 0) {
		nothing();
	} else {
		wrong();
	}
	bsp_sync();
	bsp_end();
	return 0;
}
