/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What operations cost on a GPU: ARCH_COSTS of arch/arch.h, in the terms of
 * collectives/cost.h.
 */
#ifndef GPU_COSTS_H
#define GPU_COSTS_H

/*
 * Nanoseconds on an H100.  A flag is a fence, 666 clocks; a wait is the rest of the way,
 * 510, and an acquire.  A copy takes a way to L2 and the helpers' barriers, and then its
 * lines come thick and fast.  Readers of one line hardly wait for each other, which is
 * why flat reading is sooner than any tree.
 */
#define ARCH_COSTS                                                             \
	{                                                                      \
		.line = 2, .load = 1, .store = 1, .copy = 400, .serve = 1,     \
		.flag = 340, .wait = 300, .sum = 20, .read = 150               \
	}

#endif
