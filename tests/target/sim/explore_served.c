/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=2 modes=strict tap=no
   args=server|combiner|handler|under_tas
   o=explore=time:last,executions:300|explore=time:any,executions:300 */
/* weft-test: boards=scc-sim cores=2,3 modes=strict tap=no args=messages|nodes|groups|closing
   o=explore=time:any,executions:200 */
/* weft-test: boards=scc-sim cores=3 modes=strict tap=no args=combiner|handler|under_tas
   o=explore=time:any,executions:200 */
/*
 * Operations that another core runs, with deadlines, for the explorer (explore.h; with
 * time:any): what a call waits for may come before its deadline, after it, and between the
 * deadline and the last look.  Each operation runs once, or not at all if the call says that
 * it has not been run; its result comes to the call that waits for it, and to no later one.
 * A server that looks at the words of three cores, or at groups, takes more steps
 * between two requests than an execution may have.
 */
#include "explore.h"

#include <weft/published/delegate.h>

enum {
	ADDS = 2, /* of each core */
};

/* Operations on a counter, by delegates. --------------------------------- */

static uint32_t seen, runs; /* of this core: bits of results; operations */

/* The counter lies in rank 0's window, whoever runs this. */
static uint32_t add(void *state, uint32_t argument)
{
	uint32_t sum = 0;

	(void)state;
	weft_quiet(); /* this core may have run the last one, too */
	wrong |= weft_get(&sum, weft_at(0, area), sizeof(sum)) != WEFT_OK;
	sum += argument;
	wrong |= weft_put(weft_at(0, area), &sum, sizeof(sum)) != WEFT_OK;
	return sum;
}

static weft_operation *const operations[] = {add};
static const struct weft_object object = {operations, 1, NULL};
static struct weft_delegate d;

static const struct weft_delegation *how;

static void make(void)
{
	wrong |= weft_delegate_create(&d, how, 0, &object, 1) != WEFT_OK;
}

/* Once with a deadline, which may pass, and once without. */
static void apply(void)
{
	for (uint32_t i = 0; i < ADDS; i++) {
		uint32_t got = 0;
		int error = weft_apply(&d, 0, 0, 1, &got,
				       i == 0 ? WITHIN_US : WEFT_FOREVER);

		if (error == WEFT_ERR_PENDING) {
			error = weft_delegate_wait(&d, &got, WEFT_FOREVER);
			wrong |= error != WEFT_OK;
		}
		wrong |= error && (error != WEFT_ERR_TIMEOUT || i > 0);
		wrong |= !error && (got == 0 || (seen >> got & 1));
		seen |= error ? 0 : UINT32_C(1) << got;
		runs += !error;
	}
}

static void served(void)
{
	int error;

	if (arch_rank() == 0) {
		do {
			error = weft_delegate_serve(&d, WITHIN_US);
			wrong |= error && error != WEFT_ERR_TIMEOUT;
		} while (error);
	} else {
		apply();
		error = weft_delegate_leave(&d, WITHIN_US);
		if (error == WEFT_ERR_PENDING) {
			error = weft_delegate_wait(&d, NULL, WEFT_FOREVER);
		}
		wrong |= error != WEFT_OK;
	}
}

/* The results were 1 to as many as have been run, each once. */
static void all_once(void)
{
	uint32_t told[EXPLORE_CORES], bits = 0, n = 0;

	explore_tell(seen, told);
	for (uint32_t rank = 0; rank < arch_count(); rank++) {
		wrong |= bits & told[rank];
		bits |= told[rank];
	}
	for (; bits >> (n + 1) & 1; n++) {
	}
	wrong |= n == 0 || bits >> (n + 1);
}

static const struct {
	const char *name;
	const struct weft_delegation *how;
	void (*play)(void);
} kinds[] = {
	{"server", &weft_shm_server, served},
	{"messages", &weft_mp_server, served},
	{"combiner", &weft_dsm_synch, apply},
	{"nodes", &weft_cc_synch, apply},
	{"groups", &weft_h_synch, apply},
	{"closing", &weft_hybcomb, apply},
	{"handler", &weft_handler_server, apply},
	{"under_tas", &weft_under_tas, apply},
};

int main(int argc, char **argv)
{
	struct explore_case one = {NULL, apply, make, all_once};

	for (size_t i = 0; argc > 1 && i < sizeof(kinds) / sizeof(kinds[0]);
	     i++) {
		if (strcmp(argv[1], kinds[i].name) == 0) {
			how = kinds[i].how;
			one.name = kinds[i].name;
			one.play = kinds[i].play;
			return explore_main(argc, argv, &one, 1);
		}
	}
	return 2;
}
