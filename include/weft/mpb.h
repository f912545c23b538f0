/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The symmetric heap: space in the MPB that has the same offset on every core.
 *
 * The application has all of the MPB that the linked parts of weft do not take.  A
 * program that allocates gets at least a sixteenth of the MPB (512 bytes on the SCC).
 * One that needs more says how much, once, outside functions:
 *
 *	WEFT_MPB_HEAP(2048);
 *
 * WEFT_MPB_HEAP in the environment has the last word.  Other parts then get less, down to
 * what they can do with; if that does not fit, the run does not start, and one line says
 * what is short.  Locks, FIFOs, connections and other objects of weft allocate here, too.
 * Allocation is symmetric in OpenSHMEM's sense: all cores make the same calls,
 * in one order, and so get equal offsets.  No messages are exchanged, and
 * nothing is checked across cores.  After weft_mpb_free the application needs a
 * barrier before it uses the space again, because another core may still write
 * to it.
 */
#ifndef WEFT_MPB_H
#define WEFT_MPB_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_MPB_HEAP(bytes) const uint32_t weft_mpb_heap = (bytes)
extern const uint32_t weft_mpb_heap __attribute__((weak));

/*
 * Allocates `bytes` in every core's MPB, aligned to a line (32 bytes on the
 * SCC), by first fit.  The space is zero at the start of a run; later it has
 * what its last owner left there.  Errors:  WEFT_ERR_SPACE if there is no free
 * piece of that size; WEFT_ERR_SIZE for 0 bytes; WEFT_ERR_NULL.  Thread.
 * Cost: at most a step for each 32 lines of the heap, and 64 for each piece of it
 * that is free or used.
 */
int weft_mpb_alloc(size_t bytes, uint32_t *offset);

/*
 * Frees what weft_mpb_alloc has allocated, in any order.  Error:
 * WEFT_ERR_RANGE if no allocation starts there.  Thread.
 */
int weft_mpb_free(uint32_t offset);

/*
 * Returns how many bytes of the heap are free now, and in *largest, if
 * `largest` is not null, how many the largest free piece has.  Thread.
 */
size_t weft_mpb_free_bytes(size_t *largest);

/*
 * Returns where this core may look into its own MPB with pointers of its own, at that offset
 * of the heap; null where the board has no such place (the simulated SCC, GPUs), or
 * outside the heap.  It is for aligned words that are volatile.  What others have written
 * is there after a call that has heard of it: a wait for a flag, a get, a barrier.  A word that
 * this core alone writes may be written there, and others see it after weft_quiet.
 *
 * weft_mpb_offset is the way back: WEFT_ERR_RANGE for a pointer to anything but the heap of
 * this core's MPB; WEFT_ERR_NULL for no place for the offset.  Both: any context.
 */
void *weft_mpb_pointer(uint32_t offset);
int weft_mpb_offset(const volatile void *pointer, uint32_t *offset);

#ifdef __cplusplus
}
#endif
#endif
