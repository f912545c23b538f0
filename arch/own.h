/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A core's own window, and what it reads of what it has written: optional parts of the
 * port contract.
 *
 *  ARCH_OWN_WRITES  1: this core's own writes to any window come back to it at once, with no
 *                   arch_settle between: on chips with coherent memory
 *  ARCH_OWN_WINDOW  1: the own window 0 is memory like any other, and arch_port.h has
 *                   void *arch_own_window(uint32_t offset), inline: where a byte of it
 *                   is, aligned as its offset is.  What others have written is read
 *                   there after an acquire; words that are mine alone may be written
 */
#ifndef WEFT_ARCH_OWN_H
#define WEFT_ARCH_OWN_H

#include "arch/arch.h"

#ifndef ARCH_OWN_WRITES
#define ARCH_OWN_WRITES 0
#endif
#ifndef ARCH_OWN_WINDOW
#define ARCH_OWN_WINDOW 0
#endif

#endif
