/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What operations cost on a Tensix chip: ARCH_COSTS of arch/arch.h, in the terms of
 * collectives/cost.h.  A line is 16 bytes.
 */
#ifndef TENSIX_COSTS_H
#define TENSIX_COSTS_H

/* Nanoseconds at 1 GHz, as the emulator has them (bench/chip.c). */
#define ARCH_COSTS                                                             \
	{                                                                      \
		.line = 1, .load = 8, .store = 5, .copy = 250, .serve = 1,     \
		.flag = 60, .wait = 60, .sum = 195, .read = 150, .many = 400   \
	}

#endif
