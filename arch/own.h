/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a core may load and store itself: its own window, memory that all cores have in
 * common, others' private memory; optional parts of the port contract.
 *
 *  ARCH_OWN_WRITES  1: this core's own writes to any window come back to it at once, with no
 *                   arch_settle between: on chips with coherent memory
 *  ARCH_OWN_WINDOW  1: the own window 0 is memory like any other, and arch_port.h has
 *                   void *arch_own_window(uint32_t offset), inline: where a byte of it
 *                   is, aligned as its offset is.  What others have written is read
 *                   there after an acquire; words that are mine alone may be written
 *  ARCH_OWN_POINTER 1: the own window 0 is where a program may look with its own pointers:
 *                   aligned words, volatile.  They may be old ones until an acquire; words
 *                   that are mine alone may be written, and are there for others after
 *                   arch_quiet.  It follows from ARCH_OWN_WINDOW
 *  ARCH_COMMON      1: there may be memory off the chip that all cores load and store
 *  ARCH_PRIVATE_OF  1: a core may be able to load and store what is private to another
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
#ifndef ARCH_OWN_POINTER
#define ARCH_OWN_POINTER ARCH_OWN_WINDOW
#endif
#ifndef ARCH_COMMON
#define ARCH_COMMON 0
#endif
#ifndef ARCH_PRIVATE_OF
#define ARCH_PRIVATE_OF 0
#endif

/*
 * Where a byte of the own window 0 is.  [optional: ARCH_OWN_POINTER]
 * context: any.  cost: local.
 */
#if ARCH_OWN_WINDOW
#define arch_own_pointer arch_own_window
#elif ARCH_OWN_POINTER
ARCH_COLD void *arch_own_pointer(uint32_t offset);
#endif

/*
 * Memory that all cores of the run have in common, at an address of this core's, the same
 * bytes for all; zeroes at the start.  Null, and 0 bytes, if this run has none.  No cache
 * keeps it, or caches agree on it.  What a core has stored there others load after
 * its arch_quiet, and after what they hear of by a window.  [optional: ARCH_COMMON]
 * context: any.  cost: local.
 */
#if ARCH_COMMON
ARCH_COLD void *arch_common(size_t *bytes);
#endif

/*
 * Where this core loads and stores what core `rank` has at that address of its private
 * memory, which is of its image or of arch_dram.  Null, if that is out of reach in this run, or
 * the address is neither.  Caches agree on that memory, processors' atomic operations work on
 * it, and stores of this core are seen there in their order.  All addresses of
 * the two are equally far from each other on both sides.  [optional: ARCH_PRIVATE_OF]
 * context: thread.  cost: local; the first time for a core some microseconds.
 */
#if ARCH_PRIVATE_OF
ARCH_COLD void *arch_private_of(uint32_t rank, const void *at);
#endif

#endif
