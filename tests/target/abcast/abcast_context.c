/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=3,17 boards=scc-sim modes=strict args=sure
   env=WEFT_TICK_US=0 time-out=60 */
/*
 * The context of a callback: it is a handler's, also when the thread runs it and an
 * interrupt comes and goes in it; afterwards it is the thread's again.  The thread
 * does where a chunk comes while it sends one itself: `sure` where it must.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/irq.h"

#include "tests/target/tap.h"

enum {
	MESSAGES = 20
};

static uint32_t me;
static volatile uint32_t calls, interrupted, wrong; /* in callbacks */

/* A lock refuses a handler in every build. */
static bool is_handler(void)
{
	int error = weft_lock(me, WEFT_FOREVER);

	return error ? error == WEFT_ERR_CONTEXT : weft_unlock(me) != WEFT_OK;
}

static bool is_open(void)
{
	arch_irq_state state = arch_irq_save();

	arch_irq_restore(state);
	return state == ARCH_IRQ_ON;
}

static void take_interrupt(void)
{
	uint32_t before = rt_irq_taken(ARCH_IRQ_NOTIFY);

	arch_raise(me, 1);
	while (rt_irq_taken(ARCH_IRQ_NOTIFY) == before) {
		arch_relax(0);
	}
	interrupted++;
}

static void handle(const struct weft_chunk *chunk, void *arg)
{
	(void)chunk;
	(void)arg;
	calls++;
	wrong += !is_handler();
	if (is_open()) {
		take_interrupt();
		wrong += !is_handler();
	}
}

/* All send, so that chunks come to threads that are busy with their own. */
static bool all_send(void)
{
	static uint32_t word[MESSAGES];
	static struct weft_request request[MESSAGES];
	bool ok = !weft_abcast_on_chunk(handle, NULL, WEFT_IN_HANDLER);

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < MESSAGES; i++) {
		ok &= !weft_abcast_start(&word[i], 4, &request[i]);
		ok &= !is_handler();
	}
	for (uint32_t i = 0; i < MESSAGES; i++) {
		ok &= !weft_wait(&request[i], WEFT_COMPLETE, WEFT_FOREVER);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

int main(int argc, char **argv)
{
	bool sure = argc > 1 && !strcmp(argv[1], "sure");
	bool ok;

	me = weft_rank();
	tap_begin();
	ok = all_send();
	tap_ok(ok && calls == (weft_size() - 1) * MESSAGES, "all called back");
	tap_ok(interrupted > 0 || !sure, "threads were, and interrupted");
	tap_ok(wrong == 0, "a handler's context in a callback, only there");
	return tap_end();
}
