/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The library's interrupts: board.h says how.  Where there are none, who raises one
 * writes 1 to the target's bell.  It is cleared, and that is seen in L1, before the
 * handler: what was written before a raise that is lost in the clearing is found by
 * this handler.
 */
#include "arch/tensix/order.h"
#include "arch/tensix/stage.h"

enum {
	RELAX_MOST = 64,
};

ARCH_COLD _Noreturn void tensix_overflow(const uint32_t *canary)
{
	struct arch_fault fault = {
		.cause = "stack overflow",
		.pc = (uintptr_t)__builtin_return_address(0),
		.address = (uintptr_t)canary,
		.regs = "",
	};

	weft_fault(&fault);
}

/* One more that comes meanwhile is raised again, so that the application has its turn. */
static void raise_pending(void)
{
	if (CHIP_INTERRUPTS && tensix->pending) {
		tensix->pending = 0;
		*tensix_reg(CHIP_INTERRUPT) = 1;
	}
}

static void serve(enum arch_irq cause)
{
	tensix->masked = 1;
	tensix_barrier();
	if (cause == ARCH_IRQ_NOTIFY) {
		tensix->pending = 0;
	}
	tensix->taken++;
	weft_irq_entry(cause);
	tensix_barrier();
	tensix->masked = 0;
	tensix_barrier();
	raise_pending();
}

/* Once. */
static bool due(void)
{
	uint32_t state = tensix_close();
	bool is = tensix->timed && arch_cycles() >= tensix->timer;

	if (is) {
		tensix->timed = 0;
	}
	tensix_open(state);
	return is;
}

void tensix_reopen(void)
{
	tensix->masked = 0;
	tensix_barrier();
	if (tensix->pending) {
		serve(ARCH_IRQ_NOTIFY);
	}
}

void tensix_interrupt(void)
{
	if (tensix->masked) {
		tensix->pending = 1;
	} else {
		serve(ARCH_IRQ_NOTIFY);
	}
}

ARCH_COLD void tensix_irq_init(void)
{
	tensix->masked = 1;
	if (!tensix_polls()) {
		*tensix_reg(CHIP_INTERRUPT_PC) =
			(uint32_t)(uintptr_t)tensix_interrupt_entry;
		*tensix_reg(CHIP_ENABLE) = 1;
	}
}

/* order_before has been called. */
static void interrupt(uint32_t rank)
{
	if (rank == tensix->rank) {
		*tensix_reg(CHIP_INTERRUPT) = 1;
	} else {
		niu_write_word(tensix->tiles[rank], CHIP_INTERRUPT, 1,
			       order_id(rank));
	}
}

static void look_at_bell(void)
{
	tensix_refresh();
	if (tensix_shared.bell) {
		tensix_shared.bell = 0;
		FENCE(tensix_bell, tensix_landed(&tensix_shared.bell));
		serve(ARCH_IRQ_NOTIFY);
	}
}

static void ring(uint32_t rank)
{
	if (rank == tensix->rank) {
		tensix_shared.bell = 1;
	} else {
		stage_word(rank, (uint32_t)(uintptr_t)&tensix_shared.bell, 1);
	}
}

/*
 * Each at most once: a handler that raises its own core lets the application have its
 * turn between.  Nothing else tells of a stack that is full.
 */
void tensix_poll(void)
{
	if (*(volatile uint32_t *)&tensix_canary != BOARD_CANARY) {
		tensix_overflow(&tensix_canary);
	}
	BOARD_LINK_LOOK(false);
	if (tensix->masked) {
		return;
	}
	if (tensix_polls()) {
		look_at_bell();
	}
	if (due()) {
		serve(ARCH_IRQ_TIMER);
	}
}

arch_irq_state arch_irq_save(void)
{
	arch_irq_state state = tensix->masked;

	tensix->masked = 1;
	tensix_barrier();
	return state;
}

void arch_irq_restore(arch_irq_state state)
{
	tensix_barrier();
	tensix->masked = state;
	if (!state) {
		tensix_open(state);
		tensix_poll();
	}
}

static void raise(uint32_t rank)
{
	uint32_t state;

	if (BOARD_FAR(rank)) {
		far_raise(rank);
		return;
	}
	if (tensix_polls()) {
		ring(rank); /* (c): after all writes before */
		return;
	}
	state = tensix_close();
	if (rank != tensix->rank) {
		order_before(rank); /* (c) */
	}
	interrupt(rank);
	tensix_open(state);
}

void arch_raise(uint32_t first, uint32_t n)
{
	while (n-- > 0) {
		raise(first++);
	}
}

void arch_raise_list(const uint32_t *ranks, uint32_t n)
{
	while (n-- > 0) {
		raise(*ranks++);
	}
}

uint32_t arch_notify_fanout(void)
{
	return ARCH_NOTIFY_FANOUT;
}

void arch_sleep(void)
{
	uint32_t before = tensix->taken;

	do {
		BOARD_LINK_LOOK(true);
		arch_irq_restore(ARCH_IRQ_ON);
		arch_irq_save();
	} while (tensix->taken == before);
}

void arch_relax(uint32_t attempt)
{
	uint32_t turns = attempt < RELAX_MOST ? attempt : RELAX_MOST;

	for (turns <<= 3; turns > 0; turns--) {
		__asm__ volatile("nop");
	}
	BOARD_LINK_LOOK(true);
	tensix_poll();
}

/* If it is past, it is taken at once: as of all interrupts, if they are not masked. */
void arch_timer_set(uint64_t deadline)
{
	uint32_t state = tensix_close();

	tensix->timed = deadline != ARCH_NEVER;
	tensix->timer = deadline;
	tensix_open(state);
	tensix_poll();
}
