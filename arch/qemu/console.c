/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Console and end of the run.
 *
 * One core at a time writes, in the order in which they asked: each draws a
 * ticket and halts until it is its turn.  The library's interrupts stay masked
 * from asking to giving back: a handler that wrote on top of a waiting thread of
 * the same core would wait for it for ever.
 */
#include <board.h>
#include <window_ops.h>

#include "drivers/serial/uart.h"

enum {
	PATIENCE_US = 1000000,
	TURNS = 1000,
};

static bool writing; /* this core has its turn, or waits for it */
static bool queue_is_dead;

/*
 * Halt until it is this ticket's turn.  False: it will not come, since nothing
 * was given back for a second although the line is free: somebody died on it.
 */
static VEHICLE_TEXT bool await_turn(uint32_t ticket)
{
	uint32_t state = vehicle_mask();
	uint64_t limit = 0;
	uint32_t turn = ticket; /* any but the present one */
	uint32_t now;

	while ((now = VEHICLE->console_turn) != ticket) {
		if (now != turn || !uart_ready(BOARD_UART)) {
			turn = now;
			limit = arch_cycles() + arch_cycles_in_us(PATIENCE_US);
		} else if (arch_cycles() >= limit) {
			break;
		}
		vehicle_halt(limit, false);
	}
	order_reads(); /* the bytes before mine are out before mine */
	vehicle_unmask(state);
	return now == ticket;
}

static VEHICLE_TEXT void give_turn(uint32_t ticket)
{
	order_settle(); /* my bytes are out before anybody's */
	VEHICLE->console_turn = ticket;
	order_settle(); /* one sees the other: the turn, or who waits for it */
	if (VEHICLE->console_next != ticket) {
		vehicle_kick(VEHICLE->console_of[ticket % VEHICLE_CORES]);
	}
}

void arch_console_write(const char *text, size_t n)
{
	uint32_t state = cpu_irq_save(), ticket;

	/* Where the queue is dead, or a fault hit this core on the way: write. */
	if (writing || queue_is_dead) {
		uart_write(BOARD_UART, text, n);
		cpu_irq_restore(state);
		return;
	}
	writing = true;
	ticket =
		__atomic_fetch_add(&VEHICLE->console_next, 1, __ATOMIC_RELAXED);
	VEHICLE->console_of[ticket % VEHICLE_CORES] = (uint8_t)port_rank;
	order_settle(); /* who I am is seen before I look */
	queue_is_dead = !await_turn(ticket);
	uart_write(BOARD_UART, text, n);
	if (!queue_is_dead) {
		give_turn(ticket + 1);
	}
	writing = false;
	cpu_irq_restore(state);
}

/* Where vCPUs take turns, let the others come to their waits. */
static void give_way(void)
{
	for (uint32_t i = 0; i < TURNS; i++) {
		cpu_relax();
	}
}

/*
 * Whoever comes first ends the run.  A second panic would stop QEMU again, when the
 * runner has looked already and lets it go on no more.
 */
static bool i_end_it(void)
{
	uint32_t mine = port_rank + 1, first = 0;

	return __atomic_compare_exchange_n(&VEHICLE->stopping, &first, mine,
					   false, __ATOMIC_RELAXED,
					   __ATOMIC_RELAXED) ||
	       first == mine; /* again, by a fault on the way */
}

_Noreturn void arch_stop(enum arch_verdict verdict)
{
	if (!i_end_it()) {
		vehicle_mask();
		for (;;) {
			vehicle_halt(ARCH_NEVER, false);
		}
	}
	uart_drain(BOARD_UART);
	if (verdict == ARCH_PANIC) {
		give_way();
		vehicle_panic();
		give_way(); /* QEMU stops a vCPU between instructions only */
	}
	vehicle_exit(verdict == ARCH_PASSED ? EXIT_PASSED : EXIT_FAILED);
}
