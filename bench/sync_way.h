/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A way in which all cores change something together, measured for a millisecond: what
 * sync.c, sync_delegates.c and sync_objects.c share.
 *
 * latency: the mean time of a change, from asking to having it; worst_latency: the
 * longest one of any core.  fairness: changes of the core that made most, by those of
 * the one that made fewest, in the time in which all work.  stalled: for what part of its time a
 * server, or a combiner of 1000 operations or more, does not execute instructions.
 * cas_per_op: compare-and-swaps of HybComb, or of Treiber's stack, for each operation.
 * combining_rate: operations of others that a combiner runs.  own_throughput: what a
 * server itself changes.
 */
#ifndef BENCH_SYNC_WAY_H
#define BENCH_SYNC_WAY_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "common.h"
#include "sync_stalls.h"

enum {
	US = 1000, /* how long they work */
	MANY = 1000, /* operations of a combiner: its call is the longest by far */
};

/* What the cores change, if it is more than a counter. */
struct thing {
	const char *name;
	int (*create)(bool two); /* by two delegates */
	void (*give_back)(void);
	const uint32_t *tries; /* compare-and-swaps */
};

struct way {
	const char *how;
	const struct thing *thing; /* null: a counter, or more of them */
	void (*once)(void), (*many)(void);
	const struct weft_lock_kind *kind;
	const struct weft_delegation *delegation;
	const struct weft_object *object;
	uint32_t (*own)(void); /* what a server does besides, so many changes */
	uint32_t swap_after;
	bool alone; /* its core does nothing but serve */
	bool two;   /* delegates: the second one for takes */
	bool waits; /* so a combiner's longest call is not one of combining */
};

static struct weft_any_lock lock;
static struct weft_delegate delegate, takes;
static weft_rank_t home, second;
static bool many; /* additions are to many counters */
static uint32_t sum, seed, max_ops, pause;

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
	uint32_t n;   /* changes by this core */
	uint32_t own; /* changes by a server itself */
	uint64_t spent, worst;
	uint64_t span; /* of its longest call, or of serving: sync_stalls.h */
	uint32_t terms, tries; /* as a combiner */
};

static uint64_t total(uint32_t mine)
{
	uint32_t was, all;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	weft_flag_write(weft_rank(), sum, 0);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	weft_atomic_fetch_add(0, sum, mine, &was);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	weft_flag_read(0, sum, &all);
	return all;
}

static bool by_core_alone(const struct way *way)
{
	return weft_size() > 1 && way->alone;
}

static void row(const struct way *way, const char *metric, const char *unit,
		uint64_t value, uint32_t threads)
{
	const char *max = bench_arg("max", ""), *n = bench_arg("n", "");
	const char *state = bench_arg("state", "");
	const char *object = way->thing ? way->thing->name
			     : *n       ? "array"
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
	uint64_t all = total(r->n);
	uint64_t sixteenths = total((uint32_t)(r->spent >> 4));

	if (weft_rank() == 0 && fewest && all) {
		row(way, "throughput", "Mop/s", all * 1000000 / ns, threads);
		row(way, "latency", "us", bench_ns((sixteenths << 4) / all),
		    threads);
		row(way, "worst_latency", "us", bench_ns(worst), threads);
		row(way, "fairness", "ratio", most * 1000 / fewest, threads);
		if (ARCH_WORKED &&
		    (by_core_alone(way) || (max_ops >= MANY && !way->waits))) {
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
	uint64_t whole = weft_cycles_in_us(US), start = weft_cycles();

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
	} while (weft_cycles() - start < whole);
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
	int error = way->thing ? way->thing->create(way->two) : WEFT_OK;

	if (!error && way->kind) {
		error = weft_any_lock_create(&lock, way->kind, home);
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
	if (way->thing) {
		way->thing->give_back();
	}
}

/* Serve until the others have left, and leave: what this core has done besides. */
static uint32_t serve(const struct way *way)
{
	bool one = weft_rank() == home;
	uint32_t own = 0;

	if (way->own) {
		do {
			own += way->own();
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

	if (way->alone && weft_size() == 1) {
		return; /* a server and no client */
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (create(way)) {
		weft_panic("no MPB space");
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
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
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (way->thing && way->thing->tries) {
		r.tries = *way->thing->tries;
	} else if (way->delegation) {
		r.terms = delegate.terms;
		r.tries = delegate.tries;
	}
	give_back(way);
	print(way, &r, weft_size() - servers);
}

static void measure_setup(int argc, char **argv)
{
	bench_setup(argc, argv);
	home = weft_size() >> 1;
	second = home ? home - 1 : 0;
	seed = weft_rank();
	max_ops = (uint32_t)strtoul(bench_arg("max", "0"), NULL, 10);
	pause = (uint32_t)strtoul(bench_arg("pause", "1024"), NULL, 10);
	many = *bench_arg("n", "");
	if (weft_mpb_alloc(32, &sum)) {
		weft_panic("no MPB space");
	}
}

#endif
