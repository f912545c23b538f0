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

static uint32_t words(void)
{
	return (epi.count + 3) >> 2;
}

static void ask(uint32_t rank)
{
	uint32_t base = epi.base[rank];

	*(volatile uint8_t *)(base +
			      (uintptr_t)&epi_shared.asked.of[epi.rank]) = 1;
	epi_latch(base, BOARD_I_ASK);
}

static void ask_all(void)
{
	for (uint32_t word = 0; word < words(); word++) {
		uint32_t rank = word << 2;

		for (uint32_t set = epi.unseen.word[word]; set; set >>= 8) {
			if (set & 0xff) {
				ask(rank);
			}
			rank++;
		}
	}
}

static bool all_seen(void)
{
	for (uint32_t word = 0; word < words(); word++) {
		if (epi.unseen.word[word]) {
			return false;
		}
	}
	return true;
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
void arch_quiet(void)
{
	arch_irq_state state;

	if (!epi.any) {
		return;
	}
	state = arch_irq_save();
	epi.any = 0;
	FENCE(epi_quiet_drain, EPI_DMA_DRAIN());
	ask_all();
	FENCE(epi_quiet_answers, while (!all_seen()));
	arch_irq_restore(state);
}

void arch_settle(uint32_t rank)
{
	arch_irq_state state;

	if (!epi.unseen.of[rank]) {
		return;
	}
	state = arch_irq_save();
	FENCE(epi_settle_drain, EPI_DMA_DRAIN());
	ask(rank);
	FENCE(epi_settle_answer, while (epi.unseen.of[rank]));
	arch_irq_restore(state);
}
