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
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=5 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=15 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=15,state=window */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=25 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36,pause=100,n=50 */
/* weft-bench: boards=epiphany-emu cores=1,2,16 args=profile=epiphany */
/*
 * A counter that all cores add to, in the MPB of the core in the middle: how many
 * additions a second, of all.  Between two of its own a core computes for a while (up to
 * 1024 cycles, or args=pause=N), so that no order of theirs settles.
 *
 * how=lock: under weft_lock (test-and-set with back-off); tas, ticket, clh, queue, hyblock, server,
 * token: under a weft_any_lock; fetch_add: weft_atomic_fetch_add, no lock.  mp_server, shm_server,
 * group_server: the core in the middle does nothing but add, in its private memory, and is not
 * one of the threads; handler_server: it is one, and adds for others when it is interrupted;
 * the others: combiners add, 200 operations at most (args=max=N: N, and only these);
 * hybcomb_swap: with swap_after 3.
 *
 * object=queue, object=stack: cores put a word and take one, by turns; each of the two counts.
 * how=queue-2, mp_server-2: a lock, or server, for puts and another one for takes.
 *
 * how=treiber: a stack that no delegate has.  object=deque: the server has the work, puts two
 * words and takes one back, and serves; threads take the first word, if there is one.
 * own_throughput: what the server itself puts and takes.
 *
 * object=array (args=n=N, and only these): an addition is to N counters of 64, in a row; with
 * state=window a server's are in a window, too.
 *
 * latency: the mean time of an addition, from asking to having it; worst_latency: the
 * longest one of any core.  fairness: additions of the core that made most, by those of
 * the one that made fewest, in the time in which all work.  stalled: for what part of its time a
 * server, or a combiner of 1000 operations or more, does not execute instructions.
 * cas_per_op: compare-and-swaps of HybComb, or of Treiber's stack, for each operation.
 * combining_rate: operations of others that a combiner runs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "common.h"
#include "sync_stalls.h"
#include "sync_ways.h"

enum {
	US = 1000, /* how long they work */
	ROOM = 64,
	MANY = 1000, /* operations of a combiner: its call is the longest by far */
};

static struct weft_queue queue;
static struct weft_stack stack;
static bool many; /* additions are to many counters */
static uint32_t sum, second, seed, max_ops, pause = 1024;

static void compute(void)
{
	uint64_t until;

	seed = seed * 1664525u + 1013904223u;
	until = weft_cycles() + ((seed >> 16) * pause >> 16);
	while (weft_cycles() < until) {
	}
}

struct result {
	uint64_t ns;  /* in which all worked */
	uint32_t n;   /* additions of this core */
	uint32_t own; /* what a deque's core does with it itself */
	uint64_t spent, worst;
	uint64_t span; /* of its longest call, or of serving: sync_stalls.h */
	uint32_t terms, tries; /* as a combiner */
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

static bool is(const struct way *way, const char *object)
{
	return way->object_name && strcmp(way->object_name, object) == 0;
}

static bool is_queue(const struct way *way)
{
	return is(way, "queue") || is(way, "deque");
}

/* A core does nothing but serve. */
static bool by_core_alone(const struct way *way)
{
	return weft_size() > 1 && (way->delegation == &weft_mp_server ||
				   way->delegation == &weft_shm_server ||
				   way->delegation == &weft_group_server);
}

static bool is_treiber(const struct way *way)
{
	return way->once == by_treiber;
}

static void row(const struct way *way, const char *metric, const char *unit,
		uint64_t value, uint32_t threads)
{
	const char *max = bench_arg("max", ""), *n = bench_arg("n", "");
	const char *state = bench_arg("state", "");
	const char *object = way->object_name ? way->object_name
			     : *n             ? "array"
					      : "counter";

	bench_row("sync", metric, unit, value,
		  "profile=%s,object=%s,how=%s,threads=%u%s%s%s%s%s%s",
		  bench_arg("profile", "scc"), object, way->how,
		  (unsigned)threads, *max ? ",max=" : "", max, *n ? ",n=" : "",
		  n, *state ? ",state=" : "", state);
}

/* Of a core that is no thread: n is 0. */
static void print(const struct way *way, const struct result *r,
		  uint32_t threads)
{
	uint64_t ns = bench_ns(bench_max(r->ns));
	uint64_t most = bench_max(r->n), worst = bench_max(r->worst);
	uint64_t fewest = UINT32_MAX - bench_max(r->n ? UINT32_MAX - r->n : 0);
	uint64_t terms = total(r->terms), tries = total(r->tries);
	uint64_t own = total(r->own);
	uint64_t stalled = bench_max(r->span) & ((1 << SHARE_BITS) - 1);
	uint64_t all = total(r->n), tenths = total((uint32_t)(r->spent >> 4));

	if (weft_rank() == 0 && fewest && all) {
		row(way, "throughput", "Mop/s", all * 1000000 / ns, threads);
		row(way, "latency", "us", bench_ns((tenths << 4) / all),
		    threads);
		row(way, "worst_latency", "us", bench_ns(worst), threads);
		row(way, "fairness", "ratio", most * 1000 / fewest, threads);
		if (ARCH_WORKED &&
		    (by_core_alone(way) ||
		     (max_ops >= MANY && way->delegation != &weft_h_synch))) {
			row(way, "stalled", "%", stalled * 100, threads);
		}
		if (own) {
			row(way, "own_throughput", "Mop/s", own * 1000000 / ns,
			    threads);
		}
		if (tries) {
			row(way, "cas_per_op", "ratio", tries * 1000 / all,
			    threads);
		}
		if (terms) {
			row(way, "combining_rate", "ops",
			    (all - terms) * 1000 / terms, threads);
		}
	}
}

static struct result work(const struct way *way)
{
	void (*once)(void) = many && way->many ? way->many : way->once;
	struct result r = {0};
	uint64_t start = weft_cycles();

	do {
		uint64_t asked, took, work;

		compute();
		work = worked();
		asked = weft_cycles();
		once();
		took = weft_cycles() - asked;
		r.spent += took;
		if (took > r.worst) {
			r.worst = took;
			r.span = span(took, worked() - work);
		}
		r.n++;
	} while (bench_ns(weft_cycles() - start) < (uint64_t)US * 1000);
	r.ns = weft_cycles() - start;
	return r;
}

/* Of puts, and of takes if they have one of their own. */
static int begin(struct weft_delegate *d, const struct way *way, weft_rank_t at)
{
	int error =
		weft_delegate_create(d, way->delegation, at, way->object, 1);

	d->max_ops = max_ops ? max_ops : d->max_ops;
	d->swap_after = way->swap_after;
	return error;
}

static int create(const struct way *way)
{
	int error = WEFT_OK;

	if (way->kind) {
		return weft_any_lock_create(&lock, way->kind, home);
	}
	if (is_treiber(way)) {
		return weft_treiber_create(&treiber, home, ROOM);
	}
	if (is_queue(way)) {
		error = weft_queue_create(&queue, home, ROOM);
		words = way->two ? weft_queue_shared_object(&queue)
				 : weft_queue_object(&queue);
	} else if (way->object_name) {
		error = weft_stack_create(&stack, home, ROOM);
		words = weft_stack_object(&stack);
	}
	if (!error && way->delegation) {
		error = begin(&delegate, way, home);
	}
	takes.how = NULL;
	return error || !way->two ? error : begin(&takes, way, second);
}

static void give_back(const struct way *way)
{
	if (way->kind) {
		weft_any_lock_free(&lock);
	}
	if (way->delegation) {
		weft_delegate_free(&delegate);
	}
	if (way->two) {
		weft_delegate_free(&takes);
	}
	if (is_treiber(way)) {
		weft_treiber_free(&treiber);
	} else if (is_queue(way)) {
		weft_queue_free(&queue);
	} else if (way->object_name) {
		weft_stack_free(&stack);
	}
}

/* Serve until the others have left, and leave: what this core has done besides. */
static uint32_t serve(const struct way *way)
{
	bool one = weft_rank() == home;
	uint32_t own = 0;

	if (is(way, "deque")) {
		do {
			own_work();
			own += 3;
		} while (weft_delegate_serve(&delegate, 0) == WEFT_ERR_TIMEOUT);
		return own;
	}
	if (way->two) {
		weft_delegate_leave(one ? &takes : &delegate, 0);
	}
	weft_delegate_serve(one ? &delegate : &takes, WEFT_FOREVER);
	if (way->two) {
		weft_delegate_wait(one ? &takes : &delegate, NULL,
				   WEFT_FOREVER);
	}
	return 0;
}

static void measure(const struct way *way)
{
	uint32_t servers = by_core_alone(way) ? 1 + way->two : 0;
	struct result r = {0};

	weft_barrier(WEFT_FOREVER);
	if (create(way)) {
		weft_panic("no MPB space");
	}
	weft_barrier(WEFT_FOREVER);
	if (servers &&
	    (weft_rank() == home || (way->two && weft_rank() == second))) {
		uint64_t start = weft_cycles(), work = worked();

		r.own = serve(way);
		r.span = span(weft_cycles() - start, worked() - work);
	} else {
		r = work(way);
		if (servers) {
			weft_delegate_leave(&delegate, WEFT_FOREVER);
		}
		if (servers > 1) {
			weft_delegate_leave(&takes, WEFT_FOREVER);
		}
	}
	weft_barrier(WEFT_FOREVER);
	if (is_treiber(way)) {
		r.tries = treiber.tries;
	} else if (way->delegation) {
		r.terms = delegate.terms;
		r.tries = delegate.tries;
	}
	give_back(way);
	print(way, &r, weft_size() - servers);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	home = weft_size() >> 1;
	second = home ? home - 1 : 0;
	seed = weft_rank();
	max_ops = (uint32_t)strtoul(bench_arg("max", "0"), NULL, 10);
	pause = (uint32_t)strtoul(bench_arg("pause", "1024"), NULL, 10);
	increments = (uint32_t)strtoul(bench_arg("n", "1"), NULL, 10);
	many = *bench_arg("n", "");
	if (many) {
		by_own[0] =
			*bench_arg("state", "") ? add_many_there : add_many_own;
		there[0] = add_many_there;
	}
	if (weft_mpb_alloc(many ? COUNTERS * 4 : 32, &word) ||
	    weft_mpb_alloc(32, &sum)) {
		weft_panic("no MPB space");
	}
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		bool combines = ways[i].object == &at_home;
		bool adds =
			!ways[i].object_name && ways[i].once != by_fetch_add;

		if (max_ops ? combines : adds || !many) {
			measure(&ways[i]);
		}
	}
	return 0;
}
