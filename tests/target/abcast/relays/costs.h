/* SPDX-License-Identifier: Apache-2.0 */
/* What operations cost on the chip that relays.c has in mind. */
#include "arch/arch.h"

#undef ARCH_COSTS
#define ARCH_COSTS                                                             \
	{                                                                      \
		.line = 50, .load = 50, .store = 50, .copy = 10,               \
		.serve = 1000, .flag = 10, .wait = 10                          \
	}
