/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ordering between targets: only the target itself can tell that a write has
 * arrived.  A question is a number in my byte at the target and an interrupt
 * there; both follow, to the same target, what was written before, so when the
 * target answers, by the same number in its byte here, that has landed.
 *
 * Numbers are a byte: each asker has one question at a target at a time, since
 * the library's interrupts are off from question to answer.  Whoever holds them
 * off answers nevertheless (board.h), a core that has not started yet answers as
 * soon as it has, and zeroes everywhere mean that nobody has asked.
 */
#include <board.h>

static union epi_bytes question; /* what I have asked each rank */
static union epi_bytes done;     /* what I have answered each rank */

static void ask(uint32_t rank)
{
	uint8_t number = (uint8_t)(question.of[rank] + 1);

	epi_unseen.of[rank] = 0;
	question.of[rank] = number;
	*(volatile uint8_t *)epi_at(rank, &epi_shared.asked.of[epi_rank]) =
		number;
	epi_latch(rank, BOARD_I_ASK);
}

static void await_answers(uint32_t word)
{
	while (epi_shared.answered.word[word] != question.word[word]) {
		epi_gid();
		if (epi_shared.answered.word[word] != question.word[word]) {
			epi_idle();
		} else {
			epi_gie();
		}
	}
}

static uint32_t words(void)
{
	return (epi_count + 3) / 4;
}

/* In interrupt 5; questions that come meanwhile latch it again. */
void epi_ask_entry(void)
{
	for (uint32_t word = 0; word < words(); word++) {
		uint32_t rank = word * 4;

		if (epi_shared.asked.word[word] == done.word[word]) {
			continue;
		}
		for (uint32_t end = rank + 4; rank < end; rank++) {
			uint8_t number = epi_shared.asked.of[rank];

			if (number != done.of[rank]) {
				done.of[rank] = number;
				*(volatile uint8_t *)epi_at(
					rank,
					&epi_shared.answered.of[epi_rank]) =
					number;
				epi_latch(rank, BOARD_I_WAKE);
			}
		}
	}
}

void arch_acquire(void)
{
	__asm__ volatile("" ::: "memory");
}

void arch_fence(void)
{
	__asm__ volatile("" ::: "memory");
}

/* All questions first, so that they are under way together. */
void arch_quiet(void)
{
	arch_irq_state state = arch_irq_save();

	epi_unseen.of[epi_rank] = 0; /* own stores are in order */
	for (uint32_t word = 0; word < words(); word++) {
		uint32_t rank = word * 4;

		for (uint32_t end = rank + 4;
		     epi_unseen.word[word] && rank < end; rank++) {
			if (epi_unseen.of[rank]) {
				ask(rank);
			}
		}
	}
	for (uint32_t word = 0; word < words(); word++) {
		await_answers(word);
	}
	arch_irq_restore(state);
}

void arch_settle(uint32_t rank)
{
	arch_irq_state state = arch_irq_save();

	if (rank == epi_rank) {
		epi_unseen.of[rank] = 0;
	} else if (epi_unseen.of[rank]) {
		ask(rank);
		await_answers(rank / 4);
	}
	arch_irq_restore(state);
}
