/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A barrier of all cores is a descriptor, which its own file exports; and all are listed
 * here, once.
 */
#ifndef COLLECTIVES_BARRIER_BARRIERS_H
#define COLLECTIVES_BARRIER_BARRIERS_H

#include "arch/arch.h"
#include "arch/barrier.h"
#include "arch/multicast.h"
#include "collectives/choose.h"

#include <weft/barrier.h>

struct barrier {
	struct choose_candidate choose; /* its cost: of no object */
	int (*all)(weft_us_t within);
};

/*
 * Each with where weft_barrier_algorithm has it, and where weft_barrier chooses from it.  What
 * a condition leaves out is not linked.
 */
#define BARRIERS(X)                                                            \
	X(multicast, ARCH_MULTICAST, ARCH_MULTICAST)                           \
	X(chip, ARCH_BARRIER, ARCH_BARRIER)                                    \
	X(lines, ARCH_REMOTE_AWAIT, ARCH_REMOTE_AWAIT)                         \
	X(dissemination, 1, !ARCH_REMOTE_AWAIT)                                \
	X(central, 1, 0)                                                       \
	X(tree, 1, 0)

#define BARRIER_DECLARED(name, all, chosen)                                    \
	extern const struct barrier barrier_is_##name;
BARRIERS(BARRIER_DECLARED)

/* With null for what is not there; barrier_all is published/barrier_algorithms.c. */
#define BARRIER_IF(where, name) ((where) ? &(name) : NULL)
#define BARRIER_IN_ALL(name, all, chosen)                                      \
	BARRIER_IF(all, barrier_is_##name.choose),
#define BARRIER_IN_CHOSEN(name, all, chosen)                                   \
	BARRIER_IF(chosen, barrier_is_##name.choose),
extern const struct choose_candidate *const barrier_all[];
extern const uint32_t barrier_all_end;

/* By their own names, as weft/published/barrier.h has them for those who compare. */
int weft_barrier_chip(weft_us_t within);
int weft_barrier_dissemination(weft_us_t within);
int weft_barrier_lines(weft_us_t within);
int weft_barrier_multicast(weft_us_t within);

#endif
