/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What operations cost on a GPU: ARCH_COSTS of arch/arch.h, in the terms of
 * collectives/cost.h.
 */
#ifndef GPU_COSTS_H
#define GPU_COSTS_H

/*
 * Nanoseconds of one thread on an H100.  A flag is a fence, 666 clocks; a wait is the
 * rest of the way, 510, and an acquire.  Readers of one line hardly wait for each other,
 * which is why flat reading is sooner than any tree.
 */
#define ARCH_COSTS                                                             \
	{                                                                      \
		.line = 48, .load = 20, .store = 5, .copy = 230, .serve = 1,   \
		.flag = 340, .wait = 170, .sum = 20, .read = 79                \
	}

#endif
