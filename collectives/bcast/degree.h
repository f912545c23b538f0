/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The degree of k-ary trees in this run, where a caller names none: WEFT_K in the
 * environment, else 7, the published best for the SCC; below the number of cores.  A
 * WEFT_K of 0 is a panic.  Slow: asked for once.  Thread, start.
 */
#ifndef COLLECTIVES_BCAST_DEGREE_H
#define COLLECTIVES_BCAST_DEGREE_H

#include <stdint.h>

#include "arch/small.h"

ARCH_COLD uint32_t degree_of(uint32_t count);

#endif
