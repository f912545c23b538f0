/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A core that stands in for its node's server while it waits.
 *
 * Where servers have no processors of their own, a record for another node would take
 * four changes of threads: to the server here, to the one there, to the core there, and
 * back.  The core of the server's own process may call MPI as well as its thread may, one
 * at a time.  So it sends at once what it has to say; and when it would sleep it looks for
 * messages itself for a while, as MPI's own calls do.  The thread sees that, and naps.
 *
 * Signals are put off during a turn: nothing leaves the core, or enters the image, inside
 * MPI.  A fiber's stack may be too small for MPI; on such a one the core sleeps.
 */
#include <sched.h>

#include "host/mpi/bulk.h"
#include "host/mpi/serve.h"
#include "host/mpi/server.h"

enum {
	TURNS = 400,  /* as many as the server's own, before it sleeps */
	PATIENT = 32, /* of them; then others may be on this processor */
	STACK_LEAST = 262144, /* bytes of the core's stack, for MPI */
};

static uint32_t turns;
static const volatile uint32_t
	*looked_at; /* by the core, which does not sleep */

bool stand_in_looks(const volatile uint32_t *word)
{
	return __atomic_load_n(&looked_at, __ATOMIC_RELAXED) == word;
}

bool stand_in_seen(void)
{
	static uint32_t before;
	uint32_t now = __atomic_load_n(&turns, __ATOMIC_RELAXED), last = before;

	before = now;
	return now != last;
}

static bool has_stack(void)
{
	uintptr_t at = (uintptr_t)__builtin_frame_address(0);

	return at - (uintptr_t)core.stack - STACK_LEAST <
	       ARCH_STACK_BYTES - STACK_LEAST;
}

static bool take_turn(enum server_part part, bool *any)
{
	bool taken;

	signals_put_off();
	taken = server_turn(part, any);
	signals_take();
	__atomic_fetch_add(&turns, 1, __ATOMIC_RELAXED);
	return taken;
}

/* Of another one only while it has pieces of memory. */
static bool looks(void)
{
	return (core.rank == core.first && core.stands_in) || bulk_is_busy();
}

/* What a turn may leave in a ring, for want of room on the way, is the server's. */
static void ring(void)
{
	const struct far_channel *channel = core.host.channel;
	bool any;

	if (!has_stack() || !take_turn(SERVER_SENDS, &any) ||
	    channel->posted !=
		    __atomic_load_n(&channel->taken, __ATOMIC_RELAXED)) {
		calls_ring();
	}
}

static bool changed(const volatile uint32_t *const *words, const uint32_t *seen,
		    uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (__atomic_load_n(words[i], __ATOMIC_ACQUIRE) != seen[i]) {
			return true;
		}
	}
	return false;
}

/* The core's wish is done at once, if nobody has the turn just now. */
static void ring_bulk(void)
{
	bool any;

	if (!has_stack() || !take_turn(SERVER_SENDS, &any)) {
		server_ring();
	}
}

/* Until one of the words is not as it was seen: true; or for so many idle turns. */
static bool serve_until(const volatile uint32_t *const *words,
			const uint32_t *seen, uint32_t n, uint64_t deadline)
{
	bool does = looks() && has_stack(), any;

	for (uint32_t i = 0; does && i < TURNS; i = any ? 0 : i + 1) {
		if (changed(words, seen, n) || calls_now() >= deadline) {
			return true;
		}
		take_turn(SERVER_LOOKS, &any);
		if (changed(words, seen, n)) {
			return true;
		}
		if (core.host.yields || i % PATIENT == PATIENT - 1) {
			sched_yield();
		}
	}
	return false;
}

/* From now on it is the server's. */
static void leave_to_thread(void)
{
	if (looks()) {
		server_ring();
	}
}

static void sleep_any(const volatile uint32_t *const *words,
		      const uint32_t *seen, uint32_t n, uint64_t deadline)
{
	if (!serve_until(words, seen, n, deadline)) {
		leave_to_thread();
		calls_sleep_any(words, seen, n, deadline);
	}
}

static void sleep_on(const volatile uint32_t *word, uint32_t seen,
		     uint64_t deadline)
{
	bool changed;

	/* Who writes the word wakes its sleepers if he sees that this is over. */
	__atomic_store_n(&looked_at, word, __ATOMIC_RELAXED);
	changed = serve_until(&word, &seen, 1, deadline);
	__atomic_store_n(&looked_at, NULL, __ATOMIC_SEQ_CST);
	if (!changed) {
		leave_to_thread();
		calls_sleep(word, seen, deadline);
	}
}

/* Where a server has a processor it is quicker than that. */
void stand_in_start(void)
{
	bool first = core.rank == core.first;

	core.host.ring_bulk = ring_bulk;
	if (first && core.stands_in) {
		core.host.looks = 0;
		core.host.ring = ring;
	}
	if (first ? core.stands_in : core.host.bulk) {
		core.host.sleep = sleep_on;
		core.host.sleep_any = sleep_any;
	}
}
