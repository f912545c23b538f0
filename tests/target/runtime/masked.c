/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 */
/*
 * Calls leave interrupts as they were: open, after each of them, those that fail and those
 * that time out, too.
 */
#include <weft/weft.h>

#include "arch/arch.h"
#include "tests/target/tap.h"

static uint32_t me, next, area, flag;
static weft_event_t event;
static struct weft_any_lock lock;
static struct weft_fifo fifo;
static bool ok = true;

static bool is_open(void)
{
	arch_irq_state state = arch_irq_save();

	arch_irq_restore(state);
	/* Some ports give the whole register that has the bit. */
	return ARCH_IRQ_ON ? (state & ARCH_IRQ_ON) != 0 : state == 0;
}

#define OPEN(call)                                                             \
	do {                                                                   \
		(void)(call);                                                  \
		ok &= is_open();                                               \
	} while (0)

static void events(void)
{
	OPEN(weft_event_open(WEFT_NOBODY, &event));
	OPEN(weft_event_open(me, &event));
	OPEN(weft_event_post(event));
	OPEN(weft_event_post(WEFT_EVENTS));
	OPEN(weft_event_wait(event, 0, 0));
	OPEN(weft_event_wait(event, weft_event_stage(event), 10));
	OPEN(weft_notify(next));
	OPEN(weft_notify(weft_size()));
	OPEN(weft_event_close(event));
	OPEN(weft_event_close(event));
}

static void copies(void)
{
	uint32_t word = 1;

	OPEN(weft_put(weft_at(next, area), &word, sizeof(word)));
	OPEN(weft_put_signal(weft_at(next, area), &word, sizeof(word), flag,
			     1));
	OPEN(weft_flag_wait(flag, 1, WEFT_FOREVER));
	OPEN(weft_flag_wait(flag, 2, 10));
	OPEN(weft_get(&word, weft_at(next, area), sizeof(word)));
	OPEN(weft_quiet());
	OPEN(weft_fence());
}

static void take(const struct weft_chunk *chunk, void *arg)
{
	(void)chunk;
	(void)arg;
}

static void broadcasts(void)
{
	struct weft_request request;
	uint32_t word = me;

	OPEN(weft_abcast_start(&word, sizeof(word), &request));
	OPEN(weft_test(&request, WEFT_COMPLETE));
	OPEN(weft_wait(&request, WEFT_COMPLETE, 1));
	OPEN(weft_wait(&request, WEFT_COMPLETE, WEFT_FOREVER));
	OPEN(weft_abcast_start(NULL, sizeof(word), &request));
	OPEN(weft_abcast_poll(1, 0));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= is_open();
}

static void collectives(void)
{
	struct weft_request request;
	uint32_t word = 1, sum;

	OPEN(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	OPEN(weft_bcast(&word, sizeof(word), 0, WEFT_WORLD, WEFT_FOREVER));
	OPEN(weft_allreduce(&word, &sum, 1, &weft_sum_uint32, WEFT_WORLD,
			    WEFT_FOREVER));
	OPEN(weft_allreduce_start(&word, &sum, 1, &weft_sum_uint32, WEFT_WORLD,
				  &request));
	OPEN(weft_wait(&request, WEFT_COMPLETE, WEFT_FOREVER));
	OPEN(weft_allreduce_start(NULL, &sum, 1, &weft_sum_uint32, WEFT_WORLD,
				  &request));
}

static void locks(void)
{
	uint32_t word = 5, n;

	OPEN(weft_lock(next, WEFT_FOREVER));
	OPEN(weft_lock(next, 0));
	OPEN(weft_unlock(next));
	OPEN(weft_unlock(next));
	OPEN(weft_any_lock_acquire(&lock, WEFT_FOREVER));
	OPEN(weft_any_lock_acquire(&lock, 0));
	OPEN(weft_any_lock_release(&lock));
	OPEN(weft_any_lock_release(&lock));
	OPEN(weft_fifo_send(&fifo, next, &word, 1, WEFT_FOREVER));
	OPEN(weft_fifo_receive(&fifo, &word, 1, &n, NULL, WEFT_FOREVER));
	OPEN(weft_fifo_receive(&fifo, &word, 1, &n, NULL, 10));
	OPEN(weft_atomic_fetch_add(next, flag, 0, &n));
}

int main(void)
{
	me = weft_rank();
	next = me + 1 < weft_size() ? me + 1 : 0;
	tap_begin();
	if (weft_flags_alloc(1, &flag) || weft_mpb_alloc(4, &area) ||
	    weft_any_lock_create(&lock, &weft_lock_queue, 0) ||
	    weft_fifo_create(&fifo, 1) ||
	    weft_abcast_on_chunk(take, NULL, WEFT_IN_HANDLER)) {
		weft_panic("no MPB space");
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(is_open(), "main begins with interrupts open");
	events();
	tap_ok(ok, "events");
	copies();
	tap_ok(ok, "copies and flags");
	broadcasts();
	tap_ok(ok, "asynchronous broadcasts");
	collectives();
	tap_ok(ok, "collectives");
	locks();
	tap_ok(ok, "locks and messages");
	return tap_end();
}
