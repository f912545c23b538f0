/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 time-out=120 */
/* weft-test: cores=3,17 args=published time-out=120 */
/* weft-test: cores=1,2,48 args=published full=1 time-out=120 */
/* weft-test: cores=3,17 boards=scc-sim modes=relaxed seeds=3 full=1 */
/* weft-test: cores=3,17 boards=scc-sim args=published modes=relaxed seeds=3 full=1 */
/*
 * Delegation: each operation runs once, alone, and is the one that was asked for, whoever runs it.
 */
#include <weft/published/delegate.h>
#include <weft/weft.h>

#include "tests/target/dirty.h"
#include "tests/target/tap.h"

enum {
	TURNS = 20,
	SHORT_US = 10,
	OWN = 512,     /* of a fiber's stack, for what is here */
	ADD = 0,       /* to one counter; what it was */
	TWICE = 1,     /* add twice that */
	ELSEWHERE = 2, /* add to the other counter */
	OPERATIONS = 3,
};

static struct weft_delegate by;
static uint32_t words, me, cores;
static void *stack;
static uint32_t ran; /* operations that this core has run */

/* The counters are in two windows: at two offsets of the first and the last core. */
struct counters {
	weft_rank_t rank;
	uint32_t offset;
};
static struct counters first, last;

static uint32_t read(const struct counters *c, uint32_t i)
{
	uint32_t value;

	weft_get(&value, weft_at(c->rank, c->offset + 4 * i), sizeof(value));
	return value;
}

static uint32_t add_at(const struct counters *c, uint32_t i, uint32_t n)
{
	uint32_t was, sum;

	weft_quiet(); /* what an operation before has put comes back */
	was = read(c, i);
	sum = was + n;
	weft_put(weft_at(c->rank, c->offset + 4 * i), &sum, sizeof(sum));
	ran++;
	return was;
}

static uint32_t add(void *state, uint32_t n)
{
	return add_at(state, 0, n);
}

static uint32_t twice(void *state, uint32_t n)
{
	return add_at(state, 0, n + n);
}

static uint32_t elsewhere(void *state, uint32_t n)
{
	return add_at(state, 1, n);
}

static weft_operation *const operations[OPERATIONS] = {add, twice, elsewhere};
static const struct weft_object objects[] = {
	{operations, OPERATIONS, &first},
	{operations, 1, &last},
};

/* A number that says which numbers were added up, if not in which order. */
static uint32_t mix(uint32_t x)
{
	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return x + 0x9e3779b9u;
}

static void add_up(uint32_t word, uint32_t n)
{
	uint32_t was;

	weft_atomic_fetch_add(0, word, n, &was);
}

/* Zeroes, on all cores. */
static void clear(void)
{
	uint32_t zeroes[8] = {0};

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	weft_put(weft_at(me, words), zeroes, sizeof(zeroes));
	ran = 0;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* Ask, and wait: at once, or later. */
static bool apply(uint32_t object, uint32_t operation, uint32_t argument,
		  uint32_t *result)
{
	uint32_t other;
	int error;

	if (tap_own_random() & 1) {
		return !weft_apply(&by, object, operation, argument, result,
				   WEFT_FOREVER);
	}
	error = weft_apply(&by, object, operation, argument, result, 0);
	while (error == WEFT_ERR_TIMEOUT) { /* a lock is not free: not run */
		error = weft_apply(&by, object, operation, argument, result,
				   SHORT_US);
	}
	while (error == WEFT_ERR_PENDING) {
		if (weft_apply(&by, object, operation, argument, &other, 0) !=
		    WEFT_ERR_STATE) {
			return false;
		}
		tap_delay(tap_own_random() & 0xff);
		error = weft_delegate_wait(&by, result, SHORT_US);
	}
	return error == WEFT_OK;
}

/*
 * Ones to a counter, so all results differ; and, in between, other operations and another
 * object.
 */
static bool work(void)
{
	uint32_t sum = 0, result = 0, before = 0;
	bool ok = true;

	for (uint32_t i = 0; i < TURNS; i++) {
		ok &= apply(1, ADD, 1, &result);
		ok &= i == 0 || result > before;
		before = result;
		sum += mix(result);
		ok &= apply(0, i & 1 ? TWICE : ELSEWHERE, me + 1, &result);
	}
	add_up(words + 8, sum);
	return ok;
}

/* So many cores have done all that, and this core has seen them all. */
static bool worked(uint32_t from, uint32_t workers)
{
	uint32_t sum = 0, of_ranks = 0, all = TURNS * workers, total;
	bool ok;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	add_up(words + 12, ran);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < all; i++) {
		sum += mix(i);
	}
	for (uint32_t core = from; core < cores; core++) {
		of_ranks += core + 1;
	}
	ok = read(&last, 0) == all;
	ok &= read(&first, 0) == TURNS * of_ranks;
	ok &= read(&first, 1) == TURNS / 2 * of_ranks;
	weft_get(&total, weft_at(0, words + 8), sizeof(total));
	ok &= total == sum;
	weft_get(&total, weft_at(0, words + 12), sizeof(total));
	return ok && total == 2 * all;
}

static bool create(const struct weft_delegation *how, weft_rank_t home)
{
	bool ok;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok = weft_delegate_create(&by, how, home, objects, 2) == WEFT_OK;
	clear();
	return ok;
}

static bool give_back(void)
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return weft_delegate_free(&by) == WEFT_OK;
}

/* Rank 0 does nothing else. */
static bool dedicated(const struct weft_delegation *how)
{
	bool ok = create(how, 0);
	int error;

	if (me == 0) {
		do {
			error = weft_delegate_serve(&by, tap_own_random() & 63);
		} while (error == WEFT_ERR_TIMEOUT);
		ok &= error == WEFT_OK;
		ok &= weft_delegate_leave(&by, 0) == WEFT_ERR_STATE;
	} else {
		ok &= work();
		ok &= weft_delegate_serve(&by, 0) == WEFT_ERR_STATE;
		ok &= weft_delegate_leave(&by, WEFT_FOREVER) == WEFT_OK;
	}
	ok &= worked(1, cores - 1);
	ok &= me == 0 || ran == 0;
	return give_back() && ok;
}

/* Others ask on and on; who serves for a while comes back all the same. */
static bool comes_back(const struct weft_delegation *how)
{
	uint32_t told = 0, result;
	bool ok = create(how, 0);

	if (me == 0) {
		ok &= cores == 1 ||
		      weft_delegate_serve(&by, 0) == WEFT_ERR_TIMEOUT;
		for (uint32_t core = 1; core < cores; core++) {
			weft_flag_write(core, words + 24, 1);
		}
		ok &= weft_delegate_serve(&by, WEFT_FOREVER) == WEFT_OK;
	} else {
		while (!told) {
			ok &= apply(0, ADD, 1, &result);
			weft_flag_read(me, words + 24, &told);
		}
		ok &= weft_delegate_leave(&by, WEFT_FOREVER) == WEFT_OK;
	}
	return give_back() && ok;
}

static int serve(void *unused)
{
	(void)unused;
	return weft_delegate_serve(&by, WEFT_FOREVER);
}

/* The home works like the others, and a fiber of it serves while it waits. */
static bool computing(const struct weft_delegation *how)
{
	weft_rank_t home = cores - 1;
	struct weft_fiber fiber;
	bool ok = create(how, home);
	size_t bytes = weft_fiber_stack(OWN);
	int error = 0;

	if (me == home) {
		stack = stack ? stack : tap_room(bytes);
		ok &= !weft_fiber_create(&fiber, serve, NULL, stack, bytes,
					 WEFT_FIBER_NORMAL);
		weft_fiber_yield(); /* it serves until all others have left */
		ok &= cores == 1 ||
		      weft_delegate_serve(&by, 0) == WEFT_ERR_STATE;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == home) {
		ok &= work();
		ok &= !weft_fiber_join(&fiber, &error, WEFT_FOREVER);
	} else {
		ok &= work();
		error = weft_delegate_leave(&by, WEFT_FOREVER);
	}
	ok &= error == WEFT_OK;
	ok &= worked(0, cores);
	return give_back() && ok;
}

/* A combiner ran no more of the others' than that, but of those who had given up. */
static bool bounded(const struct weft_delegation *how, uint32_t max_ops)
{
	uint32_t terms = 0;

	if (how == &weft_dsm_synch || how == &weft_under_queue ||
	    how == &weft_handler_server) {
		return true;
	}
	clear();
	add_up(words, by.terms);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	weft_get(&terms, weft_at(0, words), sizeof(terms));
	return terms * (1 + max_ops) >= 2 * TURNS * cores;
}

/* No core serves. */
static bool together(const struct weft_delegation *how, uint32_t max_ops,
		     uint32_t swap_after)
{
	bool ok = create(how, cores >> 1);

	by.max_ops = max_ops;
	by.swap_after = swap_after;
	ok &= work();
	ok &= worked(0, cores);
	ok &= bounded(how, max_ops);
	ok &= weft_delegate_leave(&by, 0) == WEFT_ERR_STATE;
	ok &= weft_delegate_serve(&by, 0) == WEFT_ERR_STATE;
	return give_back() && ok;
}

static void server(const struct weft_delegation *how)
{
	const char *name = weft_delegation_name(how);

	tap_ok(dedicated(how), "%s: does nothing else", name);
	tap_ok(computing(how), "%s: works, too", name);
	tap_ok(comes_back(how), "%s: serves a while", name);
}

static void published(void)
{
	server(&weft_mp_server);
	tap_ok(together(&weft_hybcomb, 200, 0), "combiners");
	tap_ok(together(&weft_hybcomb, 1, 0), "combiners that run one more");
	tap_ok(together(&weft_hybcomb, 1, 1), "combiners, none kept waiting");
	tap_ok(together(&weft_cc_synch, 200, 0), "in a list of nodes");
	tap_ok(together(&weft_cc_synch, 1, 0), ".. that run one more");
	tap_ok(together(&weft_h_synch, 3, 0), "in a list for each group");
}

int main(int argc, char **argv)
{
	(void)argv;
	tap_begin();
	dirty_heap();
	me = weft_rank();
	cores = weft_size();
	if (weft_mpb_alloc(32, &words)) {
		weft_panic("no MPB space");
	}
	first = (struct counters){0, words};
	last = (struct counters){cores - 1, words + 16};
	if (argc > 1) {
		published();
		return tap_end();
	}
	server(&weft_shm_server);
	server(&weft_group_server);
	tap_ok(together(&weft_handler_server, 1, 0), "a handler serves");
	tap_ok(together(&weft_dsm_synch, 200, 0), "in a queue");
	tap_ok(together(&weft_dsm_synch, 1, 0), ".. that run one more");
	tap_ok(together(&weft_under_queue, 1, 0), "under a lock");
	return tap_end();
}
