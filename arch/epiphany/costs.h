/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What operations cost on an Epiphany, for all boards that are one: ARCH_COSTS of
 * arch/arch.h, in the terms of collectives/cost.h.  A line is 8 bytes.
 */
#ifndef EPIPHANY_COSTS_H
#define EPIPHANY_COSTS_H

/* Nanoseconds at 600 MHz, written lines, as the emulator has them (bench/chip.c). */
#define ARCH_COSTS                                                             \
	{                                                                      \
		.line = 4, .load = 4, .store = 4, .copy = 200, .serve = 2,     \
		.flag = 30, .wait = 60, .sum = 23, .read = 40                  \
	}

#endif
