/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Swap, compare-and-swap, fetch-and-add, for ports whose windows are memory on which
 * the processor's own work.  The compiler's strongest order is rules (a), (b) and
 * (e); a core that waits for the word is woken as by a flag write.
 */
#include "arch/atomic.h"
#include "arch/common/port.h"

#include <board.h>
#include <window_ops.h>

static volatile uint32_t *word_of(uint32_t rank, uint32_t offset)
{
	return (volatile uint32_t *)(window_of(rank) + offset);
}

uint32_t arch_swap(uint32_t rank, uint32_t offset, uint32_t value)
{
	uint32_t was = __atomic_exchange_n(word_of(rank, offset), value,
					   __ATOMIC_SEQ_CST);

	vehicle_wake(rank, offset);
	return was;
}

uint32_t arch_compare_swap(uint32_t rank, uint32_t offset, uint32_t expected,
			   uint32_t value)
{
	uint32_t was = expected;

	if (__atomic_compare_exchange_n(word_of(rank, offset), &was, value,
					false, __ATOMIC_SEQ_CST,
					__ATOMIC_SEQ_CST)) {
		vehicle_wake(rank, offset);
	}
	return was;
}

uint32_t arch_fetch_add(uint32_t rank, uint32_t offset, uint32_t addend)
{
	uint32_t was = __atomic_fetch_add(word_of(rank, offset), addend,
					  __ATOMIC_SEQ_CST);

	vehicle_wake(rank, offset);
	return was;
}
