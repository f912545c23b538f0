/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 time-out=60 */
/*
 * What only a thread may call, called in a handler.  Locks say so always: they might
 * wait for whom they have interrupted.  All others say so in debug builds, which
 * tests/contexts.t makes.
 */
#include <weft/published/barrier.h>
#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/context.h"
#include "runtime/part.h"

#include "tests/target/tap.h"

static volatile bool done, locks, all;

static bool locks_refuse(void)
{
	return weft_lock(0, 0) == WEFT_ERR_CONTEXT &&
	       weft_unlock(0) == WEFT_ERR_CONTEXT;
}

#if WEFT_DEBUG
static uint32_t area, flags;

static bool memory_refuses(void)
{
	struct weft_addr here = weft_at(weft_rank(), area);
	struct weft_request request = {0};
	uint32_t offset;
	uint8_t byte = 0;

	return weft_mpb_alloc(1, &offset) == WEFT_ERR_CONTEXT &&
	       weft_flags_alloc(1, &offset) == WEFT_ERR_CONTEXT &&
	       weft_mpb_free(area) == WEFT_ERR_CONTEXT &&
	       weft_put_start(here, &byte, 1, &request) == WEFT_ERR_CONTEXT &&
	       weft_get_start(&byte, here, 1, &request) == WEFT_ERR_CONTEXT &&
	       weft_copy_start(here, weft_at(weft_rank(), area + 4), 1,
			       &request) == WEFT_ERR_CONTEXT &&
	       weft_wait(&request, WEFT_COMPLETE, 0) == WEFT_ERR_CONTEXT;
}

static bool waits_refuse(void)
{
	weft_event_t event;

	return weft_flag_wait(flags, 1, 0) == WEFT_ERR_CONTEXT &&
	       weft_flag_wait_from(0, flags, 1, 0) == WEFT_ERR_CONTEXT &&
	       weft_event_open(WEFT_ANYONE, &event) == WEFT_ERR_CONTEXT &&
	       weft_event_close(0) == WEFT_ERR_CONTEXT &&
	       weft_event_wait(0, 0, 0) == WEFT_ERR_CONTEXT;
}

static bool collectives_refuse(void)
{
	struct weft_barrier_algorithm barrier;
	struct weft_bcast_algorithm bcast;
	uint8_t byte = 0;
	bool ok = weft_barrier(WEFT_WORLD, 0) == WEFT_ERR_CONTEXT &&
		  weft_bcast(&byte, 1, 0, WEFT_WORLD, 0) == WEFT_ERR_CONTEXT &&
		  weft_bcast_ocbcast(&byte, 1, 0, 1, 0) == WEFT_ERR_CONTEXT;

	for (uint32_t i = 0; weft_barrier_algorithm(i, &barrier); i++) {
		ok &= barrier.barrier(0) == WEFT_ERR_CONTEXT;
	}
	for (uint32_t i = 0; weft_bcast_algorithm(i, &bcast); i++) {
		ok &= bcast.bcast(&byte, 1, 0, 0) == WEFT_ERR_CONTEXT;
	}
	return ok;
}

static void no_chunk(const struct weft_chunk *chunk, void *arg)
{
	(void)chunk;
	(void)arg;
}

static bool messages_refuse(void)
{
	uint32_t other = weft_rank() > 0 ? 0 : weft_size() - 1;
	struct weft_message message;
	uint8_t byte = 0;

	return (weft_size() == 1 ||
		(weft_send(&byte, 1, other, 0) == WEFT_ERR_CONTEXT &&
		 weft_recv(&byte, 1, other, 0) == WEFT_ERR_CONTEXT &&
		 weft_abcast_post(other, &byte, 1) == WEFT_ERR_CONTEXT)) &&
	       weft_abcast(&byte, 1, 0) == WEFT_ERR_CONTEXT &&
	       weft_abcast_recv(&byte, 1, &message, 0) == WEFT_ERR_CONTEXT &&
	       weft_abcast_on_chunk(no_chunk, NULL, WEFT_IN_THREAD) ==
		       WEFT_ERR_CONTEXT &&
	       weft_abcast_poll(1, 0) == 0;
}

static bool all_refuse(void)
{
	return memory_refuses() && waits_refuse() && collectives_refuse() &&
	       messages_refuse();
}

static void prepare(void)
{
	if (weft_mpb_alloc(32, &area) || weft_flags_alloc(1, &flags)) {
		weft_panic("no MPB space");
	}
}
#else
static bool all_refuse(void)
{
	return true;
}

static void prepare(void)
{
}
#endif

static void handler(enum arch_irq cause)
{
	if (cause == ARCH_IRQ_NOTIFY && !done) {
		locks = locks_refuse();
		all = all_refuse();
		done = true;
	}
}

static const struct rt_part part = {
	.name = "contexts",
	.interrupted = handler,
};
RT_PART(part);

int main(void)
{
	tap_begin();
	prepare();
	arch_raise(weft_rank(), 1);
	while (!done) {
		arch_relax(0);
	}
	tap_ok(locks, "locks refuse a handler");
	tap_ok(all, WEFT_DEBUG ? "whatever is the thread's does"
			       : "(in debug builds, whatever is the thread's)");
	return tap_end();
}
