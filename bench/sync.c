/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1 */
/* weft-bench: boards=scc-sim cores=2 */
/* weft-bench: boards=scc-sim cores=12 */
/* weft-bench: boards=scc-sim cores=48 */
/* weft-bench: boards=tile36-sim cores=1,2,3,5,9,18,27,36 args=profile=tile36,pause=100 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=0 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=1 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=5 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=15 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=25 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=50 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36_half,pause=100 o=set=cpi:0.3 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36_quarter,pause=100 o=set=cpi:0.15 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36_free,pause=100 o=software=free */
/* weft-bench: boards=epiphany-emu cores=1,2,16 args=profile=epiphany */
/*
 * A counter that all cores add to (sync_counter.h), under a lock: how many additions a second,
 * of all.  sync_way.h has the metrics.
 *
 * how=lock: under weft_lock (test-and-set with back-off); tas, ticket, clh, queue, hyblock, server,
 * token: under a weft_any_lock; fetch_add: weft_atomic_fetch_add, no lock.
 */
#include "sync_counter.h"

#include <weft/published/lock.h>

static void by_lock(void)
{
	weft_lock(home, WEFT_FOREVER);
	add();
	weft_unlock(home);
}

static void by_lock_many(void)
{
	weft_lock(home, WEFT_FOREVER);
	add_many();
	weft_unlock(home);
}

static void by_any_lock_many(void)
{
	weft_any_lock_acquire(&lock, WEFT_FOREVER);
	add_many();
	weft_any_lock_release(&lock);
}

static void by_any_lock(void)
{
	weft_any_lock_acquire(&lock, WEFT_FOREVER);
	add();
	weft_any_lock_release(&lock);
}

static void by_fetch_add(void)
{
	uint32_t was;

	weft_atomic_fetch_add(home, word, 1, &was);
}

static const struct way ways[] = {
	{.how = "lock", .once = by_lock, .many = by_lock_many},
#define LOCK(name)                                                             \
	{                                                                      \
#name, .once = by_any_lock, .many = by_any_lock_many,          \
		       .kind = &weft_lock_##name                               \
	}
	LOCK(tas),
	LOCK(ticket),
	LOCK(clh),
	LOCK(queue),
	LOCK(hyblock),
	LOCK(server),
	LOCK(token),
	{.how = "fetch_add", .once = by_fetch_add},
};

int main(int argc, char **argv)
{
	counter_setup(argc, argv);
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		if (!many || ways[i].many) {
			measure(&ways[i]);
		}
	}
	return 0;
}
