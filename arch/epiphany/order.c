/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ordering between targets: only the target itself can tell that a write has
 * arrived.  A question is a byte of mine at the target and an interrupt there; both
 * follow, to the same target, what was written before.  So when the target
 * answers, that has landed.  Its answer (epi_ask in boot/epiphany/start.S) is one
 * store: it clears my byte there, then the byte here that says I have
 * written to it.  Who has nothing unseen asks nobody.
 *
 * Each asker has one question at a target at a time, since the library's
 * interrupts are off from question to answer.  Whoever holds them off answers
 * nevertheless (board.h), a core that has not started yet answers as soon as it
 * has, and zeroes everywhere mean that nobody has asked.
 *
 * An answer takes some hundred clocks, so it is waited for awake.
 */
#include <board.h>

#include "arch/fence.h"

static void __attribute__((noinline)) ask(uint32_t rank)
{
	uint32_t base = epi_base[rank];
	volatile uint8_t *asked = &epi_shared.asked.of[epi.rank];

	asked[base] = 1;
	epi_latch(base, BOARD_I_ASK);
}

/* Who has been written to, four at a time. */
static void ask_all(void)
{
	const volatile uint32_t *word = epi.unseen.word;

	for (uint32_t rank = 0; rank < epi.count; rank += 4) {
		uint32_t set = *word++;

		for (uint32_t r = rank; set; r++, set >>= 8) {
			if (set & 0xff) {
				ask(r);
			}
		}
	}
}

static void await_answers(void)
{
	const volatile uint32_t *word = epi.unseen.word;

	for (uint32_t rank = 0; rank < epi.count; rank += 4) {
		while (*word) {
		}
		word++;
	}
}

void arch_acquire(void)
{
	__asm__ volatile("" ::: "memory");
}

void arch_fence(void)
{
	FENCE(epi_fence_drain, EPI_DMA_DRAIN());
}

/* All questions first, so that they are under way together. */
static void __attribute__((noinline)) quiet(void)
{
	arch_irq_state state = arch_irq_save();

	epi.any = 0;
	FENCE(epi_quiet_drain, EPI_DMA_DRAIN()); /* (d) */
	ask_all();
	FENCE(epi_quiet_answers, await_answers()); /* (d) */
	arch_irq_restore(state);
}

void arch_quiet(void)
{
	if (epi.any) {
		quiet();
	}
}

/* With all others, whose answers are under way together with that one's. */
void arch_settle(uint32_t rank)
{
	if (epi.unseen.of[rank]) {
		FENCE(epi_settle, quiet()); /* (g) */
	}
}
