/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3 boards=blackhole-emu modes=reordered time-out=120 */
/*
 * What a handler leaves in a cache is no older than what a satisfied wait promises: if
 * it could come between a wait's fence and its load, some of these words would be.
 *
 * Rank 2 interrupts rank 0 all the time; the handler reads a word and takes a while.
 * Rank 1 writes that word, then the flag that rank 0 waits for.
 */
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/irq.h"
#include "runtime/part.h"

#include "tests/target/tap.h"

enum {
	TURNS = 2000,
	LONG = 600, /* clocks: as long as word and flag take to come */
};

static uint32_t word, flags;

static void handler(enum arch_irq cause)
{
	uint64_t end = arch_cycles() + LONG;
	uint32_t value;

	if (cause == ARCH_IRQ_NOTIFY && arch_rank() == 0) {
		arch_get(&value, 0, ARCH_WINDOW_MPB, word, sizeof(value));
		while (arch_cycles() < end) {
		}
	}
}

static const struct rt_part part = {
	.name = "stale_irq",
	.interrupted = handler,
};
RT_PART(part);

/* How often rank 0 has found an old word behind a new flag. */
static uint32_t receive(void)
{
	uint32_t old = 0;

	for (uint32_t turn = 1; turn <= TURNS; turn++) {
		/* Few loads between, or they would replace the old line. */
		struct arch_word flag = {0, flags, turn, 1};
		uint32_t at = word, value;

		arch_flag_write(1, flags, turn);
		(void)arch_await(&flag, ARCH_NEVER);
		arch_get(&value, 0, ARCH_WINDOW_MPB, at, sizeof(value));
		old += value != turn;
	}
	arch_flag_write(2, flags, 1);
	return old;
}

static void write_all(void)
{
	for (uint32_t turn = 1; turn <= TURNS; turn++) {
		(void)tap_await(flags, turn, ARCH_NEVER);
		tap_delay(tap_below(tap_own_random(), 2 * LONG));
		arch_put(0, ARCH_WINDOW_MPB, word, &turn, sizeof(turn));
		arch_flag_write(0, flags, turn);
	}
}

static void interrupt_all(void)
{
	while (!arch_flag_read(2, flags)) {
		tap_delay(LONG + tap_below(tap_own_random(), LONG));
		arch_raise(0, 1);
	}
}

int main(void)
{
	uint32_t old = 0;

	tap_begin();
	if (weft_mpb_alloc(4, &word) || weft_flags_alloc(1, &flags)) {
		weft_panic("no MPB space");
	}
	weft_barrier(WEFT_FOREVER);
	if (weft_rank() == 0) {
		old = receive();
	} else if (weft_rank() == 1) {
		write_all();
	} else if (weft_rank() == 2) {
		interrupt_all();
	}
	tap_ok(old == 0, "%u words older than their flags", (unsigned)old);
	return tap_end();
}
