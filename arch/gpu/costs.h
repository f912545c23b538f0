/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What operations cost on a GPU: ARCH_COSTS of arch/arch.h, in the terms of
 * collectives/cost.h.
 */
#ifndef GPU_COSTS_H
#define GPU_COSTS_H

/*
 * Nanoseconds on an H100.  A flag costs a fence, 666 clocks.  A wait costs the rest of the
 * way, 510 clocks, and an acquire.  A copy costs a way to L2 and the helpers' barriers; each
 * of its lines adds little.  Readers of one line hardly wait for each other, so if all cores
 * read the same line, that is sooner than any tree.
 */
#define ARCH_COSTS                                                             \
	{                                                                      \
		.line = 2, .load = 1, .store = 1, .copy = 400, .serve = 1,     \
		.flag = 340, .wait = 300, .sum = 20, .read = 150               \
	}

#endif
