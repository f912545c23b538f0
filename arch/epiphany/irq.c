/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The library's interrupts: masking, raising, sleep.  What each bit means is
 * in board.h; who is interrupted while a register is changed here puts it back.
 */
#include <board.h>

enum {
	RELAX_MOST = 64
};

static volatile uint32_t interrupts; /* taken: what ends arch_sleep */

arch_irq_state arch_irq_save(void)
{
	uint32_t mask = EPI_GET(imask);

	EPI_SET(imask, mask | BOARD_LIBRARY);
	return mask & BOARD_LIBRARY;
}

void arch_irq_restore(arch_irq_state state)
{
	EPI_SET(imask, (EPI_GET(imask) & ~(uint32_t)BOARD_LIBRARY) | state);
}

/* Rule (c) by the chip: same target, so in order. */
void arch_raise(uint32_t first, uint32_t n)
{
	while (n-- > 0) {
		epi_latch(epi_base[first++], BOARD_I_NOTIFY);
	}
}

void arch_raise_list(const uint32_t *ranks, uint32_t n)
{
	while (n-- > 0) {
		epi_latch(epi_base[*ranks++], BOARD_I_NOTIFY);
	}
}

uint32_t arch_notify_fanout(void)
{
	return ARCH_NOTIFY_FANOUT;
}

/* Other interrupts end an idle too: those of the port's own. */
void arch_sleep(void)
{
	uint32_t before = interrupts;

	do {
		epi_gid();
		arch_irq_restore(ARCH_IRQ_ON);
		epi_idle();
		arch_irq_save();
	} while (interrupts == before);
}

void arch_relax(uint32_t attempt)
{
	uint32_t turns = attempt < RELAX_MOST ? attempt : RELAX_MOST;

	for (turns <<= 3; turns > 0; turns--) {
		__asm__ volatile("nop");
	}
}

void epi_notify_entry(void)
{
	interrupts++;
	weft_irq_entry(ARCH_IRQ_NOTIFY);
}

void epi_tick_entry(void)
{
	if (!epi_until_due()) {
		interrupts++;
		weft_irq_entry(ARCH_IRQ_TIMER);
	}
}
