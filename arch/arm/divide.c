/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Division by zero.  The compiler looks at each divisor and calls this; the name is
 * its own.
 */
#include "arch/arch.h"

ARCH_COLD _Noreturn void __ubsan_handle_divrem_overflow_abort(void);

void __ubsan_handle_divrem_overflow_abort(void)
{
	struct arch_fault fault = {
		.cause = "divide error",
		.pc = (uintptr_t)__builtin_return_address(0) - 4,
	};

	weft_fault(&fault);
}
