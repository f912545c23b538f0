/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory of this core's own that is looked at all the time: what it knows of other
 * cores, tables.  On a chip whose heap is far away (arch_near) this memory is
 * near as long as there is room; elsewhere it is the heap's.
 */
#ifndef RUNTIME_NEAR_H
#define RUNTIME_NEAR_H

#include <stddef.h>

#include "arch/arch.h"

/*
 * Allocates bytes, all zero and aligned to 8; null: there is no room, in the heap
 * neither.  What is looked at most should be allocated first.  Thread.  Cost: a walk over
 * all that is allocated.
 */
ARCH_COLD void *rt_near_alloc(size_t bytes);

/* The same, but with what was there before: for what is written before it is read. */
ARCH_COLD void *rt_near_room(size_t bytes);

/* Gives it back; null is allowed.  Thread. */
ARCH_COLD void rt_near_free(void *memory);

#endif
