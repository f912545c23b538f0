/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/guard.h"

#if ARCH_STACK_GUARD
void rt_guard_gone(const void *site)
{
	struct arch_fault fault = {
		.cause = "stack overflow",
		.pc = (uintptr_t)site,
		.address = (uintptr_t)&arch_stack_guard,
		.regs = "",
	};

	weft_fault(&fault);
}
#endif
