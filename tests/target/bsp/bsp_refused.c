/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=0 expect=begin:_a_second_time */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=1 expect=tagsize_of_process_1_at_ */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=2 expect=no_sizes_below_0,_-2 */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=3 expect=no_sizes_below_0,_-3 */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=4 expect=offsets_below_0,_-4 */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=5 expect=offsets_below_0,_-5 */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=6 expect=offsets_below_0,_-6 */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=7 expect=offsets_below_0,_-7 */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=8 expect=no_such_process,_3 */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=9 expect=no_such_process,_-1 */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=10 expect=no_such_process,_-9 */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=11 expect=no_such_process,_1000 */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=12 expect=nmessages_is_NULL */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=13 expect=tag_is_NULL */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=14 expect=payload_is_NULL */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=15 expect=no_sizes_below_0,_-15 */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=16 expect=that_address_is_not_registered */
/* weft-test: boards=scc-sim cores=3 tap=no exit=0 args=17 */
/* weft-test: boards=scc-sim cores=3 tap=no exit=70 args=18 expect=memory_for_what_a_superstep */
/*
 * Calls of BSPlib that cannot be, each with the number or the name that is wrong in it: the
 * run ends with a report of that.  Number 17 is none of these.
 */
#include <stdlib.h>

#include <bsp.h>

static char area[8], other[8];

static void tag(int bytes)
{
	bsp_set_tagsize(&bytes);
}

static void move_null(int which)
{
	void *at;

	bsp_hpmove(which ? &at : NULL, which ? NULL : &at);
}

/* With a heap in which nothing is left. */
static void put_more(void)
{
	for (size_t n = 1 << 20; n > 0; n >>= 1) {
		while (malloc(n)) {
		}
	}
	for (int i = 0; i < 1000; i++) {
		bsp_put(0, area, area, 0, sizeof(area));
	}
}

static void wrong(int call)
{
	switch (call) {
	case 0: bsp_begin(bsp_nprocs()); break;
	case 1: tag(-1); break;
	case 2: tag(-2); break;
	case 3: bsp_push_reg(area, -3); break;
	case 4: bsp_get(0, area, 0, other, -4); break;
	case 5: bsp_hpput(0, area, area, 0, -5); break;
	case 6: bsp_put(0, area, area, -6, 1); break;
	case 7: bsp_hpget(0, area, -7, other, 1); break;
	case 8: bsp_hpput(3, area, area, 0, 1); break;
	case 9: bsp_get(-1, area, 0, other, 1); break;
	case 10: bsp_hpget(-9, area, 0, other, 1); break;
	case 11: bsp_send(1000, NULL, area, 1); break;
	case 12: bsp_qsize(NULL, NULL); break;
	case 13: move_null(0); break;
	case 14: move_null(1); break;
	case 15: bsp_move(area, -15); break;
	case 16: bsp_get(0, other, 0, area, 1); break;
	case 18: put_more(); break;
	default: bsp_put(0, area, area, 0, 1); break;
	}
}

int main(int argc, char **argv)
{
	bsp_begin(bsp_nprocs());
	bsp_push_reg(area, sizeof(area));
	bsp_sync();
	bsp_send(1, NULL, area, 1);
	bsp_sync();
	if (bsp_pid() == 1) {
		wrong(argc > 1 ? atoi(argv[1]) : 17);
	}
	bsp_sync();
	bsp_end();
	return 0;
}
