/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The symmetric heap: MPB space that has the same offset on every core.
 *
 * What the linked parts of weft do not need of the MPB is the application's.
 * Allocation is symmetric in OpenSHMEM's sense: every core makes the same
 * calls, with the same sizes, in the same order, and gets the same offsets; no
 * messages are exchanged and nothing is checked across cores.  After
 * weft_mpb_free, have a barrier before the space is used anew: another core may
 * still write to it.
 */
#ifndef WEFT_MPB_H
#define WEFT_MPB_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Bytes on every core's MPB, aligned to a line (32 bytes on the SCC), contents as
 * left by whoever had them, zero at start.  First fit.  WEFT_ERR_SPACE: no
 * free run of that size; WEFT_ERR_RANGE: 0 bytes; WEFT_ERR_NULL.  Thread.
 * Cost: up to one step a line of the heap.
 */
int weft_mpb_alloc(size_t bytes, uint32_t *offset);

/*
 * Give back what weft_mpb_alloc gave, in any order.  WEFT_ERR_RANGE: no
 * allocation starts there.  Thread.
 */
int weft_mpb_free(uint32_t offset);

/*
 * Bytes of the heap that are free now, and the largest piece, if `largest` is not
 * null.  Thread.
 */
size_t weft_mpb_free_bytes(size_t *largest);

#ifdef __cplusplus
}
#endif
#endif
