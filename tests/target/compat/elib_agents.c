/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,scc-qemu,mpi cores=1,2 time-out=100 */
/* weft-test: boards=scc-sim cores=2 tap=no exit=70 args=external expect=only_the_group */
/* weft-test: boards=scc-sim cores=2 tap=no exit=70 args=chain expect=chains_are_not_here */
/* weft-test: boards=scc-sim cores=2 tap=no exit=70 args=event expect=only_clocks */
/* weft-test: boards=scc-sim cores=2 tap=no exit=70 args=core expect=no_such_core */
/* weft-test: boards=mpi modes=threads cores=67 tap=no exit=70 expect=so_many_cores */
/*
 * e-lib where agents reach other cores: timers, from their very start; what is not there
 * says so by name.
 */
#include <string.h>

#include "tests/target/tap.h"

#include <e-lib.h>

enum {
	STARTS = 200
};

/* Whatever the clock shows then, a timer that was just started has hardly run. */
static bool starts(void)
{
	bool ok = true;

	for (int i = 0; i < STARTS && ok; i++) {
		e_ctimer_set(E_CTIMER_0, (unsigned)E_CTIMER_MAX);
		e_ctimer_start(E_CTIMER_0, E_CTIMER_CLK);
		ok = e_ctimer_get(E_CTIMER_0) > (unsigned)E_CTIMER_MAX / 2;
		e_ctimer_stop(E_CTIMER_0);
	}
	return ok;
}

/* One waits while the other counts; a stopped one stands. */
static bool timers(void)
{
	unsigned from, to;

	e_ctimer_set(E_CTIMER_0, (unsigned)E_CTIMER_MAX);
	from = e_ctimer_start(E_CTIMER_0, E_CTIMER_CLK);
	e_wait(E_CTIMER_1, 5000);
	to = e_ctimer_stop(E_CTIMER_0);
	return to < from && from - to >= 5000 &&
	       e_ctimer_get(E_CTIMER_0) == to && e_ctimer_get(E_CTIMER_1) == 0;
}

static void refused(const char *what)
{
	static e_dma_desc_t d[2];
	int word = 0;

	if (!strcmp(what, "external")) {
		e_write(&e_emem_config, &word, 0, 0, NULL, sizeof(word));
	} else if (!strcmp(what, "chain")) {
		e_dma_set_desc(E_DMA_0, E_DMA_ENABLE | E_DMA_CHAIN, &d[1], 4, 4,
			       1, 1, 4, 4, &word, &word, &d[0]);
	} else if (!strcmp(what, "event")) {
		e_ctimer_start(E_CTIMER_0, E_CTIMER_FPU_INST);
	} else {
		e_get_global_address(e_group_config.group_rows, 0, &d[0]);
	}
}

int main(int argc, char **argv)
{
	if (argc > 1) {
		refused(argv[1]);
		return 0;
	}
	tap_begin();
	tap_ok(starts(), "a timer counts from its start");
	tap_ok(timers(), "a wait by one timer, counted by the other");
	return tap_end();
}
