/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What ports of chips with little memory may add to arch/arch.h, by constants in
 * their arch_port.h:
 *
 *  ARCH_COLD       attributes of functions that run seldom, at start, at the
 *                  end, in a panic, for texts: those that put code into a memory
 *                  that is larger and slower.  Nothing for other ports.  It stands
 *                  in front of the declaration that callers see, since a call
 *                  there may be made differently; and of static functions.
 *  ARCH_COLD_DATA  the same of constants that such functions alone read
 *  ARCH_CALL       attributes of short functions, the port's and the library's own, that
 *                  callers see: how they are called, where arguments usually go by the
 *                  stack.  Nothing for other ports.
 *  ARCH_CORES_MAX  cores of a run at most: bounds tables (65536)
 *  ARCH_HEAP_LINES lines of window 0 that its heap may have at most, a multiple of 32:
 *                  two bits each (1024)
 *  ARCH_NEAR       1: arch_near exists
 *  ARCH_STACK_GUARD 1: neither chip nor port notices a thread's stack that is full;
 *                  arch_stack_guard is its lowest word, for runtime/guard.h
 */
#ifndef WEFT_ARCH_SMALL_H
#define WEFT_ARCH_SMALL_H

#include <stddef.h>
#include <stdint.h>

#include <arch_port.h>

#ifndef ARCH_COLD
#define ARCH_COLD
#endif

#ifndef ARCH_COLD_DATA
#define ARCH_COLD_DATA
#endif

#ifndef ARCH_CALL
#define ARCH_CALL
#endif

#ifndef ARCH_CORES_MAX
#define ARCH_CORES_MAX 65536
#endif

#ifndef ARCH_HEAP_LINES
#define ARCH_HEAP_LINES 1024
#endif

#ifndef ARCH_NEAR
#define ARCH_NEAR 0
#endif

#ifndef ARCH_STACK_GUARD
#define ARCH_STACK_GUARD 0
#endif

#if ARCH_STACK_GUARD
extern volatile uint32_t arch_stack_guard;
#endif

/*
 * Private memory that is left over and much faster than arch_dram's, aligned to
 * 8: tables that are looked at all the time are made there, as far as it goes.
 * Returns how much.  [optional: ARCH_NEAR]  context: any.  cost: local.
 */
#if ARCH_NEAR
ARCH_COLD size_t arch_near(void **base);
#endif

#endif
