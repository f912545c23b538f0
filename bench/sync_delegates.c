/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1 */
/* weft-bench: boards=scc-sim cores=2 */
/* weft-bench: boards=scc-sim cores=12 */
/* weft-bench: boards=scc-sim cores=48 */
/* weft-bench: boards=scc-sim cores=48 args=max=5 */
/* weft-bench: boards=scc-sim cores=48 args=max=20 */
/* weft-bench: boards=scc-sim cores=48 args=max=50 */
/* weft-bench: boards=scc-sim cores=48 args=max=1000 */
/* weft-bench: boards=tile36-sim cores=1,2,3,5,9,18,27,36 args=profile=tile36,pause=100 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,max=50 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,max=1000 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,max=5000 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=0 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=1 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=5 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=15 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=15,state=window */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=25 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=50 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36_half,pause=100 o=set=cpi:0.3 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36_quarter,pause=100 o=set=cpi:0.15 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36_free,pause=100 o=software=free */
/* weft-bench: boards=epiphany-emu cores=1,2,16 args=profile=epiphany */
/*
 * A counter that all cores add to (sync_counter.h), by others that run their operations: how many
 * additions a second, of all, beside those of sync.c.  sync_way.h has the metrics.
 *
 * mp_server, shm_server, group_server: the core in the middle does nothing but add, in its
 * private memory, and is not one of the threads; handler_server: it is one, and adds for others
 * when it is interrupted; the others: combiners add, 200 operations at most (args=max=N: N,
 * and only these); hybcomb_swap: with swap_after 3.
 *
 * args=state=window: a server's counters are in a window, too.
 */
#include "sync_counter.h"

#include <weft/published/delegate.h>

static uint32_t own_counters[COUNTERS];

static uint32_t add_own(void *state, uint32_t n)
{
	uint32_t *counter = state, was = *counter;

	*counter += n;
	return was;
}

static uint32_t add_many_own(void *state, uint32_t n)
{
	volatile uint32_t *counter = state; /* each is one of its own */

	for (uint32_t i = 0; i < increments; i++) {
		counter[i & (COUNTERS - 1)] += n;
	}
	return 0;
}

static uint32_t add_there(void *state, uint32_t n)
{
	(void)state;
	(void)n;
#if !ARCH_OWN_WRITES
	weft_quiet(); /* what this core added before comes back */
#endif
	add();
	return 0;
}

static uint32_t add_many_there(void *state, uint32_t n)
{
	(void)state;
	(void)n;
#if !ARCH_OWN_WRITES
	weft_quiet();
#endif
	add_many();
	return 0;
}

static weft_operation *by_own[] = {add_own}, *there[] = {add_there};
static const struct weft_object at_server = {by_own, 1, own_counters};
static const struct weft_object at_home = {there, 1, NULL};

static void by_delegate(void)
{
	weft_apply(&delegate, 0, 0, 1, NULL, WEFT_FOREVER);
}

#define BY(kind, of)                                                           \
	.how = #kind, .once = by_delegate, .delegation = &weft_##kind,         \
	.object = &(of)
static const struct way ways[] = {
	{BY(mp_server, at_server), .alone = true},
	{BY(shm_server, at_server), .alone = true},
	{BY(group_server, at_server), .alone = true},
	{BY(handler_server, at_server)},
	{BY(hybcomb, at_home)},
	{.how = "hybcomb_swap",
	 .once = by_delegate,
	 .delegation = &weft_hybcomb,
	 .object = &at_home,
	 .swap_after = 3},
	{BY(dsm_synch, at_home)},
	{BY(cc_synch, at_home)},
	{BY(h_synch, at_home), .waits = true},
};

int main(int argc, char **argv)
{
	counter_setup(argc, argv);
	if (many) {
		by_own[0] =
			*bench_arg("state", "") ? add_many_there : add_many_own;
		there[0] = add_many_there;
	}
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		if (!max_ops || ways[i].object == &at_home) {
			measure(&ways[i]);
		}
	}
	return 0;
}
