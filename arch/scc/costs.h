/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What operations cost on the SCC, for all boards that are one: ARCH_COSTS of
 * arch/arch.h, in the terms of collectives/cost.h.
 */
#ifndef SCC_COSTS_H
#define SCC_COSTS_H

/* Nanoseconds, by the published model of the chip, 2 to 3 routers away. */
#define ARCH_COSTS                                                             \
	{                                                                      \
		.line = 150, .load = 220, .store = 480, .copy = 145,           \
		.serve = 11, .flag = 30, .wait = 100, .sum = 90, .hop = 10     \
	}

#endif
