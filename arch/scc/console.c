/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Console and end of the run.
 *
 * One core at a time writes.  The others halt meanwhile, as 47 that poll would
 * take the host away from the one that writes.  Interrupts stay masked from
 * asking to giving back: a handler that wrote on top of a waiting thread of
 * the same core would wait for it for ever.
 */
#include "arch/arch.h"

#include <board.h>

#include "arch/scc/console.h"
#include "boot/x86/cpu.h"
#include "drivers/serial/ns16550.h"

enum {
	PATIENCE_US = 1000000,
	TURNS = 1000,
};

static volatile uint32_t *waiters_of(uint32_t rank)
{
	return &VEHICLE->console_waiters[rank / 32];
}

static VEHICLE_TEXT bool take(void)
{
	return cpu_compare_exchange(&VEHICLE->console_owner, 0, scc_rank + 1) ==
	       0;
}

/*
 * True: this core has the console.  False: write all the same, because its
 * owner is dead: it is this core, in a fault on the way; or nothing was given
 * back for a second although the line is free.
 */
static VEHICLE_TEXT bool acquire(void)
{
	uint32_t me = 1u << scc_rank % 32;
	uint64_t patience = arch_cycles_in_us(PATIENCE_US);
	uint64_t limit = arch_cycles() + patience;
	uint32_t turns = VEHICLE->console_turns;

	while (!take()) {
		if (VEHICLE->console_owner == scc_rank + 1) {
			return false;
		}
		cpu_set_bits(waiters_of(scc_rank), me);
		if (take()) {
			break;
		}
		vehicle_halt(limit, false);
		if (VEHICLE->console_turns != turns) {
			turns = VEHICLE->console_turns;
			limit = arch_cycles() + patience;
		} else if (arch_cycles() >= limit) {
			if (ns16550_ready(CONSOLE_PORT)) {
				return false;
			}
			limit = arch_cycles() + patience;
		}
	}
	cpu_clear_bits(waiters_of(scc_rank), me);
	return true;
}

/*
 * Wake the next waiter in the order of ranks.  It asks again, so it does no
 * harm that another core may come first.
 */
static VEHICLE_TEXT void release(void)
{
	VEHICLE->console_turns++;
	cpu_exchange(&VEHICLE->console_owner, 0);
	for (uint32_t i = 0; i <= 8; i++) {
		uint32_t word = (scc_rank / 32 + i) % 8;
		uint32_t bits = VEHICLE->console_waiters[word];

		if (i == 0) { /* first those above me, last those below */
			bits &= ~1u << scc_rank % 32;
		}
		if (bits != 0) {
			uint32_t bit = cpu_lowest_bit(bits);

			cpu_clear_bits(&VEHICLE->console_waiters[word],
				       1u << bit);
			vehicle_send(word * 32 + bit, BOARD_VECTOR_WAKE);
			return;
		}
	}
}

void arch_console_write(const char *text, size_t n)
{
	uint32_t flags = cpu_irq_save();
	bool mine = acquire();

	ns16550_write(CONSOLE_PORT, text, n);
	if (mine) {
		release();
	}
	cpu_irq_restore(flags);
}

static void give_way(void)
{
	for (uint32_t i = 0; i < TURNS; i++) {
		cpu_relax();
	}
}

/*
 * QEMU's pvpanic device pauses it (-action panic=pause), and the runner looks at
 * all cores and lets it go on; without a runner the write does nothing.
 */
_Noreturn void arch_stop(enum arch_verdict verdict)
{
	ns16550_drain(CONSOLE_PORT);
	if (verdict == ARCH_PANIC) {
		/* Where vCPUs take turns, let the others come to their waits. */
		give_way();
		cpu_out8(PANIC_PORT, PANIC_EVENT);
		give_way(); /* QEMU stops a vCPU between instructions only */
	}
	cpu_out32(EXIT_PORT,
		  verdict == ARCH_PASSED ? EXIT_PASSED : EXIT_FAILED);
	for (;;) {
		__asm__ volatile("cli; hlt");
	}
}
