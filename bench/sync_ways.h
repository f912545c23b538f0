/* SPDX-License-Identifier: Apache-2.0 */
/* The ways in which bench/sync.c has counters, a queue, a stack or a deque changed by all cores. */
#ifndef BENCH_SYNC_WAYS_H
#define BENCH_SYNC_WAYS_H

#include <stdbool.h>

#include <weft/weft.h>

#include "sync/object.h"

static struct weft_any_lock lock;
static struct weft_delegate delegate, takes;
static uint32_t word;
static weft_rank_t home;
static struct weft_object words; /* a queue's or a stack's */
static struct weft_treiber treiber;

enum {
	COUNTERS = 64
};
static uint32_t increments = 1; /* of an operation: of counters in a row */

static void add(void)
{
	uint32_t value;

#if ARCH_OWN_WRITES /* it is memory like any other: a load, a store */
	value = arch_flag_read(home, word);
	arch_flag_write(home, word, value + 1);
#else
	weft_get(&value, weft_at(home, word), sizeof(value));
	value++;
	weft_put(weft_at(home, word), &value, sizeof(value));
#endif
}

static void add_many(void)
{
	uint32_t first = word;

	for (uint32_t i = 0; i < increments; i++) {
		word = first + (i & (COUNTERS - 1)) * 4;
		add();
	}
	word = first;
}

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

/* Puts and takes by turns; takes by a delegate of their own, perhaps. */
static void by_turns(void)
{
	static uint32_t turn;
	bool take = turn++ & 1;

	weft_apply(take && takes.how ? &takes : &delegate, 0, take, turn, NULL,
		   WEFT_FOREVER);
}

static void by_treiber(void)
{
	static uint32_t turn;
	uint32_t value;

	if (turn++ & 1) {
		weft_treiber_pop(&treiber, &value);
	} else {
		weft_treiber_push(&treiber, turn);
	}
}

/* A thief: the oldest word, if there is one. */
static void by_stealing(void)
{
	weft_apply(&delegate, 0, WEFT_QUEUE_TAKE, 0, NULL, WEFT_FOREVER);
}

/* The core that has the work: two pieces come, one it does itself. */
static void own_work(void)
{
	weft_apply(&delegate, 0, WEFT_QUEUE_PUT, 1, NULL, WEFT_FOREVER);
	weft_apply(&delegate, 0, WEFT_QUEUE_PUT, 2, NULL, WEFT_FOREVER);
	weft_apply(&delegate, 0, WEFT_QUEUE_TAKE_LAST, 0, NULL, WEFT_FOREVER);
}

static const struct way {
	const char *how, *object_name; /* null: counter */
	void (*once)(void), (*many)(void);
	const struct weft_lock_kind *kind;
	const struct weft_delegation *delegation;
	const struct weft_object *object;
	uint32_t swap_after;
	bool two; /* delegates: the second one for takes */
} ways[] = {
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
#define BY(name, what, how_once, kind, of, by_two)                             \
	{                                                                      \
		.how = (name), .object_name = (what), .once = (how_once),      \
		.delegation = &(kind), .object = &(of), .two = (by_two)        \
	}
#define COUNTER(name, kind, of) BY(name, NULL, by_delegate, kind, of, false)
#define WORDS(name, what, kind) BY(name, what, by_turns, kind, words, false)
#define QUEUE_2(name, kind)     BY(name, "queue", by_turns, kind, words, true)
	COUNTER("mp_server", weft_mp_server, at_server),
	COUNTER("shm_server", weft_shm_server, at_server),
	COUNTER("group_server", weft_group_server, at_server),
	COUNTER("handler_server", weft_handler_server, at_server),
	COUNTER("hybcomb", weft_hybcomb, at_home),
	{.how = "hybcomb_swap",
	 .once = by_delegate,
	 .delegation = &weft_hybcomb,
	 .object = &at_home,
	 .swap_after = 3},
	COUNTER("dsm_synch", weft_dsm_synch, at_home),
	COUNTER("cc_synch", weft_cc_synch, at_home),
	COUNTER("h_synch", weft_h_synch, at_home),
	WORDS("queue", "queue", weft_under_queue),
	WORDS("hyblock", "queue", weft_under_hyblock),
	WORDS("mp_server", "queue", weft_mp_server),
	WORDS("shm_server", "queue", weft_shm_server),
	WORDS("hybcomb", "queue", weft_hybcomb),
	WORDS("dsm_synch", "queue", weft_dsm_synch),
	QUEUE_2("queue-2", weft_under_queue),
	QUEUE_2("hyblock-2", weft_under_hyblock),
	QUEUE_2("mp_server-2", weft_mp_server),
	QUEUE_2("shm_server-2", weft_shm_server),
	WORDS("queue", "stack", weft_under_queue),
	WORDS("mp_server", "stack", weft_mp_server),
	WORDS("shm_server", "stack", weft_shm_server),
	WORDS("hybcomb", "stack", weft_hybcomb),
	WORDS("dsm_synch", "stack", weft_dsm_synch),
	{.how = "treiber", .object_name = "stack", .once = by_treiber},
	BY("mp_server", "deque", by_stealing, weft_mp_server, words, false),
};

#endif
