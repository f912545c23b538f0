/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3 tap=no args=why exit=70 expect=panic:_the_reason:_rank_1_of_3, */
/* weft-test: cores=3 tap=no args=why exit=70 expect=end_code=70_core=1 */
/* weft-test: cores=3 tap=no args=all exit=70 expect=panic_of_ranks_0-2:_the_same
   boards=scc-sim */
/* weft-test: cores=3 tap=no args=none exit=70 expect=panic:_no_reason_given:_rank_1 */
/* weft-test: cores=3 boards=scc-sim tap=no args=fault exit=70 expect=pc=image */
/* weft-test: cores=3 boards=scc-sim tap=no args=fault exit=70
   expect=panic:_page_fault_at_instruction_ */
/* weft-test: cores=3 boards=scc-sim tap=no args=again exit=70
   expect=panic:_the_report_itself_failed:_page_fault */
/* weft-test: cores=3 boards=scc-sim tap=no args=again exit=70 expect=end_code=70_core=1 */
/* weft-test: cores=3 boards=scc-sim tap=no args=wait exit=70 env=WEFT_PATIENCE_US=2000
   expect=it_waited_for_a_flag_of_the_application_from_rank_2:_own_MPB_word */
/* weft-test: cores=3 boards=scc-sim tap=no args=wait exit=70
   env=WEFT_PATIENCE_US=2000 expect=to_reach_7,_it_is_3,_since_cycle */
/* weft-test: cores=3 boards=scc-sim tap=no args=lock exit=70
   env=WEFT_PATIENCE_US=2000 expect=it_waited_for_a_lock_at_core_0,_held_by_rank_2,_since_cycle */
/* weft-test: cores=17 boards=scc-sim modes=strict tap=no args=lines exit=70
   env=WEFT_BARRIER=lines,WEFT_PATIENCE_US=2000 expect=of_a_barrier_by_lines_from_rank_8 */
/* weft-test: cores=17 boards=scc-sim modes=strict tap=no args=lines exit=70
   env=WEFT_BARRIER=lines,WEFT_PATIENCE_US=2000 expect=of_a_barrier_by_lines_from_rank_6 */
/* weft-test: cores=17 boards=scc-sim modes=strict tap=no args=sums exit=70
   env=WEFT_REDUCE=exchange,WEFT_PATIENCE_US=2000 expect=an_exchange_from_rank_1: */
/* weft-test: cores=3 boards=scc-sim tap=no args=handler exit=70 expect=,_in_a_handler */
/*
 * What a panic says: its reason, where it is, what the core waits for; and what one says within it.
 */
#include <stdint.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "tests/target/tap.h"

static uint32_t flags;
static volatile uint32_t *volatile none;

static void no_more_patience(void)
{
	weft_flag_write(weft_rank(), flags, 3);
	weft_flag_wait_from(2, flags, 7, WEFT_FOREVER);
}

static void held(void)
{
	weft_lock(0, WEFT_FOREVER);
}

static void in_handler(const struct weft_chunk *chunk, void *arg)
{
	(void)chunk;
	(void)arg;
	if (weft_rank() == 1) {
		weft_panic("here");
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (weft_flags_alloc(1, &flags)) {
		return 2;
	}
	if (!strcmp(what, "handler")) {
		weft_abcast_on_chunk(in_handler, NULL, WEFT_IN_HANDLER);
	}
	if (!strcmp(what, "lock") && weft_rank() == 2) {
		held();
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (!strcmp(what, "all")) {
		weft_panic("the same");
	}
	if (!strcmp(what, "handler") && weft_rank() == 0) {
		weft_abcast("", 1, WEFT_FOREVER);
	}
	if (!strcmp(what, "lines") && weft_rank() != 8) {
		weft_barrier(WEFT_WORLD, WEFT_FOREVER); /* it stays away */
	}
#if ARCH_REMOTE_AWAIT
	if (!strcmp(what, "sums") && weft_rank() != 2) {
		weft_allreduce(&flags, &flags, 1, &weft_sum_uint32, WEFT_WORLD,
			       WEFT_FOREVER); /* and so does this one */
	}
#endif
	if (weft_rank() != 1) {
		tap_delay(100000000);
	} else if (!strcmp(what, "why")) {
		weft_panic("the reason");
	} else if (!strcmp(what, "none")) {
		weft_panic(NULL);
	} else if (!strcmp(what, "fault")) {
		*none = 1;
	} else if (!strcmp(what, "again")) {
		weft_panic((const char *)(uintptr_t)8);
	} else if (!strcmp(what, "wait")) {
		no_more_patience();
	} else if (!strcmp(what, "lock")) {
		held();
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return 0;
}
