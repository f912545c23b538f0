/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Swap, compare-and-swap, fetch-and-add, for ports whose windows are memory on which
 * the processor's own work.  The compiler's strongest order is rules (a), (b) and
 * (e); a core that waits for the word is woken as by a flag write.
 */
#include "arch/atomic.h"
#include "arch/common/window.h"

uint32_t arch_swap(uint32_t rank, uint32_t offset, uint32_t value)
{
	volatile uint32_t *word;
	uint32_t was;

	if (BOARD_FAR(rank)) {
		return far_update(FAR_UPDATE_SWAP, rank, offset, 0, value);
	}
	word = window_word(rank, offset);
	was = __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
	vehicle_wake(rank, word);
	return was;
}

uint32_t arch_compare_swap(uint32_t rank, uint32_t offset, uint32_t expected,
			   uint32_t value)
{
	volatile uint32_t *word;
	uint32_t was;

	if (BOARD_FAR(rank)) {
		return far_update(FAR_UPDATE_COMPARE, rank, offset, expected,
				  value);
	}
	word = window_word(rank, offset);
	was = expected;
	if (__atomic_compare_exchange_n(word, &was, value, false,
					__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
		vehicle_wake(rank, word);
	}
	return was;
}

uint32_t arch_fetch_add(uint32_t rank, uint32_t offset, uint32_t addend)
{
	volatile uint32_t *word;
	uint32_t was;

	if (BOARD_FAR(rank)) {
		return far_update(FAR_UPDATE_ADD, rank, offset, 0, addend);
	}
	word = window_word(rank, offset);
	was = __atomic_fetch_add(word, addend, __ATOMIC_SEQ_CST);
	vehicle_wake(rank, word);
	return was;
}
