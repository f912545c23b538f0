/* SPDX-License-Identifier: Apache-2.0 */
/* Order by interrupts and by locks. */
#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "runtime/irq.h"

#include "tests/target/port/litmus/litmus.h"

/* Rule c: the interrupt follows a flag, and so what was before the flag. */
bool flag_then_interrupt(uint32_t n, bool with)
{
	arch_irq_state state = arch_irq_save();
	uint32_t before = rt_irq_taken(ARCH_IRQ_NOTIFY);
	bool bad = false;

	weft_barrier_tree(WEFT_FOREVER);
	if (arch_rank() == WRITER) {
		put_word(READER, n);
		if (with) {
			arch_flag_write(READER, flags, n);
		}
		arch_raise(READER, 1);
	}
	if (arch_rank() == READER) {
		while (rt_irq_taken(ARCH_IRQ_NOTIFY) == before) {
			arch_sleep();
		}
		arch_acquire();
		bad = get_word(READER, area) != n;
	}
	arch_irq_restore(state);
	return bad;
}

/* Rules c, d: a flag of another core than the interrupted. */
bool flag_elsewhere(uint32_t n, bool with)
{
	arch_irq_state state = arch_irq_save();
	uint32_t before = rt_irq_taken(ARCH_IRQ_NOTIFY);
	bool bad = false;

	weft_barrier_tree(WEFT_FOREVER);
	if (arch_rank() == WRITER) {
		arch_flag_write(third(), flags, n);
		if (with) {
			arch_quiet();
		}
		arch_raise(READER, 1);
	}
	if (arch_rank() == READER) {
		while (rt_irq_taken(ARCH_IRQ_NOTIFY) == before) {
			arch_sleep();
		}
		bad = arch_flag_read(third(), flags) != n;
	}
	arch_irq_restore(state);
	return bad;
}

/* Both count under a lock; what is counted lies on another core. */
bool lock_hand_over(uint32_t n, bool with)
{
	uint32_t count;

	(void)n;
	if (arch_rank() == WRITER) {
		put_word(third(), 0);
		arch_quiet();
	}
	weft_barrier_tree(WEFT_FOREVER);
	for (uint32_t i = 0; arch_rank() <= READER && i < 2; i++) {
		for (uint32_t attempt = 0; !arch_tas(READER); attempt++) {
			arch_relax(attempt);
		}
		count = get_word(third(), area) + 1;
		put_word(third(), count);
		if (with) {
			arch_quiet();
		}
		arch_tas_clear(READER);
	}
	weft_barrier_tree(WEFT_FOREVER);
	arch_acquire();
	count = get_word(third(), area);
	weft_barrier_tree(WEFT_FOREVER); /* all have read it */
	return arch_rank() == READER && count != 4;
}
