/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/fence.h"
#include "runtime/wait.h"
#include "sync/atomic.h"

#if !(ARCH_SWAP && ARCH_COMPARE_SWAP && ARCH_FETCH_ADD)

/* Somebody has it. */
static ARCH_COLD uint32_t enter_later(uint32_t rank)
{
	struct rt_wait outer = rt_wait; /* a lock's, perhaps */
	uint64_t limit = rt_limit(ARCH_NEVER);
	uint32_t attempt = 0, state;

	rt_wait_begin(RT_A_LOCK, rank, RT_ANYONE, "an atomic operation",
		      __builtin_return_address(0));
	for (;;) {
		state = arch_irq_save();
		if (arch_tas(rank)) {
			rt_wait_end();
			rt_wait = outer;
			return state;
		}
		arch_irq_restore(state);
		if (arch_cycles() >= limit) {
			rt_impatient();
		}
		arch_relax(attempt++);
	}
}

/* Take the guard; interrupts are masked while I have it. */
static inline uint32_t enter(uint32_t rank)
{
	uint32_t state = arch_irq_save();

	if (arch_tas(rank)) {
		return state;
	}
	arch_irq_restore(state);
	return enter_later(rank);
}

static inline void leave(uint32_t rank, uint32_t state)
{
	arch_tas_clear(rank);
	arch_irq_restore(state);
}

/* The next who enters must read it. */
static inline void write(uint32_t rank, uint32_t offset, uint32_t value)
{
	arch_flag_write(rank, offset, value);
	FENCE(atomic_landed, arch_settle(rank));
}

uint32_t sync_swap(uint32_t rank, uint32_t offset, uint32_t value)
{
	uint32_t state = enter(rank);
	uint32_t was = arch_flag_read(rank, offset);

	write(rank, offset, value);
	leave(rank, state);
	return was;
}

uint32_t sync_compare_swap(uint32_t rank, uint32_t offset, uint32_t expected,
			   uint32_t value)
{
	uint32_t state = enter(rank);
	uint32_t was = arch_flag_read(rank, offset);

	if (was == expected) {
		write(rank, offset, value);
	}
	leave(rank, state);
	return was;
}

uint32_t sync_fetch_add(uint32_t rank, uint32_t offset, uint32_t addend)
{
	uint32_t state = enter(rank);
	uint32_t was = arch_flag_read(rank, offset);

	write(rank, offset, was + addend);
	leave(rank, state);
	return was;
}

#endif
