/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Console and end of the run.
 *
 * One core at a time writes, in the order in which they asked: each draws a
 * ticket and halts until it is its turn.  Interrupts stay masked from asking
 * to giving back: a handler that wrote on top of a waiting thread of the same
 * core would wait for it for ever.
 */
#include "arch/arch.h"

#include <board.h>

#include "arch/arm/console.h"
#include "boot/arm/cpu.h"
#include "boot/arm/firmware.h"
#include "drivers/gic/arm_gic.h"
#include "drivers/pl011/pl011.h"

enum {
	PATIENCE_US = 1000000,
	TURNS = 1000,
	PLACES = sizeof(((struct vehicle *)0)->console_of),
};

#define UART BOARD_DEVICE(BOARD_UART)

static bool writing; /* this core has its turn, or waits for it */
static bool queue_is_dead;

/*
 * Halt until it is this ticket's turn.  False: it will not come, since nothing
 * was given back for a second although the line is free: somebody died on it.
 */
static VEHICLE_TEXT bool await_turn(uint32_t ticket)
{
	uint32_t fast = cpu_fiq_save();
	uint64_t limit = 0;
	uint32_t turn = ticket; /* any but the present one */
	bool mine;

	while (!(mine = VEHICLE->console_turn == ticket)) {
		if (turn != VEHICLE->console_turn || !pl011_ready(UART)) {
			turn = VEHICLE->console_turn;
			limit = arch_cycles() + arch_cycles_in_us(PATIENCE_US);
		} else if (arch_cycles() >= limit) {
			break;
		}
		vehicle_halt(limit, false);
	}
	cpu_dmb(); /* the bytes before mine are out before mine */
	cpu_fiq_restore(fast);
	return mine;
}

static VEHICLE_TEXT void give_turn(uint32_t ticket)
{
	cpu_dmb(); /* my bytes are out before anybody's */
	VEHICLE->console_turn = ticket;
	cpu_dmb(); /* one sees the other: the turn, or who waits for it */
	if (VEHICLE->console_next != ticket) {
		arm_gic->send_fiq(VEHICLE->console_of[ticket % PLACES],
				  BOARD_IRQ_WAKE);
	}
}

void arch_console_write(const char *text, size_t n)
{
	uint32_t state = cpu_irq_save(), ticket;

	/* Where the queue is dead, or a fault hit this core on the way: write. */
	if (writing || queue_is_dead) {
		pl011_write(UART, text, n);
		cpu_irq_restore(state);
		return;
	}
	writing = true;
	ticket = cpu_fetch_increment(&VEHICLE->console_next);
	VEHICLE->console_of[ticket % PLACES] = (uint8_t)arm_rank;
	cpu_dmb(); /* who I am is seen before I look */
	queue_is_dead = !await_turn(ticket);
	pl011_write(UART, text, n);
	if (!queue_is_dead) {
		give_turn(ticket + 1);
	}
	writing = false;
	cpu_irq_restore(state);
}

static void give_way(void)
{
	for (uint32_t i = 0; i < TURNS; i++) {
		cpu_relax();
	}
}

/*
 * In a panic the power is turned off: the runner has told QEMU to stand still
 * then, so that it can look at all cores.
 */
_Noreturn void arch_stop(enum arch_verdict verdict)
{
	pl011_drain(UART);
	if (verdict == ARCH_PANIC) {
		/* Where vCPUs take turns, let the others come to their waits. */
		give_way();
		psci_call(PSCI_SYSTEM_OFF, 0, 0, 0);
	}
	semihosting_exit(verdict == ARCH_PASSED ? EXIT_PASSED : EXIT_FAILED);
	for (;;) {
		cpu_wait_for_interrupt();
	}
}
