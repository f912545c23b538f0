/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3 boards=blackhole-emu modes=reordered time-out=120 */
/*
 * What a handler leaves in a cache is no older than what a satisfied wait promises: if
 * it could come between a wait's fence and its load, some of these words would be.
 *
 * Rank 2 interrupts rank 0 all the time; the handler reads a word and takes a while.
 * Rank 1 writes that word, then the flag that rank 0 waits for, or finds among others.
 */
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/irq.h"
#include "runtime/part.h"

#include "tests/target/tap.h"

enum {
	TURNS = 2000,
	LONG = 600, /* clocks: as long as word and flag take to come */
	ROW = 5,    /* words: the last one lies in a unit of its own */
};

static uint32_t word, flags, row;

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

static void by_wait(uint32_t turn)
{
	struct arch_word flag = {0, flags, turn, 1};

	(void)arch_await(&flag, ARCH_NEVER);
}

static void by_row(uint32_t turn)
{
	uint32_t words[ROW];

	do {
		arch_flags_read(words, 0, row, ROW);
	} while (words[ROW - 1] != turn);
}

/* How often rank 0 has found an old word behind a new flag. */
static uint32_t receive(void (*await)(uint32_t turn), uint32_t first)
{
	uint32_t old = 0;

	for (uint32_t turn = first; turn < first + TURNS; turn++) {
		/* Few loads between, or they would replace the old line. */
		uint32_t at = word, value;

		arch_flag_write(1, flags, turn);
		await(turn);
		arch_get(&value, 0, ARCH_WINDOW_MPB, at, sizeof(value));
		old += value != turn;
	}
	arch_flag_write(2, flags, first);
	return old;
}

static void write_all(uint32_t flag, uint32_t first)
{
	for (uint32_t turn = first; turn < first + TURNS; turn++) {
		(void)tap_await(flags, turn, ARCH_NEVER);
		tap_delay(tap_below(tap_own_random(), 2 * LONG));
		arch_put(0, ARCH_WINDOW_MPB, word, &turn, sizeof(turn));
		arch_flag_write(0, flag, turn);
	}
}

static void interrupt_all(uint32_t until)
{
	while (arch_flag_read(2, flags) != until) {
		tap_delay(LONG + tap_below(tap_own_random(), LONG));
		arch_raise(0, 1);
	}
}

static uint32_t all(void (*await)(uint32_t turn), uint32_t flag, uint32_t first)
{
	uint32_t old = 0;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		old = receive(await, first);
	} else if (weft_rank() == 1) {
		write_all(flag, first);
	} else if (weft_rank() == 2) {
		interrupt_all(first);
	}
	return old;
}

int main(void)
{
	uint32_t old;

	tap_begin();
	if (weft_mpb_alloc(4, &word) || weft_flags_alloc(1, &flags) ||
	    weft_mpb_alloc(ROW * 4, &row)) {
		weft_panic("no MPB space");
	}
	old = all(by_wait, flags, 1);
	tap_ok(old == 0, "%u words older than their flags", (unsigned)old);
	old = all(by_row, row + 4 * (ROW - 1), 1 + TURNS);
	tap_ok(old == 0, "%u older than a flag in a row", (unsigned)old);
	return tap_end();
}
