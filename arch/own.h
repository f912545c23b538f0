/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a core reads of what it has written: an optional part of the port contract, for
 * chips with coherent memory.
 *
 *  ARCH_OWN_WRITES  1: this core's own writes to any window come back to it at once, with no
 *                   arch_settle between
 */
#ifndef WEFT_ARCH_OWN_H
#define WEFT_ARCH_OWN_H

#include "arch/arch.h"

#ifndef ARCH_OWN_WRITES
#define ARCH_OWN_WRITES 0
#endif

#endif
