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
	struct weft_barrier_algorithm is;
	choose_cost
		*cost; /* of no object; null: it is never chosen, only named */
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

/* With null for what is not there. */
#define BARRIER_IN_ALL(name, all, chosen) (all) ? &barrier_is_##name : NULL,
#define BARRIER_IN_CHOSEN(name, all, chosen)                                   \
	(chosen) ? &barrier_is_##name : NULL,

#endif
