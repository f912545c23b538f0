/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1 */
/* weft-bench: boards=scc-sim cores=2 */
/* weft-bench: boards=scc-sim cores=12 */
/* weft-bench: boards=scc-sim cores=48 */
/* weft-bench: boards=epiphany-emu cores=1,2,16 args=profile=epiphany */
/*
 * A counter that all cores add to, in the MPB of the core in the middle: how many
 * additions a second, of all.  Between two of its own a core computes for a while (up to
 * 1024 cycles), so that no order of theirs settles.
 *
 * how=lock: under weft_lock (test-and-set with back-off); mutex: under a weft_mutex,
 * handed over; tas, ticket, clh, queue: under a weft_any_lock; fetch_add:
 * weft_atomic_fetch_add, no lock.  mp_server: the core in the middle does nothing but
 * add, in its private memory, and is not one of the threads; hybcomb: combiners add,
 * 200 operations at most.
 *
 * latency: the mean time of an addition, from asking to having it; worst_latency: the
 * longest one of any core.  fairness: additions of the core that made most, by those of
 * the one that made fewest, in the time in which all work.
 */
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "common.h"

enum {
	US = 1000, /* how long they work */
};

static struct weft_mutex mutex;
static struct weft_any_lock lock;
static struct weft_delegate delegate;
static uint32_t word, sum, home, seed;

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

static uint32_t own_counter;

static uint32_t add_own(void *state, uint32_t n)
{
	uint32_t *counter = state, was = *counter;

	*counter += n;
	return was;
}

static uint32_t add_there(void *state, uint32_t n)
{
	(void)state;
	(void)n;
	add();
	return 0;
}

static weft_operation *const own[] = {add_own}, *const there[] = {add_there};
static const struct weft_object at_server = {own, 1, &own_counter};
static const struct weft_object at_home = {there, 1, NULL};

static void by_delegate(void)
{
	weft_apply(&delegate, 0, 0, 1, NULL, WEFT_FOREVER);
}

static const struct way {
	const char *how;
	void (*once)(void);
	const struct weft_lock_kind *kind;
	const struct weft_delegation *delegation;
	const struct weft_object *object;
} ways[] = {
	{.how = "lock", .once = by_lock},
	{.how = "mutex", .once = by_mutex},
	{.how = "tas", .once = by_any_lock, .kind = &weft_lock_tas},
	{.how = "ticket", .once = by_any_lock, .kind = &weft_lock_ticket},
	{.how = "clh", .once = by_any_lock, .kind = &weft_lock_clh},
	{.how = "queue", .once = by_any_lock, .kind = &weft_lock_queue},
	{.how = "fetch_add", .once = by_fetch_add},
	{.how = "mp_server",
	 .once = by_delegate,
	 .delegation = &weft_mp_server,
	 .object = &at_server},
	{.how = "hybcomb",
	 .once = by_delegate,
	 .delegation = &weft_hybcomb,
	 .object = &at_home},
};

struct result {
	uint64_t ns; /* in which all worked */
	uint32_t n;  /* additions of this core */
	uint64_t spent, worst;
};

static uint64_t total(uint32_t mine)
{
	uint32_t was, all;

	weft_barrier(WEFT_FOREVER);
	weft_flag_write(weft_rank(), sum, 0);
	weft_barrier(WEFT_FOREVER);
	weft_atomic_fetch_add(0, sum, mine, &was);
	weft_barrier(WEFT_FOREVER);
	weft_flag_read(0, sum, &all);
	return all;
}

static void row(const struct way *way, const char *metric, const char *unit,
		uint64_t value, uint32_t threads)
{
	bench_row("sync", metric, unit, value,
		  "profile=%s,object=counter,how=%s,threads=%u",
		  bench_arg("profile", "scc"), way->how, (unsigned)threads);
}

/* Of a core that is no thread: n is 0. */
static void print(const struct way *way, const struct result *r,
		  uint32_t threads)
{
	uint64_t ns = bench_ns(bench_max(r->ns));
	uint64_t most = bench_max(r->n), worst = bench_max(r->worst);
	uint64_t fewest = UINT32_MAX - bench_max(r->n ? UINT32_MAX - r->n : 0);
	uint64_t all = total(r->n), tenths = total((uint32_t)(r->spent >> 4));

	if (weft_rank() == 0 && fewest && all) {
		row(way, "throughput", "Mop/s", all * 1000000 / ns, threads);
		row(way, "latency", "us", bench_ns((tenths << 4) / all),
		    threads);
		row(way, "worst_latency", "us", bench_ns(worst), threads);
		row(way, "fairness", "ratio", most * 1000 / fewest, threads);
	}
}

static struct result work(const struct way *way)
{
	struct result r = {0, 0, 0, 0};
	uint64_t start = weft_cycles();

	do {
		uint64_t asked, took;

		compute();
		asked = weft_cycles();
		way->once();
		took = weft_cycles() - asked;
		r.spent += took;
		r.worst = took > r.worst ? took : r.worst;
		r.n++;
	} while (bench_ns(weft_cycles() - start) < (uint64_t)US * 1000);
	r.ns = weft_cycles() - start;
	return r;
}

static int create(const struct way *way)
{
	if (way->kind) {
		return weft_any_lock_create(&lock, way->kind, home);
	}
	return way->delegation
		       ? weft_delegate_create(&delegate, way->delegation, home,
					      way->object, 1)
		       : WEFT_OK;
}

static int give_back(const struct way *way)
{
	if (way->kind) {
		return weft_any_lock_free(&lock);
	}
	return way->delegation ? weft_delegate_free(&delegate) : WEFT_OK;
}

static void measure(const struct way *way)
{
	bool server = way->delegation == &weft_mp_server && weft_size() > 1;
	struct result r = {0, 0, 0, 0};

	weft_barrier(WEFT_FOREVER);
	if (create(way)) {
		weft_panic("no MPB space");
	}
	weft_barrier(WEFT_FOREVER);
	if (server && weft_rank() == home) {
		weft_delegate_serve(&delegate, WEFT_FOREVER);
	} else {
		r = work(way);
		if (server) {
			weft_delegate_leave(&delegate, WEFT_FOREVER);
		}
	}
	weft_barrier(WEFT_FOREVER);
	give_back(way);
	print(way, &r, weft_size() - server);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	home = weft_size() >> 1;
	seed = weft_rank();
	if (weft_mpb_alloc(32, &word) || weft_mpb_alloc(32, &sum) ||
	    weft_mutex_create(&mutex, home)) {
		weft_panic("no MPB space");
	}
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		measure(&ways[i]);
	}
	return 0;
}
