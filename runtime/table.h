/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables that are made once, at start, and are then read all the time.
 */
#ifndef RUNTIME_TABLE_H
#define RUNTIME_TABLE_H

#include <stdint.h>

#include "arch/arch.h"

/*
 * Allocates n items of `size` bytes for the rest of the run, all zero and
 * aligned to 8, as rt_near_alloc does (runtime/near.h): so the table that is read
 * most should be made first.  Panics with `what` if there is no room.  Thread.
 */
ARCH_COLD void *rt_table(uint32_t n, uint32_t size, const char *what);

#endif
