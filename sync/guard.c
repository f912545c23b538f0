/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/wait.h"
#include "sync/atomic.h"

#if !SYNC_NATIVE

enum {
	TRIES = 32, /* before a core says for what it waits */
};

/* Somebody has it, and not just for an operation. */
static ARCH_COLD int enter_later(uint32_t rank, uint64_t deadline,
				 arch_irq_state *state)
{
	struct rt_wait outer = rt_wait; /* a lock's, perhaps */
	uint64_t limit = rt_limit(deadline);
	uint32_t attempt = TRIES;
	int error = WEFT_ERR_TIMEOUT;

	rt_wait_begin(RT_A_LOCK, rank, RT_ANYONE, "an atomic operation",
		      __builtin_return_address(0));
	while (error && arch_cycles() < limit) {
		*state = arch_irq_save();
		if (arch_tas(rank)) {
			error = WEFT_OK;
		} else {
			arch_irq_restore(*state);
			arch_relax(attempt++);
		}
	}
	if (error && rt_never(deadline)) {
		rt_impatient();
	}
	rt_wait_end();
	rt_wait = outer;
	return error;
}

/* Somebody has it. */
static int guard_again(uint32_t rank, uint64_t deadline, arch_irq_state *state)
{
	uint32_t attempt = 0;

	do {
		arch_relax(attempt++);
		if (attempt == TRIES || arch_cycles() >= deadline) {
			return enter_later(rank, deadline, state);
		}
	} while (!guard_try(rank, state));
	return WEFT_OK;
}

/* Take the guard; interrupts are masked while I have it. */
static inline int guard_enter(uint32_t rank, uint64_t deadline,
			      arch_irq_state *state)
{
	return guard_try(rank, state) ? WEFT_OK
				      : guard_again(rank, deadline, state);
}

ARCH_CALL int sync_swap(uint32_t rank, uint32_t offset, uint32_t value,
			uint64_t deadline, uint32_t *was)
{
	arch_irq_state state;
	int error = guard_enter(rank, deadline, &state);

	if (!error) {
		*was = arch_inline_flag_read(rank, offset);
		guard_write(arch_inline_reach(rank), offset, value);
		guard_leave(rank, state);
	}
	return error;
}

ARCH_CALL int sync_compare_swap(uint32_t rank, uint32_t offset,
				uint32_t expected, uint32_t value,
				uint64_t deadline, uint32_t *was)
{
	arch_irq_state state;
	int error = guard_enter(rank, deadline, &state);

	if (!error) {
		*was = arch_inline_flag_read(rank, offset);
		if (*was == expected) {
			guard_write(arch_inline_reach(rank), offset, value);
		}
		guard_leave(rank, state);
	}
	return error;
}

#if ARCH_NEAR
ARCH_CALL uint32_t sync_claim(uint32_t rank, uint32_t offset)
{
	return guard_claim(rank, offset);
}
#endif

ARCH_CALL int sync_fetch_add(uint32_t rank, uint32_t offset, uint32_t addend,
			     uint64_t deadline, uint32_t *was)
{
	arch_irq_state state;
	int error = guard_enter(rank, deadline, &state);

	if (!error) {
		*was = arch_inline_flag_read(rank, offset);
		guard_write(arch_inline_reach(rank), offset, *was + addend);
		guard_leave(rank, state);
	}
	return error;
}

#endif
