/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3 tap=no exit=70 args=pid|alone expect=of_process_1_at_ */
/* weft-test: cores=3 tap=no exit=70 args=pid expect=wrong.c:58:_there_is_no_such_process,_3 */
/* weft-test: cores=3 tap=no exit=70 args=size expect=wrong.c:61:_there_are_no_sizes_ */
/* weft-test: cores=3 tap=no exit=70 args=unknown expect=of_process_1 */
/* weft-test: cores=3 tap=no exit=70 args=early expect=that_address_is_not_registered */
/* weft-test: cores=3 tap=no exit=70 args=beyond expect=_line_70,_to_process_2:_4_bytes_at */
/* weft-test: cores=3 tap=no exit=70 args=alike expect=_line_74,_to_process_2:_4_bytes_at */
/* weft-test: cores=3 tap=no exit=70 args=short expect=_line_74,_to_process_2:_3_bytes_at */
/* weft-test: cores=3 tap=no exit=70 args=read expect=_line_78,_to_process_2:_9_bytes_at */
/* weft-test: cores=3 tap=no exit=70 args=null expect=to_process_0:_1_bytes_at_offset_0,_beyond */
/* weft-test: cores=3 tap=no exit=70 args=popped expect=of_process_1 */
/* weft-test: cores=3 tap=no exit=70 args=after boards=scc-sim
   expect=that_address_is_not_registered */
/* weft-test: cores=3 tap=no exit=70 args=full expect=2_GB_for_one_process boards=scc-sim */
/* weft-test: cores=3 tap=no exit=70 args=tag expect=2_GB_for_one_process boards=scc-sim */
/* weft-test: cores=3 tap=no exit=70 args=differ expect=has_not_registered,_popped_and */
/* weft-test: cores=3 tap=no exit=70 args=tags expect=has_not_registered,_popped_and */
/* weft-test: cores=3 tap=no exit=70 args=empty expect=of_process_1 */
/* weft-test: cores=3 tap=no exit=70 args=end expect=,_or_this_one_has */
/* weft-test: cores=3 tap=no exit=70 args=main expect=main_has_ended_before */
/* weft-test: cores=3 tap=no exit=70 args=before expect=_before_ */
/* weft-test: cores=3 tap=no exit=70 args=abort expect=_process_1_says_42 */
/* weft-test: cores=3 tap=no exit=70 args=null_src expect=put_of_process_1_at_ */
/* weft-test: cores=3 tap=no exit=70 args=null_hp expect=hpput_of_process_1_at_ */
/* weft-test: cores=3 tap=no exit=70 args=null_dst expect=dst_is_NULL */
/* weft-test: cores=3 tap=no exit=70 args=null_send expect=payload_is_NULL */
/* weft-test: cores=3 tap=no exit=70 args=null_tag expect=nbytes_is_NULL */
/* weft-test: cores=3 tap=no exit=70 args=null_status expect=tag_of_process_1 */
/* weft-test: cores=3 tap=no exit=70 args=null_status expect=status_is_NULL */
/* weft-test: cores=3 tap=no exit=70 args=null_get expect=tag_is_NULL */
/* weft-test: cores=3 tap=no exit=70 env=WEFT_BSP_SCHEDULE=fastest
   expect=SCHEDULE=fastest_is_none_of:_ */
/* weft-test: cores=3 tap=no exit=70 env=WEFT_BSP_SCHEDULE=fastest expect=_naive */
/* weft-test: cores=3 tap=no exit=70 env=WEFT_BSP_SCHEDULE=fastest expect=_random */
/* weft-test: cores=3 tap=no exit=70 args=hp_beyond expect=hpput_of_process_1, */
/*
 * Wrong calls by process 1: each is reported, by its process or by its target, and the
 * run ends.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <bsp.h>

static char area[8], other[8];
static const char *what;

static int is(const char *name)
{
	return bsp_pid() == 1 && strcmp(what, name) == 0;
}

static void wrong(void)
{
	if (is("pid")) {
		bsp_put(3, area, area, 0, 4);
	}
	if (is("size")) {
		bsp_send(0, NULL, area, 0), bsp_put(0, area, area, 0, -4);
	}
	if (is("unknown")) {
		bsp_hpget(0, other, 0, area, 4);
	}
	if (strcmp(what, "early") == 0) {
		bsp_push_reg(other, 8), bsp_put(0, area, other, 0, 4);
	}
	if (is("beyond")) {
		bsp_put(2, area, area, 6, 4);
	}
	if (is("alike") || is("short")) { /* the second one is beyond */
		for (int i = 0; i < 2; i++) {
			bsp_put(2, area, area, 6 * i, is("alike") ? 4 : 3);
		}
	}
	if (is("read")) {
		bsp_get(2, area, 0, other, 9);
	}
	if (is("popped")) {
		bsp_pop_reg(other);
	}
	if (strcmp(what, "after") == 0) {
		bsp_pop_reg(area), bsp_sync(), bsp_put(0, area, area, 0, 4);
	}
	if (is("full")) { /* almost 2^31 bytes, and some more */
		bsp_hpput(2, area, area, 0, 0x7fffff00);
		for (int i = 0; i < 100; i++) {
			bsp_put(2, area, area, 0, 4);
		}
	}
	if (strcmp(what, "tag") == 0) { /* with a payload, 2^32 bytes */
		int bytes = INT_MAX;

		bsp_set_tagsize(&bytes), bsp_sync();
		bsp_send(0, area, area, INT_MAX);
	}
	if (is("differ")) {
		bsp_pop_reg(area);
	}
	if (is("tags")) {
		int bytes = 4;

		bsp_set_tagsize(&bytes);
	}
	if (is("null_src")) {
		bsp_put(0, NULL, area, 0, 4);
	}
	if (is("null_hp")) {
		bsp_hpput(0, NULL, area, 0, 4);
	}
	if (is("null_dst")) {
		bsp_get(0, area, 0, NULL, 4);
	}
	if (is("null_send")) {
		bsp_send(0, NULL, NULL, 0), bsp_send(0, NULL, NULL, 4);
	}
	if (is("null_tag")) {
		bsp_set_tagsize(NULL);
	}
	if (is("null_status")) {
		bsp_get_tag(NULL, area);
	}
	if (strcmp(what, "null_get") == 0) {
		int bytes = 4, status;

		bsp_set_tagsize(&bytes), bsp_sync();
		bsp_send(1, area, area, 4), bsp_sync();
		bsp_get_tag(&status, bsp_pid() == 1 ? NULL : area);
	}
	if (is("hp_beyond")) {
		bsp_hpput(2, area, area, 6, 4);
	}
	if (is("empty")) {
		bsp_move(area, 4);
	}
	if (is("end")) {
		bsp_end();
	}
	if (is("main")) {
		exit(0);
	}
	if (is("abort")) {
		bsp_abort("process %d says %d", bsp_pid(), 42);
	}
}

int main(int argc, char **argv)
{
	what = argc > 1 ? argv[1] : "";
	if (strcmp(what, "before") == 0) {
		bsp_put(0, area, area, 0, 4);
	}
	bsp_begin(bsp_nprocs());
	if (strcmp(what, "null") == 0) {
		bsp_push_reg(bsp_pid() == 0 ? NULL : area, 8);
		bsp_sync();
		bsp_put(0, area, bsp_pid() == 0 ? NULL : area, 0, 1);
	} else {
		bsp_push_reg(area, sizeof(area));
		bsp_sync();
	}
	wrong();
	while (strcmp(what, "alone") == 0) { /* the others never come */
		if (bsp_pid() == 1) {
			bsp_put(3, area, area, 0, 4);
			bsp_sync();
		}
		bsp_time();
	}
	bsp_sync();
	bsp_end();
	return 0;
}
