/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables that are made once, at start, and looked at all the time.
 */
#ifndef RUNTIME_TABLE_H
#define RUNTIME_TABLE_H

#include <stdint.h>

#include "arch/arch.h"

/*
 * n items of `size` bytes, zeroes, aligned to 8, for the rest of the run: in
 * the fastest private memory that has room (arch_near), else from the heap.  So
 * the hottest is to be asked for first.  Panics with `what` if there is none.
 * Thread.
 */
ARCH_COLD void *rt_table(uint32_t n, uint32_t size, const char *what);

#endif
