/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1 */
/* weft-bench: boards=scc-sim cores=2 */
/* weft-bench: boards=scc-sim cores=12 */
/* weft-bench: boards=scc-sim cores=48 */
/*
 * A counter that all cores add to, in the MPB of the core in the middle: how many
 * additions a second, of all.  Between two of its own a core computes for up to 2 us, so
 * that no order of theirs settles.
 *
 * how=lock: under weft_lock (test-and-set with back-off); mutex: under a weft_mutex,
 * handed over; fetch_add: weft_atomic_fetch_add, no lock.
 * fairness: additions of the core that made most, by those of the one that made fewest,
 * in the time in which all work.
 */
#include <stdio.h>

#include <weft/weft.h>

#include "common.h"

enum {
	US = 1000, /* how long they work */
};

static struct weft_mutex mutex;
static uint32_t word, home, seed;

static void compute(void)
{
	uint64_t until;

	seed = seed * 1664525u + 1013904223u;
	until = weft_cycles() + (seed >> 22);
	while (weft_cycles() < until) {
	}
}

static void add(void)
{
	uint32_t value;

	weft_get(&value, weft_at(home, word), sizeof(value));
	value++;
	weft_put(weft_at(home, word), &value, sizeof(value));
}

static void by_lock(void)
{
	weft_lock(home, WEFT_FOREVER);
	add();
	weft_unlock(home);
}

static void by_mutex(void)
{
	weft_mutex_acquire(&mutex, WEFT_FOREVER);
	add();
	weft_mutex_release(&mutex);
}

static void by_fetch_add(void)
{
	uint32_t was;

	weft_atomic_fetch_add(home, word, 1, &was);
}

static const struct {
	const char *how;
	void (*once)(void);
} ways[] = {
	{"lock", by_lock},
	{"mutex", by_mutex},
	{"fetch_add", by_fetch_add},
};

static void measure(const char *how, void (*once)(void))
{
	uint64_t start, most, fewest, ns;
	uint32_t n = 0, before, after;

	weft_flag_read(home, word, &before);
	weft_barrier(WEFT_FOREVER);
	start = weft_cycles();
	do {
		compute();
		once();
		n++;
	} while (bench_ns(weft_cycles() - start) < (uint64_t)US * 1000);
	ns = bench_ns(bench_max(weft_cycles() - start));
	weft_flag_read(home, word, &after);
	most = bench_max(n);
	fewest = UINT32_MAX - bench_max(UINT32_MAX - n);
	if (weft_rank() == 0 && fewest) {
		bench_row("sync", "throughput", "Mop/s",
			  (uint64_t)(after - before) * 1000000 / ns,
			  "profile=scc,object=counter,how=%s,threads=%u", how,
			  (unsigned)weft_size());
		bench_row("sync", "fairness", "ratio", most * 1000 / fewest,
			  "profile=scc,object=counter,how=%s,threads=%u", how,
			  (unsigned)weft_size());
	}
	weft_barrier(WEFT_FOREVER);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	home = weft_size() >> 1;
	seed = weft_rank();
	if (weft_mpb_alloc(32, &word) || weft_mutex_create(&mutex, home)) {
		weft_panic("no MPB space");
	}
	weft_barrier(WEFT_FOREVER);
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		measure(ways[i].how, ways[i].once);
	}
	return 0;
}
